"""Vertices and turns as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.notation import parse_turn, parse_turns, parse_vertex, turn_text, vertex, vertices
from superko.spec.algebra import Grid
from superko.spec.vocabulary import AGREE, PASS, Move, Turn, Unblock

from .drawn import grids_and_points

BOARD = Grid(9, 5)


@pytest.mark.parametrize(
    ("name", "column", "row"), [("A1", 0, 4), ("A5", 0, 0), ("H1", 7, 4), ("J1", 8, 4), ("J5", 8, 0)]
)
def test_a_vertex_is_a_column_letter_without_i_and_a_row_counted_from_the_bottom(
    name: str, column: int, row: int
) -> None:
    assert vertex(BOARD, BOARD.point(column, row)) == name
    assert parse_vertex(BOARD, name) == BOARD.point(column, row)


def test_the_corners_of_the_largest_board_are_a1_and_bb52() -> None:
    grid = Grid(52, 52)
    assert [vertex(grid, grid.point(0, 51)), vertex(grid, grid.point(51, 0))] == ["A1", "BB52"]


def test_a_set_of_points_is_listed_from_the_top_left_row_by_row() -> None:
    assert vertices(Grid(2, 2), 0b1111) == ["A2", "B2", "A1", "B1"]
    assert vertices(Grid(2, 2), 0) == []


@given(grids_and_points())
def test_reading_what_was_written_gives_the_same_point_and_turn(drawn: tuple[Grid, int]) -> None:
    grid, point = drawn
    assert parse_vertex(grid, vertex(grid, point)) == point
    for turn in (PASS, Move(point), Unblock(point)):
        assert parse_turn(grid, turn_text(grid, turn)) == turn


@given(grids_and_points(), st.lists(st.sampled_from(["pass", "agree", "move", "unblock"])))
def test_turns_written_one_after_the_other_are_read_as_they_were(drawn: tuple[Grid, int], kinds: list[str]) -> None:
    grid, point = drawn
    named: dict[str, Turn] = {"pass": PASS, "agree": AGREE, "move": Move(point), "unblock": Unblock(point)}
    turns = tuple(named[kind] for kind in kinds)
    assert parse_turns(grid, " ".join(turn_text(grid, turn) for turn in turns)) == turns


@pytest.mark.parametrize(("text", "turn"), [("a5", Move(1)), ("PASS", PASS), ("Unblock a5", Unblock(1))])
def test_letters_may_be_small_or_capital(text: str, turn: object) -> None:
    assert parse_turn(BOARD, text) == turn


NO_VERTICES = [
    "",
    "A",
    "1",
    "A0",
    "A01",
    "I1",
    "A1 ",
    " A1",
    "A1\n",
    "A-1",
    "AA1",
    "A100",
    "A٣",
    "Ａ1",
    "11",
    "\u017f1",
    "\u212a1",
]


@pytest.mark.parametrize("text", NO_VERTICES)
def test_anything_else_is_no_vertex_and_no_turn(text: str) -> None:
    with pytest.raises(ValueError, match="is no vertex"):
        parse_vertex(BOARD, text)
    with pytest.raises(ValueError, match=r"is no turn|is no vertex"):
        parse_turn(BOARD, text)


@pytest.mark.parametrize("text", ["A6", "K1", "BB52", "A99"])
def test_a_vertex_off_the_board_is_refused_and_the_corners_are_named(text: str) -> None:
    with pytest.raises(ValueError, match=rf"{text} is off the board, whose vertices go from A1 to J5\."):
        parse_vertex(BOARD, text)


@pytest.mark.parametrize(
    "text",
    ["unblock", "unblock  A1", "unblock A1 B1", "unblockA1", "unblock pass", "pass A1", "unbloc\u212a A1", "resign"],
)
def test_anything_else_is_no_turn(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no turn|is no vertex"):
        parse_turn(BOARD, text)


def written_again_or_refusal(text: str) -> str:
    try:
        return turn_text(BOARD, parse_turn(BOARD, text))
    except ValueError as refusal:
        return str(refusal)


@given(st.text())
def test_any_text_is_a_turn_or_refused_in_a_bounded_sentence(text: str) -> None:
    outcome = written_again_or_refusal(text)
    assert outcome.lower() == text.lower() or (outcome.endswith(".") and len(outcome) < 200)
