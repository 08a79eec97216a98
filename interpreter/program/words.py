"""Words of 64 bits in plain Python, for functions that can be compiled: as written they run on Python's integers.

Machine code has words and numbers of its own in the place of these. So that both give the same, functions keep words
within `ALL_BITS` where they could grow beyond, and turn words into numbers, or numbers into words, by these names only.
"""

from __future__ import annotations

from .ir import ALL_BITS

word = int
number = int


def count(points: int) -> int:
    """How many bits of a word are set."""
    points = points - ((points >> word(1)) & word(0x5555555555555555))
    points = (points & word(0x3333333333333333)) + ((points >> word(2)) & word(0x3333333333333333))
    points = (points + (points >> word(4))) & word(0x0F0F0F0F0F0F0F0F)
    return number(((points * word(0x0101010101010101)) & word(ALL_BITS)) >> word(56))


def mix(mixed: int, part: int) -> int:
    """A word that depends on all bits of two, to find things by."""
    mixed = ((mixed ^ part) * word(0x9E3779B97F4A7C15)) & word(ALL_BITS)
    return mixed ^ (mixed >> word(32))
