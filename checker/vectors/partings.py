"""The vectors that tell presets apart: for each two, the shortest game found on which they part."""

from __future__ import annotations

from itertools import combinations

from ...spec.algebra import Grid
from ...spec.presets import PRESETS
from ..search.comparison import Parting, compare
from .shapes import rule_sets
from .start import Start
from .vector import ID, Tier, Vector

PAIRS = tuple(combinations(PRESETS, 2))
# The boards, the smaller ones first, and the turns up to which all games on them are searched.
SEARCHED = ((Grid(1, 1), 8), (Grid(2, 1), 8), (Grid(3, 1), 8), (Grid(2, 2), 7), (Grid(4, 1), 6))


def vector_of_pair(first: str, second: str) -> Vector | None:
    """The vector that tells two presets apart; None where no game was found on which they part.

    >>> vector_of_pair("tromp-taylor", "new-zealand-like").sentence
    'The shortest game found on which tromp-taylor and new-zealand-like part: they differ in which turns are legal.'
    """
    parting = _parting(first, second)
    if parting is None:
        return None
    grid = parting.games[0].position.coloring.board.grid
    sentence = f"The shortest game found on which {first} and {second} part: they differ in {parting.aspect.value}."
    start = Start(grid)
    return Vector(f"{ID}/parting/{first}/{second}", Tier.SMALL, sentence, start, parting.turns, rule_sets(start))


def _parting(first: str, second: str) -> Parting | None:
    found = (compare(PRESETS[first], PRESETS[second], grid, depth).parting for grid, depth in SEARCHED)
    return next((parting for parting in found if parting is not None), None)
