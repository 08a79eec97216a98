"""The clauses mean the same on arrays and in z3 as on integers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.spec.algebra import BLACK, Color, Coloring, Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.symbolic import SymbolicBoard

from ..sampling import one_in
from .board_clauses import BENSON, KO_MOVE, OF_COLORING, OF_MOVE, OfColoring, OfMove, play, scores
from .boards import all_colorings, coloring, colorings, diagram

OF_MANY = {**OF_COLORING, **BENSON, **dict(scores())}
OF_MANY_MOVES = {**OF_MOVE, **KO_MOVE}


def as_arrays(many: list[Coloring[int]]) -> Coloring[Any]:
    """Many colorings of one grid as one coloring of arrays."""
    black, white = (np.array([c.of(color) for c in many], dtype=np.uint64) for color in Color)
    return Coloring(ArrayBoard(many[0].board.grid), black, white)


def as_list(value: Any, length: int) -> list[Any]:
    """What arrays hold for each coloring; a single value holds for all."""
    return list(np.broadcast_to(np.asarray(value), (length,)).tolist())


def at_a_point(functions: dict[str, OfMove], point: int) -> dict[str, OfColoring]:
    """What functions of a move say of Black's move at a point, as functions of the coloring before it."""

    def of_coloring(function: OfMove) -> OfColoring:
        return lambda c: function(play(c, BLACK, point))

    return {name: of_coloring(function) for name, function in functions.items()}


EVERYTHING = list(all_colorings(3, 3))
EVERYTHING_IN_ARRAYS = as_arrays(EVERYTHING)


@pytest.mark.parametrize("function", one_in(2, OF_MANY.values()), ids=OF_MANY)
def test_arrays_agree_with_integers_on_every_coloring_of_3x3(function: OfColoring) -> None:
    assert as_list(function(EVERYTHING_IN_ARRAYS), len(EVERYTHING)) == [function(c) for c in EVERYTHING]


@pytest.mark.parametrize("function", OF_MANY_MOVES.values(), ids=OF_MANY_MOVES)
def test_arrays_agree_with_integers_on_every_move_at_a_point_of_2x3(function: OfMove) -> None:
    every = list(all_colorings(2, 3))
    arrays = as_arrays(every)
    for color in Color:
        for point in points_of(every[0].board.everything):
            expected = [function(play(c, color, point)) for c in every]
            assert as_list(function(play(arrays, color, point)), len(every)) == expected


@settings(max_examples=settings().max_examples // 2)
@given(colorings(longest_side=8), st.data())
def test_arrays_agree_with_integers_on_boards_of_up_to_64_points(c: Coloring[int], data: st.DataObject) -> None:
    arrays = as_arrays([c, c.emptied(c.black), c])
    point = 1 << data.draw(st.integers(0, c.board.grid.size - 1))
    for name, function in {**OF_MANY, **at_a_point(OF_MOVE, point)}.items():
        value = function(c)
        assert as_list(function(arrays), 3)[::2] == [value, value], (name, diagram(c), point)


def test_arrays_refuse_boards_of_more_than_64_points() -> None:
    with pytest.raises(ValueError, match="up to 64 points; 9x8 has 72"):
        ArrayBoard(Grid(9, 8))


def agrees_in_z3(c: Coloring[int], function: OfColoring) -> bool:
    """Whether z3, given the certificates, can find the value that integers give, and no other."""
    board = SymbolicBoard(c.board.grid)
    value = function(Coloring(board, board.constant(c.black), board.constant(c.white)))
    expected = function(c)
    if not isinstance(value, z3.ExprRef):
        return bool(value == expected)
    solver = z3.Solver()
    solver.add(*board.constraints)
    return bool(solver.check(value == expected) == z3.sat and solver.check(value != expected) == z3.unsat)


def sample(width: int, height: int, number: int) -> list[Coloring[int]]:
    """Some of the colorings of a grid, the same ones every time."""
    return random.Random(f"{width}x{height}").sample(list(all_colorings(width, height)), number)


OF_KNOWN_COLORING = {**OF_COLORING, **dict(scores())}


@pytest.mark.parametrize("function", one_in(3, OF_KNOWN_COLORING.values()), ids=OF_KNOWN_COLORING)
def test_z3_agrees_with_integers_on_known_colorings(function: OfColoring, thorough: bool) -> None:
    few = [*sample(2, 2, 2), *sample(2, 3, 1)]
    for c in [*few, *sample(2, 2, 6), *sample(2, 3, 2), *sample(3, 3, 1)] if thorough else few:
        assert agrees_in_z3(c, function), diagram(c)


@pytest.mark.thorough
@pytest.mark.parametrize("function", BENSON.values(), ids=BENSON)
def test_z3_agrees_with_integers_on_two_eyes(function: OfColoring) -> None:
    two_eyes_each = coloring(".X.X.")
    assert function(two_eyes_each)
    assert agrees_in_z3(two_eyes_each, function)


@pytest.mark.parametrize("name", OF_MANY_MOVES)
def test_z3_agrees_with_integers_on_known_moves(name: str) -> None:
    capturing_race = coloring(".XO/XO.")
    for c in [capturing_race, *sample(2, 2, 1)]:
        for point in points_of(c.board.everything):
            assert agrees_in_z3(c, at_a_point(OF_MANY_MOVES, point)[name]), (diagram(c), point)
