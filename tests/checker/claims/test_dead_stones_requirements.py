"""The protocols do what the chapter asks of them, but for those that judge instead of playing on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.dead_stones.requirements import (
    captures_are_possible,
    every_list_comes_to_an_end,
    nothing_is_settled,
    smallest_change_of_territory,
    smallest_kept_capture,
)
from superko.checker.claims.dead_stones.scores import TERRITORY
from superko.checker.evidence.verdict import Outcome
from superko.interpreter import adjudication
from superko.interpreter.notation import parse_board
from superko.spec.algebra import Grid
from superko.spec.dead_stones.protocols import PROTOCOLS, Sequel
from superko.spec.presets import PRESETS

TEN_RULES = PRESETS["tromp-taylor-ten"]
TWO = Grid(2, 1)
THAT_ASK = [name for name in PROTOCOLS if name != "none"]


@pytest.mark.clauses("claim/protocols-let-capture")
@pytest.mark.parametrize("name", ["chinese", "kgs", "japanese"])
def test_protocols_that_play_on_let_players_capture(name: str) -> None:
    verdict = captures_are_possible(TEN_RULES, PROTOCOLS[name], TWO)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["disputes"] > 0


@pytest.mark.clauses("claim/protocols-let-capture")
@pytest.mark.parametrize(("name", "one_is_silent"), [("agreement", False), ("mediation", False), ("japanese", True)])
def test_where_nobody_plays_on_a_capture_is_prevented(name: str, one_is_silent: bool) -> None:
    verdict = smallest_kept_capture(TEN_RULES, PROTOCOLS[name], one_is_silent)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.scope, verdict.witness.turns) == (Outcome.REFUTED, "2x1", ("A1", "pass", "pass"))


def test_a_protocol_that_ends_the_game_on_a_disagreement_is_noticed() -> None:
    impatient = replace(PROTOCOLS["chinese"], sequel=lambda statements: Sequel.END)
    assert captures_are_possible(TEN_RULES, impatient, TWO).outcome is Outcome.REFUTED


def test_a_protocol_that_asks_nobody_decides_nothing() -> None:
    assert captures_are_possible(TEN_RULES, PROTOCOLS["none"], TWO).outcome is Outcome.UNKNOWN
    assert every_list_comes_to_an_end(TEN_RULES, PROTOCOLS["none"], TWO).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/protocols-every-list", "claim/protocols-unsettled")
@pytest.mark.parametrize("unsettled_only", [False, True])
@pytest.mark.parametrize("name", THAT_ASK)
def test_every_protocol_copes_with_every_list(name: str, unsettled_only: bool) -> None:
    verdict = every_list_comes_to_an_end(TEN_RULES, PROTOCOLS[name], TWO, unsettled_only)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["stops"] > 0


def test_lists_are_of_all_kinds() -> None:
    counts = every_list_comes_to_an_end(TEN_RULES, PROTOCOLS["agreement"], Grid(2, 2)).counts
    assert min(counts[kind] for kind in ("own_stones", "opponents_stones", "both_colors", "agreed", "not_agreed")) > 0


@pytest.mark.parametrize("unsettled_only", [False, True])
def test_a_protocol_that_resumes_play_forever_is_noticed(unsettled_only: bool) -> None:
    endless = replace(PROTOCOLS["kgs"], ends_at_once=lambda stop: False, sequel=lambda statements: Sequel.RESUME)
    assert every_list_comes_to_an_end(TEN_RULES, endless, TWO, unsettled_only).outcome is Outcome.REFUTED


def test_removing_stones_that_nobody_named_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudication, "agreed", lambda said: 0b11)
    assert every_list_comes_to_an_end(TEN_RULES, PROTOCOLS["agreement"], TWO).outcome is Outcome.REFUTED


def test_stones_with_two_eyes_are_settled_and_an_empty_board_has_none() -> None:
    assert [nothing_is_settled(parse_board(board)) for board in ("...", ".X.", "X..")] == [False, False, True]


@pytest.mark.clauses("claim/playing-on-changes-territory")
def test_playing_on_the_board_itself_changes_the_territory_score() -> None:
    verdict = smallest_change_of_territory(TEN_RULES, TERRITORY, PROTOCOLS["kgs"])
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "3x1")


def test_playing_on_a_copy_does_not() -> None:
    verdict = smallest_change_of_territory(TEN_RULES, TERRITORY, PROTOCOLS["japanese"], widest=2)
    assert verdict.outcome is Outcome.UNKNOWN
