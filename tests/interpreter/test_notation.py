"""Boards, vertices and turns as text: one line for programs, diagrams for people."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.drawing import Picture, in_words, picture_of, point_in_words, svg
from superko.interpreter.game import Game
from superko.interpreter.notation import (
    board_text,
    diagram,
    parse_board,
    parse_turn,
    parse_turns,
    parse_vertex,
    turn_text,
    vertex,
    vertices,
)
from superko.spec.algebra import Coloring, Grid
from superko.spec.algebra.integers import integer_board
from superko.spec.rules import Rules
from superko.spec.vocabulary import AGREE, PASS, Move, Turn, Unblock

from .drawn import colorings, grids_and_points


def test_text_shows_rows_from_the_top_with_black_as_x_and_white_as_o() -> None:
    grid = integer_board(3, 2).grid
    c = Coloring(integer_board(3, 2), black=grid.point(0, 0), white=grid.point(2, 1))
    assert board_text(c) == "X../..O"


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


# Vertices and turns as text.


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
    "BC1",
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


# Positions drawn as SVG: what a reader sees and hears of each point.


SVG = "{http://www.w3.org/2000/svg}"
C = parse_board(".XO/OX.")
GRID = C.board.grid


def drawn(picture: Picture, buttons: bool = False) -> Element:
    return fromstring(svg(picture, buttons=buttons))


def points(element: Element) -> list[Element]:
    return [group for group in element.iter(f"{SVG}g") if group.get("class") == "point"]


def shapes(group: Element, name: str) -> list[Element]:
    return [shape for shape in group if name in shape.get("class", "").split()]


@given(colorings())
def test_every_point_is_named_once_and_shows_the_stone_that_stands_there(c: Coloring[int]) -> None:
    groups = points(drawn(Picture(c), buttons=True))
    named = [group.findtext(f"{SVG}title") or "" for group in groups]
    assert [name.split(", ")[0] for name in named] == vertices(c.board.grid, c.board.everything)
    for color, of_color in (("black", c.black), ("white", c.white)):
        with_stone = [name for name, group in zip(named, groups, strict=True) if shapes(group, color)]
        assert with_stone == [f"{name}, {color}" for name in vertices(c.board.grid, of_color)]


@given(colorings())
def test_an_image_is_drawn_at_the_points_alone_at_which_something_is(c: Coloring[int]) -> None:
    named = {(group.findtext(f"{SVG}title") or "").split(", ")[0] for group in points(drawn(Picture(c)))}
    assert named == set(vertices(c.board.grid, c.black | c.white))


def test_a_stone_that_is_assumed_looks_and_sounds_like_no_other() -> None:
    point = parse_vertex(GRID, "B2")
    picture = Picture(C, assumed=point)
    drawings = {svg(Picture(C)), svg(Picture(C, dead=point)), svg(picture)}
    assert len(drawings) == 3
    assert point_in_words(picture, point) == "B2, black, assumed to be filled"
    assert in_words(picture).endswith("assumed to be filled: B2.")


def test_what_is_drawn_at_a_point_has_a_shape_of_its_own() -> None:
    a, b, c = (parse_vertex(GRID, name) for name in ("A1", "B1", "C1"))
    groups = points(drawn(Picture(C, last=a, marks=b, spoken_of=c | a, crossed=c, labels={b: "7"})))
    classes = {
        (group.findtext(f"{SVG}title") or "")[:2]: [s.get("class") for s in group if s.tag != f"{SVG}title"]
        for group in groups
        if group.findtext(f"{SVG}title", "").split(",")[0] in ("A1", "B1", "C1")
    }
    assert classes == {
        "A1": ["stone white", "last", "spoken"],
        "B1": ["stone black", "mark", None],
        "C1": ["spoken", "crossed"],
    }


def test_a_picture_without_buttons_is_one_image_with_a_sentence() -> None:
    image = drawn(Picture(C))
    assert (image.get("role"), image.get("aria-label")) == ("img", in_words(Picture(C)))
    assert not [group for group in points(image) if group.get("role")]


def test_points_as_buttons_are_named_and_the_first_is_reached_by_the_tabulator() -> None:
    said = {parse_vertex(GRID, "C1"): 'illegal: no "null" <change>'}
    buttons = points(drawn(Picture(C, said=said), buttons=True))
    assert {button.get("role") for button in buttons} == {"button"}
    assert [button.get("tabindex") for button in buttons] == ["0", *["-1"] * 5]
    assert [button.get("data-vertex") for button in buttons] == vertices(GRID, C.board.everything)
    assert buttons[-1].get("aria-label") == 'C1, illegal: no "null" <change>'


def test_the_picture_of_a_game_shows_its_last_move_and_no_move_after_a_pass() -> None:
    game = Game(Rules(), 2).play(parse_turn(GRID, "A1"))
    assert picture_of(game.record).last == game.position.coloring.black
    assert picture_of(game.play(parse_turn(GRID, "pass")).record).last == 0


def test_a_point_says_all_that_is_drawn_there() -> None:
    point = parse_vertex(GRID, "B2")
    assert point_in_words(Picture(C, last=point, marks=point, spoken_of=point), point) == (
        "B2, black, last turn, ko-recapture-blocked, spoken of"
    )


def test_columns_are_lettered_without_i_and_rows_counted_from_below() -> None:
    texts = [text.text for text in drawn(Picture(parse_board("/".join(["." * 9] * 2)))).iter(f"{SVG}text")]
    assert texts == [*"ABCDEFGHJ", "2", "1"]
