"""Boards as text: one line for programs, diagrams for people."""

from __future__ import annotations

import pytest
from hypothesis import given

from superko.interpreter.notation import board_text, diagram, parse_board
from superko.spec.algebra import Coloring
from superko.spec.algebra.integers import integer_board

from .drawn import colorings


def test_text_shows_rows_from_the_top_with_black_as_x_and_white_as_o() -> None:
    grid = integer_board(3, 2).grid
    c = Coloring(integer_board(3, 2), black=grid.point(0, 0), white=grid.point(2, 1))
    assert board_text(c) == "X../..O"


def test_the_text_of_one_row_or_one_column_has_its_shape() -> None:
    assert parse_board("X.O").board.grid == integer_board(3, 1).grid
    assert parse_board("X/./O").board.grid == integer_board(1, 3).grid


@given(colorings())
def test_reading_what_was_written_gives_the_same_coloring(c: Coloring[int]) -> None:
    assert parse_board(board_text(c)) == c


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "sides of 1 to 52 points"),
        ("." * 53, "sides of 1 to 52 points"),
        ("/".join("." * 53), "sides of 1 to 52 points"),
        ("../.", "differ in length"),
        ("../", "differ in length"),
        ("x.", "other characters"),
        (".B", "other characters"),
        ("..\n", "other characters"),
    ],
)
def test_a_text_of_the_wrong_shape_or_characters_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_board(text)


def test_a_long_text_is_quoted_in_part_only() -> None:
    with pytest.raises(ValueError, match=r"\.\.\.") as refusal:
        parse_board("?" * 25 + "/" + "." * 25)
    assert len(str(refusal.value)) < 150


def test_a_diagram_has_letters_without_i_and_rows_counted_from_the_bottom() -> None:
    c = parse_board("." * 9 + "X/" + "O" + "." * 9)
    assert diagram(c).splitlines() == [
        "    A  B  C  D  E  F  G  H  J  K",
        " 2  .  .  .  .  .  .  .  .  .  X",
        " 1  O  .  .  .  .  .  .  .  .  .",
    ]


def test_a_diagram_lines_up_on_more_than_nine_rows() -> None:
    lines = diagram(parse_board("/".join("X" * 10))).splitlines()
    assert lines[:3] == ["    A", "10  X", " 9  X"]


def test_a_diagram_shows_marked_points_and_the_last_move() -> None:
    c = parse_board(".X./OX.")
    black_above, black_below, corner = 0b000010, 0b010000, 0b000001
    assert diagram(c, marked=corner | black_above, last=black_below).splitlines()[1:] == [
        " 2 [.][X] .",
        " 1  O (X) .",
    ]


def test_the_last_move_can_be_marked_too() -> None:
    assert diagram(parse_board("X"), marked=1, last=1).splitlines()[1] == " 1 {X}"


@given(colorings())
def test_a_diagram_of_nothing_marked_holds_the_text_row_by_row(c: Coloring[int]) -> None:
    rows = [line[3:].replace(" ", "") for line in diagram(c).splitlines()[1:]]
    assert "/".join(rows) == board_text(c)
