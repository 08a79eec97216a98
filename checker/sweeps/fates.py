"""What becomes of stones by play alone: whether they can be captured, and whether they can come to live for good.

Both are read off all moves from all legal positions of a board at once. No ko rule is in force here: whoever would have
to give up a ko may take it back at once, so what could be won by ko alone is not won. A pass is always allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.composition import move, pseudolegal
from ...spec.registry import Decision
from ...spec.rules import Rules
from ..model.many import Numbers, some
from ..model.symmetry import refuse_on_arrays
from .attacks import index_of, read_on_arrays
from .lemmas import is_legal
from .sweep import colorings, number_of_colorings


@dataclass(frozen=True)
class Moves:
    """One player's moves at one point, from every position.

    Attributes:
        allowed: whether there is such a move.
        leads_to: the number of the position that it leads to; the same position where there is none.
        emptied: the points that it empties.
    """

    allowed: Flags
    leads_to: Numbers
    emptied: Words


@dataclass(frozen=True)
class Fates:
    """What becomes of the stones of every legal position.

    Attributes:
        coloring: the positions.
        alive: for each color, the stones that come to live for good even if the opponent moves first.
        held: for each color, the stones that the opponent can't capture by moving first, nor their player bring to
            live for good by moving first.
    """

    coloring: Coloring[Words]
    alive: Mapping[Color, Words]
    held: Mapping[Color, Words]

    @property
    def are_settled(self) -> Flags:
        """Whether every stone of a position is alive or held: it makes no difference who moves first."""
        c = self.coloring
        black, white = (c.of(color) & ~self.alive[color] & ~self.held[color] for color in Color)
        return np.equal(black | white, 0)

    def in_seki(self, color: Color) -> Words:
        """The points of the maximal regions without a point of the opponent where stones on either side are held."""
        c = self.coloring
        return c.regions(
            c.not_of(color.opponent),
            where=lambda region: (
                c.meets(region, self.held[color]) & c.meets(c.border(region), self.held[color.opponent])
            ),
        )


def fates(rules: Rules, grid: Grid) -> Fates:
    """What becomes of the stones of every legal position of a board.

    Raises:
        ValueError: a rules author has written a clause on moves, which can't be asked of many positions at once.

    >>> found = fates(Rules(suicide=False, self_play_opts=True), Grid(3, 1))
    >>> [f"{stones:03b}" for stones in found.alive[Color.BLACK].tolist() if stones]
    ['010']
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    c, numbers = _legal_positions(grid)
    points = list(points_of(grid.everywhere))
    moves = {color: [_moves(rules, c, numbers, color, point) for point in points] for color in Color}
    reading = read_on_arrays(rules)
    alive, held = {}, {}
    for color in Color:
        own, others = moves[color], moves[color.opponent]
        safe = reading.sole(Decision.PASS_ALIVE).function(reading, c, color)
        alive[color], held[color] = np.zeros_like(c.black), np.zeros_like(c.black)
        for point in map(np.uint64, points):
            stands, never = c.of(color) & point != 0, np.zeros(len(c.black), dtype=np.bool_)
            captured = _forced(stands, never, partial(_captures, point), others, own)
            lives = _forced(stands, safe & point != 0, partial(_keeps, point), own, others)
            alive[color] |= np.where(lives.second, point, np.uint64(0))
            held[color] |= np.where(stands & ~captured.first & ~lives.first, point, np.uint64(0))
    return Fates(c, alive, held)


def _legal_positions(grid: Grid) -> tuple[Coloring[Words], Numbers]:
    """The positions, and for every coloring of the grid the number of the position."""
    everything = colorings(ArrayBoard(grid), 0, number_of_colorings(grid))
    legal = np.flatnonzero(np.asarray(is_legal(everything)))
    numbers = np.full(number_of_colorings(grid), -1, dtype=np.int64)
    numbers[legal] = np.arange(len(legal))
    return some(everything, legal), numbers


def _moves(rules: Rules, c: Coloring[Words], numbers: Numbers, player: Color, point: int) -> Moves:
    play = move(rules, c, player, np.full(1, point, dtype=np.uint64))
    allowed = np.asarray(pseudolegal(rules, play))
    leads_to = np.arange(len(c.black))
    leads_to[allowed] = numbers[index_of(some(play.after, np.flatnonzero(allowed)))]
    return Moves(allowed, leads_to, play.captured | play.self_captured)


def _captures(point: np.uint64, made: Moves, later: Flags) -> Flags:
    """Whether a move captures a stone, or leads to where it is captured later."""
    captures: Flags = np.not_equal(made.emptied & point, 0) | later[made.leads_to]
    return captures


def _keeps(point: np.uint64, made: Moves, later: Flags) -> Flags:
    """Whether a move leaves a stone, and leads to where it lives later."""
    keeps: Flags = np.equal(made.emptied & point, 0) & later[made.leads_to]
    return keeps


class Forced(NamedTuple):
    """Where something can be forced by moving first, and where even by moving second."""

    first: Flags
    second: Flags


def _forced(
    stands: Flags,
    reached: Flags,
    achieves: Callable[[Moves, Flags], Flags],
    own: Sequence[Moves],
    others: Sequence[Moves],
) -> Forced:
    """Where a player can force something in finitely many turns.

    Args:
        stands: where it can be spoken of.
        reached: where it is so already.
        achieves: of moves, and of where it can be forced once they are made: whether they achieve it.
        own: the player's moves.
        others: the opponent's moves.
    """
    first = second = stands & reached
    while True:
        further = first | second
        for made in own:
            further = further | (made.allowed & achieves(made, second))
        further = further & stands
        answered = further
        for made in others:
            answered = answered & (~made.allowed | achieves(made, further))
        answered = answered | second
        if np.array_equal(further, first) and np.array_equal(answered, second):
            return Forced(first, second)
        first, second = further, answered
