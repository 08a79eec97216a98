"""Many sets of numbers at once, each as a few 64-bit words, and unions over their members by looking them up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ....spec.algebra.arrays import Flags, Words

WideSets: TypeAlias = tuple[Words, ...]
Numbers: TypeAlias = npt.NDArray[np.int64]

WORD = 64
LOOKED_UP_AT_ONCE = 11
_WITHIN = np.uint64((1 << LOOKED_UP_AT_ONCE) - 1)
_WHOLE_WORD = (1 << WORD) - 1


def wide(members: int, words: int) -> WideSets:
    """One set, given as an integer with a bit for each member, as an array of one.

    >>> [word.tolist() for word in wide(1 << 64 | 0b11, words=2)]
    [[3], [1]]
    """
    return tuple(np.array([members >> WORD * word & _WHOLE_WORD], dtype=np.uint64) for word in range(words))


def some(sets: WideSets, chosen: Numbers | slice) -> WideSets:
    """Some of the sets."""
    return tuple(word[chosen] for word in sets)


def has(sets: WideSets, member: int) -> Flags:
    """Whether each set has a member."""
    word, bit = divmod(member, WORD)
    return (sets[word] >> np.uint64(bit) & np.uint64(1)).astype(np.bool_)


def any_member(sets: WideSets) -> Flags:
    """Whether each set has any member."""
    found: Flags = sets[0] != 0
    for word in sets[1:]:
        found |= word != 0
    return found


class Unions:
    """The unions of sets that belong to the members of sets.

    Args:
        belonging: for each possible member, the set that belongs to it, as an integer with a bit for each member.
        words: of how many words a set is made.

    >>> below = Unions([0b000, 0b001, 0b011], words=1)
    >>> below((np.array([0b101, 0b010], dtype=np.uint64),))[0].tolist()
    [3, 1]
    """

    def __init__(self, belonging: Sequence[int], words: int) -> None:
        self._words = words
        self._tables = [
            (first, [_lookup(belonging[first : min(first + LOOKED_UP_AT_ONCE, end)], word) for word in range(words)])
            for start in range(0, len(belonging), WORD)
            for end in [start + WORD]
            for first in range(start, min(end, len(belonging)), LOOKED_UP_AT_ONCE)
        ]

    def __call__(self, sets: WideSets) -> WideSets:
        """For each set, the union of what belongs to its members."""
        found: list[Words] = [np.zeros_like(sets[0]) for _ in range(self._words)]
        for first, tables in self._tables:
            word, shift = divmod(first, WORD)
            members = sets[word] >> np.uint64(shift) & _WITHIN if shift else sets[word] & _WITHIN
            for number, table in enumerate(tables):
                found[number] |= table[members]
        return tuple(found)


def _lookup(belonging: Sequence[int], word: int) -> Words:
    """One word of the union for every set of a few members."""
    unions = np.zeros(1 << len(belonging), dtype=np.uint64)
    for number, members in enumerate(belonging):
        half = 1 << number
        unions[half : 2 * half] = unions[:half] | np.uint64(members >> WORD * word & _WHOLE_WORD)
    return unions


def reachable(onward: Unions, seeds: WideSets, within: WideSets) -> WideSets:
    """The members of each of some sets that a walk inside it reaches from a seed.

    Args:
        onward: for each member, the set of those that one step leads to.
        seeds: where walks may start.
        within: where they must stay.
    """
    reached = tuple(seed & inside for seed, inside in zip(seeds, within, strict=True))
    growing: Numbers = np.arange(len(reached[0]))
    while len(growing):
        current, inside = some(reached, growing), some(within, growing)
        grown = tuple(now | more & limit for now, more, limit in zip(current, onward(current), inside, strict=True))
        for word, larger in zip(reached, grown, strict=True):
            word[growing] = larger
        has_grown = any_member(tuple(now ^ larger for now, larger in zip(current, grown, strict=True)))
        growing = growing[has_grown]
    return reached


def least(first: WideSets, second: WideSets) -> WideSets:
    """The lesser of two sets each, by some order that is the same for all."""
    if len(first) == 1:
        return (np.minimum(first[0], second[0]),)
    smaller = np.zeros(len(first[0]), dtype=np.bool_)
    for one, other in zip(first, second, strict=True):
        smaller = (one < other) | (one == other) & smaller
    return tuple(np.where(smaller, one, other) for one, other in zip(first, second, strict=True))


def in_order(sets: WideSets) -> Numbers:
    """The indices of the sets in their order, where equal ones stand together."""
    order: Numbers = np.argsort(sets[0]) if len(sets) == 1 else np.lexsort(sets)
    return order
