"""What players say of dead stones, what they agree on, and who goes on when they don't."""

from __future__ import annotations

import pytest

from superko.spec.algebra import BLACK, WHITE
from superko.spec.dead_stones.statements import Statement, Statements, agreed, disputed, listing, named_stones, no_list
from superko.spec.dead_stones.stops import both_have_passed, resumed_by, still_standing
from superko.spec.rules import Rules

from .boards import coloring, points, vertices


@pytest.mark.clauses("dead-stones/statement", "reading/dead-stones-named")
@pytest.mark.parametrize(("reading", "named"), [("with-connected-stones", ["A2", "B2"]), ("stone-by-stone", ["A2"])])
def test_naming_a_stone_names_the_stones_connected_to_it_or_itself_alone(reading: str, named: list[str]) -> None:
    c = coloring("XXO O.X")
    rules = Rules().reading({"reading/dead-stones-named": reading})
    assert vertices(c.board, named_stones(rules, c, points(c.board, "A2"))) == named


def test_naming_an_empty_point_names_nothing() -> None:
    c = coloring("XXO O.X")
    assert named_stones(Rules(), c, points(c.board, "B1")) == 0


@pytest.mark.parametrize(("reading", "is_list"), [("all-are-alive", True), ("no-list", False)])
def test_an_empty_list_says_that_all_are_alive_or_nothing(reading: str, is_list: bool) -> None:
    rules = Rules().reading({"reading/empty-list-of-dead-stones": reading})
    assert listing(rules, 0) == Statement(0, is_list)
    assert listing(rules, 0b1) == Statement(0b1)


def test_a_player_without_a_list_holds_no_stone_dead() -> None:
    assert no_list() == Statement(0, is_list=False)


@pytest.mark.clauses("dead-stones/agreement")
def test_stones_that_both_name_are_agreed_and_those_that_one_names_are_in_dispute() -> None:
    statements = Statements(black=Statement(0b011), white=Statement(0b110))
    assert (agreed(statements), disputed(statements)) == (0b010, 0b101)


@pytest.mark.clauses("dead-stones/resumption")
def test_the_player_who_passed_first_goes_on() -> None:
    assert (resumed_by(BLACK), resumed_by(WHITE)) == (WHITE, BLACK)


def test_play_stops_once_both_players_have_passed() -> None:
    assert [bool(both_have_passed(passes)) for passes in (0, 1, 2)] == [False, False, True]


@pytest.mark.clauses("dead-stones/japanese")
def test_a_stone_that_was_captured_on_the_copy_is_not_revived_by_one_of_the_other_color() -> None:
    original, copy = coloring("XO XO"), coloring("XX .O")
    stones = original.black | original.white
    assert vertices(original.board, still_standing(stones, original, copy)) == ["A2", "B1"]
