"""Graph and search find the same shortest games without result, as published, and notice broken rules."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts import no_result
from superko.checker.claims.facts.no_result import (
    PUBLISHED,
    shortest_without_result,
    turns_with_the_last_state,
    witness,
)
from superko.checker.claims.facts.plain_search import search
from superko.checker.evidence.verdict import Outcome
from superko.checker.graph.shortest_game import graph_of_phase, shortest_game_without_result
from superko.interpreter import Game, NoResult
from superko.interpreter.game import GameOver
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Record, Turn

NO_RESULT = "katago-v2/main/no-result"
SIMPLE_KO = "katago-v2/main/legal-simple-ko"
TINY = [Grid(1, 1), Grid(2, 1), Grid(3, 1), Grid(4, 1)]


def simple_ko(suicide: bool = False) -> Rules:
    return Rules(ko=Ko.SIMPLE, suicide=suicide)


def ending_on_the_second_occurrence() -> Rules:
    def stood_before(record: Record) -> bool:
        """The game ends as soon as a state stands again."""
        return record.since_pass.times(record.state) > 1

    return simple_ko().replacing(NO_RESULT, stood_before)


def by_graph(rules: Rules, grid: Grid) -> tuple[Turn, ...] | None:
    return shortest_game_without_result(graph_of_phase(rules, grid))


def by_search(rules: Rules, grid: Grid, longest: int | None = None) -> Game | None:
    return search(rules, grid, longest=longest).found


@pytest.mark.clauses(NO_RESULT)
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [size for size, turns in PUBLISHED.items() if turns], ids=str)
def test_the_shortest_game_without_result_is_as_long_as_published(size: tuple[int, int], suicide: bool) -> None:
    turns = by_graph(simple_ko(suicide), Grid(*size))
    assert turns is not None
    assert len(turns) == PUBLISHED[size]


@pytest.mark.clauses(NO_RESULT)
@pytest.mark.parametrize("suicide", [False, True])
def test_on_two_points_no_game_ends_without_result(suicide: bool) -> None:
    verdict = shortest_without_result(simple_ko(suicide), Grid(2, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.method == "graph and search"
    assert verdict.witness is None


def test_on_one_point_nothing_is_tested() -> None:
    verdict = shortest_without_result(simple_ko(), Grid(1, 1))
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.notes.startswith("Nothing was tested")


@pytest.mark.clauses(NO_RESULT)
def test_the_witness_ends_without_result_on_its_last_turn_and_nothing_shorter_does() -> None:
    verdict = shortest_without_result(simple_ko(), Grid(4, 1))
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.minimal
    assert verdict.witness is not None
    end = verdict.witness.game()
    assert end.result == NoResult()
    assert end.record.turn == PUBLISHED[4, 1]
    assert turns_with_the_last_state(end) == [1, 5, 9]


def test_a_game_that_starts_again_after_a_pass_is_found_on_six_points() -> None:
    turns = by_graph(simple_ko(), Grid(3, 2))
    assert turns is not None
    assert PASS in turns
    assert witness(simple_ko(), Grid(3, 2), turns).turns[-1] == "B1"


@pytest.mark.parametrize("grid", TINY, ids=str)
@pytest.mark.parametrize(
    "rules",
    [
        simple_ko(suicide=False),
        simple_ko(suicide=True),
        simple_ko().dropping(SIMPLE_KO),
        simple_ko().dropping("katago-v2/main/state#player"),
        simple_ko(suicide=True).dropping("katago-v2/move/no-null-change"),
        simple_ko().reading({"reading/state-after-pass": "excluded"}),
        ending_on_the_second_occurrence(),
    ],
    ids=["suicide=no", "suicide=yes", "no ko", "no player", "null changes", "passes excluded", "second occurrence"],
)
def test_graph_and_search_find_games_of_equal_length_whatever_the_rules(rules: Rules, grid: Grid) -> None:
    turns = by_graph(rules, grid)
    found = by_search(rules, grid, longest=len(turns) if turns else 10)
    assert (found.record.turn if found else None) == (len(turns) if turns else None)


@pytest.mark.parametrize(
    ("rules", "grid"),
    [(simple_ko().dropping(SIMPLE_KO), Grid(4, 1)), (ending_on_the_second_occurrence(), Grid(3, 1))],
    ids=["without simple ko", "ending on the second occurrence"],
)
def test_each_engine_finds_a_shorter_game_than_published_under_broken_rules(rules: Rules, grid: Grid) -> None:
    published = PUBLISHED[grid.width, grid.height]
    turns = by_graph(rules, grid)
    assert turns is not None
    assert len(turns) < published
    found = by_search(rules, grid, longest=published - 1)
    assert found is not None
    assert found.result == NoResult()


@pytest.mark.clauses("katago-v2/move/suicide-ban")
def test_each_engine_notices_that_the_suicide_ban_was_dropped() -> None:
    rules, grid = simple_ko(), Grid(4, 1)
    amended = rules.dropping("katago-v2/move/suicide-ban")
    assert search(amended, grid, longest=8).games > search(rules, grid, longest=8).games
    assert [graph_of_phase(some, grid).returning for some in (rules, amended)] == [48, 80]


def test_without_the_clause_no_engine_finds_a_game_without_result() -> None:
    rules = simple_ko().dropping(NO_RESULT)
    assert graph_of_phase(rules, Grid(3, 1)).occurrences is None
    assert by_graph(rules, Grid(3, 1)) is None
    assert by_search(rules, Grid(3, 1), longest=PUBLISHED[3, 1]) is None


def test_another_number_of_turns_than_published_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PUBLISHED, (4, 1), 11)
    assert shortest_without_result(simple_ko(), Grid(4, 1)).outcome is Outcome.REFUTED


def test_engines_that_disagree_leave_the_claim_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(no_result, "shortest_game_without_result", lambda graph: None)
    verdict = shortest_without_result(simple_ko(), Grid(3, 1))
    assert verdict.outcome is Outcome.UNKNOWN
    assert "13 turns" in verdict.notes


def test_a_witness_must_end_without_result_on_its_last_turn() -> None:
    turns = by_graph(simple_ko(), Grid(4, 1))
    assert turns is not None
    with pytest.raises(ValueError, match="does not end without result"):
        witness(simple_ko(), Grid(4, 1), turns[:-1])
    with pytest.raises(GameOver):
        witness(simple_ko(), Grid(4, 1), (*turns, PASS))


def test_a_state_that_stood_before_a_pass_is_not_counted() -> None:
    game = Game.start(simple_ko(), 2, 1).play(PASS)
    assert turns_with_the_last_state(game) == [1]
