"""Positions drawn as SVG: what a reader sees and hears of each point."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

from hypothesis import given

from superko.interpreter.drawing import Picture, in_words, picture_of, point_in_words, svg
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_turn, parse_vertex, vertices
from superko.spec.algebra import Coloring
from superko.spec.rules import Rules

from .drawn import colorings

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
