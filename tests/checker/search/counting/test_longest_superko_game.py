"""The longest games under superko have as many moves as published, and are shown by a game that the referee accepts."""

from __future__ import annotations

import pytest
from hypothesis import given

from superko.checker.claims.facts import games
from superko.checker.claims.facts.games import PUBLISHED_MOVES, longest_game
from superko.checker.counting.longest_superko_game import long_walk, most_moves
from superko.checker.counting.superko_steps import StepTable, step_table
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules

from .test_superko_games import any_tables
from .walked import games_of_each_length


@pytest.mark.parametrize("suicide", [True, False])
@pytest.mark.parametrize("sides", [(3, 1), (4, 1), (2, 2)], ids=str)
def test_the_longest_game_is_as_long_as_published_and_no_game_is_longer(sides: tuple[int, int], suicide: bool) -> None:
    verdict = longest_game(Rules(suicide=suicide), Grid(*sides))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["moves"] == verdict.counts["at_most"] == PUBLISHED_MOVES[Ko.POSITIONAL][sides]


@pytest.mark.thorough
def test_the_witness_has_as_many_moves_as_it_says_and_then_ends_with_two_passes() -> None:
    verdict = longest_game(Rules(), Grid(2, 2))
    assert verdict.witness is not None
    moves = [turn for turn in verdict.witness.turns if turn != "pass"]
    assert len(moves) == verdict.counts["moves"]
    assert verdict.witness.game().ended_by == "katago-v2/main/end-two-passes"


@given(any_tables())
def test_no_walk_is_longer_than_the_bound_and_a_long_walk_is_one_of_them(table: StepTable) -> None:
    longest = len(games_of_each_length(table)) - 1
    assert len(long_walk(table, width=1)) <= longest <= most_moves(table)
    assert len(long_walk(table, width=10_000)) == longest


def test_on_one_and_two_points_all_games_are_counted_where_the_bound_is_too_high() -> None:
    verdict = longest_game(Rules(), Grid(2, 1))
    assert verdict.method == "layers"
    assert verdict.counts["moves"] == 2
    assert most_moves(step_table(Rules(), Grid(2, 1))) == 4


def test_a_search_that_keeps_too_little_leaves_the_longest_game_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "KEPT_WALKS", 1)
    monkeypatch.setattr(games, "FEW_STATES", 0)
    verdict = longest_game(Rules(), Grid(2, 2))
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["moves"] < verdict.counts["at_most"] == 48


@pytest.mark.clauses("katago-v2/main/legal-superko")
def test_a_longest_game_of_situational_superko_repeats_a_position() -> None:
    verdict = longest_game(Rules(ko=Ko.SITUATIONAL, suicide=True), Grid(3, 1))
    assert verdict.counts["moves"] == 15
    assert len(step_table(Rules(), Grid(3, 1)).states) == 15


def test_another_number_of_moves_than_published_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PUBLISHED_MOVES[Ko.POSITIONAL], (3, 1), 15)
    assert longest_game(Rules(), Grid(3, 1)).outcome is Outcome.REFUTED
