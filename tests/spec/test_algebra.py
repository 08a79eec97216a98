"""The algebra of point sets: borders, closures and regions, on grids of any size."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import IntegerBoard, integer_board
from superko.spec.katago_v2.moves import borders_color

from .boards import coloring, colorings, diagram, places
from .naive import around

BoardAndSets = tuple[IntegerBoard, int, int]


@st.composite
def boards_and_sets(draw: st.DrawFn) -> BoardAndSets:
    """A board, and two sets of its points."""
    board = integer_board(draw(st.integers(1, 12)), draw(st.integers(1, 12)))
    sets = st.integers(0, board.everything)
    return board, draw(sets), draw(sets) | draw(sets)


def transposed(c: Coloring[int]) -> Coloring[int]:
    rows = diagram(c).split("/")
    return coloring("/".join("".join(column) for column in zip(*rows, strict=True)))


def reflected(c: Coloring[int]) -> Coloring[int]:
    return coloring("/".join(row[::-1] for row in diagram(c).split("/")))


@pytest.mark.clauses("katago-v2/def/grid", "katago-v2/params/size")
def test_a_grid_has_x_columns_and_y_rows() -> None:
    assert (Grid(5, 3).width, Grid(5, 3).height, Grid(5, 3).size) == (5, 3, 15)


@pytest.mark.parametrize("sides", [(0, 3), (3, 0), (-1, 3), (53, 3), (3, 53), (2.0, 3), (True, 3), ("3", 3), (None, 3)])
def test_a_grid_has_sides_of_1_to_52_points(sides: tuple[Any, Any]) -> None:
    with pytest.raises(ValueError, match="sides of 1 to 52 points"):
        Grid(*sides)


def test_the_longest_and_the_shortest_grids_are_allowed() -> None:
    assert (Grid(52, 52).size, Grid(1, 1).size) == (2704, 1)


@given(boards_and_sets())
def test_a_point_and_its_place_name_each_other(drawn: BoardAndSets) -> None:
    board, point_set, _ = drawn
    for point in points_of(point_set):
        assert board.grid.point(*board.grid.place(point)) == point


@given(boards_and_sets())
def test_the_points_of_a_set_are_its_members_in_order(drawn: BoardAndSets) -> None:
    board, point_set, _ = drawn
    members = list(points_of(point_set))
    assert members == sorted(members)
    assert sum(members) == point_set
    assert all(board.is_single(point) for point in members)
    assert board.size(point_set) == len(members)


@pytest.mark.clauses("katago-v2/def/adjacent")
@given(boards_and_sets())
def test_points_that_touch_horizontally_or_vertically_are_adjacent(drawn: BoardAndSets) -> None:
    board, point_set, _ = drawn
    touching = {near for point in points_of(point_set) for near in around(board.grid.place(point))}
    assert places(board, board.neighbours(point_set)) == touching & places(board, board.everything)


@pytest.mark.clauses("katago-v2/def/border")
@given(boards_and_sets())
def test_a_border_is_outside_the_set_and_touches_it(drawn: BoardAndSets) -> None:
    board, point_set, _ = drawn
    border = board.border(point_set)
    assert not border & point_set
    assert border & board.everything == border
    for point in points_of(board.everything & ~point_set):
        assert bool(point & border) == bool(board.neighbours(point) & point_set)
        assert borders_color(Coloring(board, point, 0), point_set, point) == bool(point & border)
    assert not borders_color(Coloring(board, point_set, 0), point_set, point_set)


@given(boards_and_sets())
def test_a_closure_is_idempotent(drawn: BoardAndSets) -> None:
    board, seed, within = drawn
    closure = board.closure(seed, within)
    assert board.closure(closure, within) == closure


@given(boards_and_sets(), st.data())
def test_a_closure_grows_with_its_seed_and_with_what_it_is_within(drawn: BoardAndSets, data: st.DataObject) -> None:
    board, seed, within = drawn
    more = data.draw(st.integers(0, board.everything))
    closure = board.closure(seed, within)
    assert closure & ~board.closure(seed | more, within) == 0
    assert closure & ~board.closure(seed, within | more) == 0


@given(boards_and_sets())
def test_a_closure_holds_its_seed_and_nothing_adjacent_is_left_out(drawn: BoardAndSets) -> None:
    board, seed, within = drawn
    closure = board.closure(seed, within)
    assert seed & within & ~closure == 0
    assert closure & ~within == 0
    assert board.border(closure) & within == 0


@pytest.mark.clauses("katago-v2/def/connected")
@given(boards_and_sets())
def test_all_points_of_a_closure_from_one_point_are_connected(drawn: BoardAndSets) -> None:
    board, _, within = drawn
    for point in points_of(within):
        closure = board.closure(point, within)
        assert board.number_of_regions(closure) == 1
        for other in points_of(within):
            assert bool(board.closure(other, within) & point) == bool(other & closure)


@pytest.mark.clauses("katago-v2/def/region")
@given(boards_and_sets())
def test_regions_part_a_set_into_connected_pieces_that_do_not_touch(drawn: BoardAndSets) -> None:
    board, point_set, _ = drawn
    regions = board.split(point_set)
    assert sum(regions) == point_set
    assert all(board.closure(region & -region, point_set) == region for region in regions)
    assert not any(board.border(region) & point_set for region in regions)
    assert board.number_of_regions(point_set) == len(regions)


@given(boards_and_sets())
def test_regions_where_nothing_or_everything_holds(drawn: BoardAndSets) -> None:
    board, point_set, _ = drawn
    assert board.regions(point_set, where=lambda _: False) == 0
    assert board.regions(point_set, where=lambda _: True) == point_set


@given(boards_and_sets())
def test_a_region_is_chosen_whole_or_not_at_all(drawn: BoardAndSets) -> None:
    board, point_set, others = drawn
    chosen = board.regions(point_set, where=lambda region: board.meets(region, others))
    assert chosen == board.closure(others, point_set)


@given(boards_and_sets())
def test_some_member_is_such_that(drawn: BoardAndSets) -> None:
    board, point_set, others = drawn
    assert board.exists(point_set, such_that=lambda point: board.meets(point, others)) == board.meets(point_set, others)


@given(boards_and_sets())
def test_repeating_a_step_that_removes_leads_to_a_set_that_it_keeps(drawn: BoardAndSets) -> None:
    board, point_set, others = drawn

    def erode(points: int) -> int:
        return points & ~board.border(board.everything & ~points & others)

    assert erode(board.fixpoint(erode, point_set)) == board.fixpoint(erode, point_set)


@pytest.mark.clauses("katago-v2/def/coloring")
@given(colorings())
def test_every_point_is_black_white_or_empty(c: Coloring[int]) -> None:
    assert c.black | c.white | c.empty == c.board.everything
    assert c.size(c.black) + c.size(c.white) + c.size(c.empty) == c.board.grid.size


@given(colorings())
def test_a_coloring_is_a_value(c: Coloring[int]) -> None:
    same = Coloring(IntegerBoard(c.board.grid), c.black, c.white)
    assert (same, hash(same)) == (c, hash(c))
    assert c.same_as(same)
    assert pickle.loads(pickle.dumps(c)) == c


@given(colorings())
def test_emptying_what_was_colored_restores_the_coloring(c: Coloring[int]) -> None:
    for color in Color:
        assert c.colored(c.empty, color).emptied(c.empty) == c


@given(colorings())
def test_borders_and_regions_do_not_depend_on_how_the_board_is_held(c: Coloring[int]) -> None:
    for turned in (transposed, reflected):
        for color in Color:
            border = c.colored(c.border(c.of(color)) & c.empty, color)
            other = turned(c)
            assert turned(border) == other.colored(other.border(other.of(color)) & other.empty, color)
            assert c.number_of_regions(c.of(color)) == other.number_of_regions(other.of(color))


def test_threads_that_share_a_board_of_arrays_find_the_regions_that_each_asks_for() -> None:
    sets = [np.array([points], dtype=np.uint64) for points in range(512)] * 4
    alone, interval = [ArrayBoard(Grid(3, 3)).number_of_regions(points) for points in sets], sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert [*threads.map(ArrayBoard(Grid(3, 3)).number_of_regions, sets)] == alone
    finally:
        sys.setswitchinterval(interval)
