"""The first cleanup phase changes ko alone, positional superko is another game, and rules with more are noticed."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2.first_phase import changes_ko_alone, smallest_game_of_a_server
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.vocabulary import Phase, Play, Record

CHINESE, SERVER = PRESETS["chinese-like"], PRESETS["chinese-ogs-kgs"]


def captures_something(record: Record, play: Play[int]) -> bool:
    """In the first cleanup phase, only moves that capture are legal."""
    return record.position.phase is not Phase.FIRST_CLEANUP or play.captured != 0


def all_moves(phase: Phase) -> bool:
    """Moves of every phase are scored, but for those of the main phase."""
    return phase is not Phase.MAIN


@pytest.mark.clauses("claim/first-phase-changes-ko-alone")
def test_only_ko_moves_tell_the_first_phase_from_the_main_phase() -> None:
    verdict = changes_ko_alone(TERRITORY, Grid(5, 1))
    assert (verdict.outcome, verdict.counts["ko_moves_told_apart"]) == (Outcome.HOLDS, 8)


def test_on_boards_without_kos_and_room_for_threats_nothing_is_decided() -> None:
    assert changes_ko_alone(TERRITORY, Grid(3, 1)).outcome is Outcome.UNKNOWN


def test_a_phase_that_forbids_more_is_noticed() -> None:
    only_captures = make_clause(captures_something, "ours/captures", decides=Decision.LEGAL)
    verdict = changes_ko_alone(TERRITORY.adding(only_captures), Grid(3, 1))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_a_phase_whose_moves_are_scored_is_noticed() -> None:
    scored = TERRITORY.replacing("katago-v2/territory/score-none#scored-moves", all_moves)
    assert changes_ko_alone(scored, Grid(2, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/servers-play-otherwise")
def test_positional_superko_is_another_game_than_simple_ko() -> None:
    verdict = smallest_game_of_a_server(CHINESE, SERVER)
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "3x1")
    assert smallest_game_of_a_server(CHINESE, CHINESE, most_points=2).outcome is Outcome.UNKNOWN
