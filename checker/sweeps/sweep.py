"""The colorings of a board by their indices, where its symmetries take them, and what they score a chunk at a time.

Where numba is installed, legality and the leads of all scorings come from programs, which are made of the same clauses
as everything else; what can't be compiled is asked of arrays instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import add, or_
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...interpreter.program.clauses import SETS, NotCompiled, in_cases, program
from ...interpreter.program.ir import NameKind, Program
from ...interpreter.program.machine_code import cache_folder, is_available, on_arrays
from ...interpreter.result import as_set_up, lead_of
from ...spec.algebra import BLACK, WHITE, Color, Coloring, Condition, Grid
from ...spec.algebra.arrays import ArrayBoard, Flags, Words
from ...spec.algebra.board import P
from ...spec.algebra.integers import integer_board
from ...spec.katago_v2.faster_forms import benson, stones_without_liberty
from ...spec.registry import Decision
from ...spec.rules import Rules
from ..phase.many import as_integers
from ..phase.symmetry import board_symmetries, respects_symmetry

POINTS_WORTH_COMPILING = 13


def _is_worth_compiling(grid: Grid) -> bool:
    """Whether going through all colorings of a board takes longer than compiling what is asked of them."""
    return grid.size >= POINTS_WORTH_COMPILING and is_available()


@lru_cache(64)
def legality_program(grid: Grid) -> Program:
    """Whether every stone of a coloring has a liberty."""

    def does(rules: Rules, black: Any, white: Any) -> Mapping[str, Any]:
        return {"legal": is_legal(Coloring(black.board, black, white))}

    return program("is_legal", grid, Rules(), "Whether every stone has a liberty.", SETS, does)


@lru_cache(64)
def leads_program(grid: Grid, scorings: tuple[Rules, ...]) -> Program:
    """By how much Black leads by each scoring, if a game that was set up ends at once.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """

    def does(rules: Rules, black: Any, white: Any) -> Mapping[str, Any]:
        c = Coloring(black.board, black, white)

        def lead(rules: Rules) -> Any:
            return in_cases(black.board, lambda: lead_of(as_set_up(rules, c)), NameKind.REAL)

        return {f"lead{place}": lead(rules) for place, rules in enumerate(scorings)}

    return program("leads", grid, scorings[0], "By how much Black leads, by each scoring.", SETS, does)


def compiled_leads(grid: Grid, scorings: tuple[Rules, ...]) -> Program | None:
    """The program for some scorings; None where there are none, a clause can't be compiled, or it is not worth it."""
    if not _is_worth_compiling(grid) or not scorings:
        return None
    try:
        return leads_program(grid, scorings)
    except NotCompiled:
        return None


def legal_flags(c: Coloring[Words]) -> Flags:
    """Which of many colorings are legal; by the compiled program, where there can be one."""
    if not _is_worth_compiling(c.board.grid):
        return np.asarray(is_legal(c))
    flags = np.empty(len(c.black), dtype=np.bool_)
    on_arrays(legality_program(c.board.grid))(c.black, c.white, flags)
    return flags


def prepare(grid: Grid, scorings: tuple[Rules, ...]) -> None:
    """Compile what a sweep needs, so that its workers find it in the cache folder, and can be interrupted."""
    if _is_worth_compiling(grid) and cache_folder() is not None:
        none = np.empty(0, dtype=np.uint64)
        nothing = Coloring(ArrayBoard(grid), none, none)
        legal_flags(nothing)
        by_program = compiled_leads(grid, scorings)
        if by_program is not None:
            leads(by_program, nothing)


def leads(by_program: Program, c: Coloring[Words]) -> list[npt.NDArray[np.float64]]:
    """What a program says of many colorings: an array for each of its outputs."""
    outputs = [np.empty(len(c.black), dtype=np.float64) for _ in by_program.returned]
    on_arrays(by_program)(c.black, c.white, *outputs)
    return outputs


def is_legal(c: Coloring[P]) -> Condition:
    """Whether every stone of a coloring has a liberty, so that it can stand between turns."""
    return c.is_empty(stones_without_liberty(c, BLACK) | stones_without_liberty(c, WHITE))


Tables: TypeAlias = list[Words]

COLORS_OF_A_POINT = 3
TABLE_POINTS = 8
POINTS_OF_A_CHUNK = 10

AS_THEY_ARE = (0, 1, 2)
SWAPPED = (0, 2, 1)

_DIGITS = [
    np.arange(COLORS_OF_A_POINT**TABLE_POINTS) // COLORS_OF_A_POINT**place % COLORS_OF_A_POINT
    for place in range(TABLE_POINTS)
]


def image_tables(points: Sequence[int], colors: Sequence[int] = AS_THEY_ARE) -> Tables:
    """The tables for `images`, by where each point is taken, and by what each color (0 empty, 1, 2) becomes."""
    become = np.array(colors, dtype=np.uint64)
    weights = [np.uint64(COLORS_OF_A_POINT**target) for target in points]
    starts = range(0, len(points), TABLE_POINTS)
    return [
        reduce(add, (become[digit] * weight for digit, weight in zip(_DIGITS, weights[start:], strict=False)))
        for start in starts
    ]


@lru_cache(16)
def turned_and_mirrored(grid: Grid) -> list[Tables]:
    """The tables of every rotation and reflection of a grid, the one that leaves it as it is among them."""
    return [image_tables(points) for points in board_symmetries(grid)]


def images(indices: Words, movements: Sequence[Tables]) -> Words:
    """The indices of the images of colorings, a row for each movement.

    >>> images(np.arange(9, dtype=np.uint64), [image_tables((0, 1)), image_tables((1, 0))]).tolist()
    [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 3, 6, 1, 4, 7, 2, 5, 8]]
    """
    digits = list[Words]()
    for _ in movements[0]:
        indices, eight = np.divmod(indices, np.uint64(COLORS_OF_A_POINT**TABLE_POINTS))
        digits.append(eight)
    return np.array(
        [reduce(add, (table[digit] for table, digit in zip(tables, digits, strict=True))) for tables in movements]
    )


def smallest_images(indices: Words, movements: Sequence[Tables]) -> Words:
    """The smallest index among the images of each coloring: that of the one that stands for them all."""
    smallest: Words = images(indices, movements).min(axis=0)
    return smallest


def representatives(indices: Words, movements: Sequence[Tables]) -> Words:
    """Those indices that are the smallest among their images.

    >>> representatives(np.arange(9, dtype=np.uint64), [image_tables((0, 1)), image_tables((1, 0))]).tolist()
    [0, 1, 2, 4, 5, 8]
    """
    chosen: Words = indices[smallest_images(indices, movements) == indices]
    return chosen


def all_images(indices: Words, movements: Sequence[Tables]) -> tuple[Words, npt.NDArray[Any]]:
    """Every image of some colorings, each once for each of them, and for each image of which one it is, by its place.

    >>> indices, origins = all_images(np.array([1, 4], dtype=np.uint64), [image_tables((0, 1)), image_tables((1, 0))])
    >>> indices.tolist(), origins.tolist()
    ([1, 4, 3], [0, 1, 0])
    """
    ordered = np.sort(images(indices, movements), axis=0)
    new = np.ones(ordered.shape, dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new], np.nonzero(new)[1]


Lead: TypeAlias = npt.NDArray[np.float64]


def number_of_colorings(grid: Grid) -> int:
    """How many colorings a grid has, legal or not.

    >>> number_of_colorings(Grid(2, 1))
    9
    """
    return int(COLORS_OF_A_POINT**grid.size)


def colorings(board: ArrayBoard, start: int, stop: int) -> Coloring[Words]:
    """The colorings with indices from `start` up to `stop`.

    Digit i of an index, in base 3, is the color of point i: 0 empty, 1 black, 2 white.

    >>> c = colorings(ArrayBoard(Grid(2, 1)), 0, 9)
    >>> c.black.tolist(), c.white.tolist()
    ([0, 1, 0, 2, 3, 2, 0, 1, 0], [0, 0, 1, 0, 0, 1, 2, 2, 3])
    """
    return colorings_at(board, np.arange(start, stop, dtype=np.uint64))


def colorings_at(board: ArrayBoard, index: Words) -> Coloring[Words]:
    """The colorings with these indices; see `colorings`."""
    black = np.zeros_like(index)
    white = np.zeros_like(index)
    for shift in range(0, board.grid.size, TABLE_POINTS):
        index, digits = np.divmod(index, np.uint64(COLORS_OF_A_POINT**TABLE_POINTS))
        black |= _POINTS_OF_COLOR[1][digits] << np.uint64(shift)
        white |= _POINTS_OF_COLOR[2][digits] << np.uint64(shift)
    return Coloring(board, black, white)


_POINTS_OF_COLOR = {
    color: reduce(or_, ((digit == color).astype(np.uint64) << np.uint64(place) for place, digit in enumerate(_DIGITS)))
    for color in (1, 2)
}


def chunks(grid: Grid) -> Iterator[Coloring[Words]]:
    """All colorings of a grid, a chunk at a time, by index; those of a chunk differ in the first few points only."""
    board = ArrayBoard(grid)
    first = min(grid.size, POINTS_OF_A_CHUNK)
    chunk = colorings(board, 0, COLORS_OF_A_POINT**first)
    for start in range(0, number_of_colorings(grid), COLORS_OF_A_POINT**first):
        others = colorings(board, start, start + 1)
        yield Coloring(board, chunk.black | others.black, chunk.white | others.white)


def legal_chunks(grid: Grid) -> Iterator[Coloring[Words]]:
    """All colorings of a grid in which every stone has a liberty, a chunk at a time."""
    for c in chunks(grid):
        legal = legal_flags(c)
        yield Coloring(c.board, c.black[legal], c.white[legal])


def positions_of(grid: Grid) -> Iterator[Coloring[int]]:
    """All colorings of a grid in which every stone has a liberty, one at a time.

    >>> sum(1 for _ in positions_of(Grid(3, 1)))
    15
    """
    return (as_integers(c, index) for c in legal_chunks(grid) for index in range(len(c.black)))


def score_of_position(rules: Rules, c: Coloring[Words]) -> Lead:
    """By how much Black leads if a game that was set up in each position ends there, without captures or moves.

    A clause that a rules author has written is a function of one position, so it is asked of one after the other; and
    so is the definition of what is pass-alive.
    """
    return leads_on_arrays(rules, c) if is_read_on_arrays(rules) else leads_one_by_one(rules, c)


def scored_otherwise(rules: Rules, otherwise: Rules, grid: Grid) -> Iterator[tuple[Coloring[int], float]]:
    """The positions that other rules score otherwise, with Black's lead by those; see `score_of_position`."""
    both = [read_on_arrays(rule_set) for rule_set in (rules, otherwise)]
    for c in legal_chunks(grid):
        leads, others = (score_of_position(rule_set, c) for rule_set in both)
        yield from ((as_integers(c, index), float(others[index])) for index in np.flatnonzero(leads != others).tolist())


def is_read_on_arrays(rules: Rules) -> bool:
    """Whether every clause that scores can be asked of many positions at once."""
    by_algorithm = all(clause.function is benson for clause in rules.deciding(Decision.PASS_ALIVE))
    return by_algorithm and respects_symmetry(rules)


def leads_on_arrays(rules: Rules, c: Coloring[Words]) -> Lead:
    """What `score_of_position` says, by clauses that are written over the algebra of point sets."""
    return as_floats(lead_of(as_set_up(rules, c)), c)


def leads_one_by_one(rules: Rules, c: Coloring[Words]) -> Lead:
    """What `score_of_position` says, by any clauses."""
    grid = c.board.grid
    board = integer_board(grid.width, grid.height)
    positions = (Coloring(board, int(black), int(white)) for black, white in zip(c.black, c.white, strict=True))
    leads: list[Any] = [lead_of(as_set_up(rules, position)) for position in positions]
    return np.array(leads, dtype=np.float64)


def as_floats(number: Any, c: Coloring[Words]) -> Lead:
    """A number of points for each position, as floating-point numbers; the same one for all, if it is one number."""
    return np.broadcast_to(np.asarray(number, dtype=np.float64), c.black.shape).copy()


Indices = npt.NDArray[np.int64]


def index_of(c: Coloring[Words]) -> Indices:
    """The index of each coloring, as `sweep.colorings` counts them."""
    weights = [COLORS_OF_A_POINT**position for position in range(c.board.grid.size)]
    sets = np.arange(1 << c.board.grid.size)
    value = sum(((sets >> position) & 1) * weight for position, weight in enumerate(weights))
    index: Indices = value[c.black.astype(np.int64)] + 2 * value[c.white.astype(np.int64)]
    return index


def read_on_arrays(rules: Rules) -> Rules:
    """The same rules, asked what is pass-alive in many positions at once; in one, unless that is Benson's algorithm."""
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
