"""All moves from all positions on arrays, and which stones live, die or are in seki by play alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.composition import move, pseudolegal
from ...spec.katago_v2.faster_forms import benson
from ...spec.registry import Decision
from ...spec.rules import Rules
from ..phase.many import Numbers, colorings_at
from ..phase.symmetry import refuse_on_arrays
from .sweep import COLORS_OF_A_POINT, colorings, is_legal, number_of_colorings

Indices = npt.NDArray[np.int64]


def index_of(c: Coloring[Words]) -> Indices:
    """The index of each coloring, as `sweep.colorings` counts them."""
    weights = [COLORS_OF_A_POINT**position for position in range(c.board.grid.size)]
    sets = np.arange(1 << c.board.grid.size)
    value = sum(((sets >> position) & 1) * weight for position, weight in enumerate(weights))
    index: Indices = value[c.black.astype(np.int64)] + 2 * value[c.white.astype(np.int64)]
    return index


def emptied_by_white(rules: Rules, grid: Grid) -> tuple[Coloring[Words], Words]:
    """Every coloring of a grid, and which black points consecutive moves of White can empty from each.

    Colorings with stones that have no liberty are among them, but no move leads there.

    Raises:
        ValueError: a rules author has written a clause on moves, which can't be asked of many positions at once.
    """
    refuse_on_arrays(rules, Decision.MOVE, Decision.PSEUDOLEGAL)
    board = ArrayBoard(grid)
    everything = colorings(board, 0, number_of_colorings(grid))
    moves = []
    for point in board.points:
        play = move(rules, everything, WHITE, point)
        allowed = np.flatnonzero(np.asarray(pseudolegal(rules, play)))
        after = Coloring(board, play.after.black[allowed], play.after.white[allowed])
        moves.append((allowed, index_of(after), play.captured[allowed]))
    emptied = np.zeros(number_of_colorings(grid), dtype=np.uint64)
    while True:
        extended = emptied.copy()
        for allowed, after_index, captured in moves:
            extended[allowed] |= captured | emptied[after_index]
        if np.array_equal(extended, emptied):
            return everything, emptied
        emptied = extended


def read_on_arrays(rules: Rules) -> Rules:
    """The same rules, to be asked what is pass-alive in many positions at once.

    Benson's algorithm reads arrays. Where it is not what the rules in force come to, one position is read at a time.
    """
    asked = rules.deciding(Decision.PASS_ALIVE)
    if all(clause.function is benson for clause in asked):
        return rules
    definition = rules.sole(Decision.PASS_ALIVE)

    def one_at_a_time(in_force: Rules, c: Coloring[Any], color: Color) -> Any:
        """What is pass-alive is found in one position after the other."""
        if isinstance(c.black, int):
            return definition.function(in_force, c, color)
        board = integer_board(c.board.grid.width, c.board.grid.height)
        positions = (Coloring(board, int(black), int(white)) for black, white in zip(c.black, c.white, strict=True))
        return np.array([definition.function(in_force, position, color) for position in positions], dtype=np.uint64)

    return rules.replacing(definition.name, one_at_a_time)


@dataclass(frozen=True)
class MovesAtPoint:
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

    >>> fates_of_stones = fates(Rules(suicide=False, self_play_opts=True), Grid(3, 1))
    >>> [f"{stones:03b}" for stones in fates_of_stones.alive[Color.BLACK].tolist() if stones]
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
    return colorings_at(everything, legal), numbers


def _moves(rules: Rules, c: Coloring[Words], numbers: Numbers, player: Color, point: int) -> MovesAtPoint:
    play = move(rules, c, player, np.full(1, point, dtype=np.uint64))
    allowed = np.asarray(pseudolegal(rules, play))
    leads_to = np.arange(len(c.black))
    leads_to[allowed] = numbers[index_of(colorings_at(play.after, np.flatnonzero(allowed)))]
    return MovesAtPoint(allowed, leads_to, play.captured | play.self_captured)


def _captures(point: np.uint64, made: MovesAtPoint, later: Flags) -> Flags:
    """Whether a move captures a stone, or leads to where it is captured later."""
    captures: Flags = np.not_equal(made.emptied & point, 0) | later[made.leads_to]
    return captures


def _keeps(point: np.uint64, made: MovesAtPoint, later: Flags) -> Flags:
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
    achieves: Callable[[MovesAtPoint, Flags], Flags],
    own: Sequence[MovesAtPoint],
    others: Sequence[MovesAtPoint],
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
