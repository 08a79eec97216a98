"""Moves: what they capture, which are pseudolegal, and what forbids the others."""

from __future__ import annotations

import pytest

from superko.spec.algebra import BLACK, WHITE
from superko.spec.rules import Rules

from .games import after, board, objection, set_up, turns

SUICIDE, NO_SUICIDE = Rules(suicide=True), Rules(suicide=False)

either_suicide_rule = pytest.mark.parametrize("rules", [SUICIDE, NO_SUICIDE], ids=["suicide", "no suicide"])


@either_suicide_rule
def test_a_move_captures_the_opponents_regions_without_liberties(rules: Rules) -> None:
    before = set_up(rules, "OX./...")
    taken = after(before, "A1")
    assert board(taken) == ".X./X.."
    assert taken.record.tally.captures == {BLACK: 0, WHITE: 1}


@either_suicide_rule
def test_a_move_captures_every_region_that_it_leaves_without_liberties(rules: Rules) -> None:
    taken = after(set_up(rules, "O.O/X.X"), "B2")
    assert board(taken) == ".X./X.X"
    assert taken.record.tally.captures == {BLACK: 0, WHITE: 2}


@either_suicide_rule
@pytest.mark.clauses("katago-v2/move/pseudolegal", "katago-v2/move/resolve-captures")
def test_the_opponents_captures_come_before_the_players_own(rules: Rules) -> None:
    """Given a point without liberties, when a move there captures, then the player's stones stay."""
    taken = after(set_up(rules, "OX/.X"), "A1")
    assert board(taken) == ".X/XX"
    assert taken.record.tally.captures == {BLACK: 0, WHITE: 1}


def test_a_move_elsewhere_captures_nothing() -> None:
    assert board(after(set_up(SUICIDE, "OX./..."), "C1")) == "OX./..X"


@either_suicide_rule
@pytest.mark.parametrize("point", ["A2", "B2"])
def test_a_point_that_is_not_empty_cannot_be_played(rules: Rules, point: str) -> None:
    assert objection(set_up(rules, "OX./..."), point) == ("katago-v2/move/pseudolegal#empty", None)


@either_suicide_rule
@pytest.mark.clauses("claim/single-suicide-null")
def test_a_suicide_of_one_stone_leaves_the_coloring_as_it_was_and_is_never_legal(rules: Rules) -> None:
    game = set_up(rules, "O./.O")
    assert objection(game, "B2") == ("katago-v2/move/no-null-change", ["B2"])
    assert objection(game, "A1") == ("katago-v2/move/no-null-change", ["A1"])
    assert turns(game) == ["pass"]


def test_a_suicide_of_several_stones_empties_them_where_it_is_allowed() -> None:
    game = after(set_up(SUICIDE, "X.O."), "B1")
    assert board(game) == "..O."
    assert game.record.tally.captures == {BLACK: 2, WHITE: 0}


def test_a_suicide_of_several_stones_is_forbidden_where_it_is_not_allowed() -> None:
    assert objection(set_up(NO_SUICIDE, "X.O."), "B1") == ("katago-v2/move/suicide-ban", ["A1", "B1"])


def test_captures_add_up_over_the_game() -> None:
    game = set_up(SUICIDE, "OX./...", captures={BLACK: 2, WHITE: 4})
    assert after(game, "A1, C2, C1").record.tally.captures == {BLACK: 2, WHITE: 6}


def test_the_legal_turns_are_a_pass_and_then_the_moves_from_the_top_left() -> None:
    assert turns(set_up(SUICIDE, "X./.O")) == ["pass", "B2", "A1"]


def test_unblocking_is_no_turn_of_the_main_phase() -> None:
    assert objection(set_up(SUICIDE, "X./.O"), "unblock B1") == ("katago-v2/main/start#turn", None)
