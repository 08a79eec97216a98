"""What is captured by force in cleanup and not in the main phase: bent four, and kos that are left open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2 import finishing_by_force
from superko.checker.claims.katago_v2.bent_four import (
    ALONE,
    BLOCK,
    THREATENED,
    WITH_A_THREAT,
    is_captured,
    threat_stands,
)
from superko.checker.claims.katago_v2.best_play import JAPANESE
from superko.checker.claims.katago_v2.finishing_by_force import (
    direct_ko_should_be_finished,
    ko_of_more_steps_can_be_left,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.shapes import Fight, Shape
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.katago_v2.cleanup import CLEANUP
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase


@pytest.mark.clauses("claim/bent-four-dies", "katago-v2/cleanup/legal-unblocked")
@pytest.mark.parametrize("phase", CLEANUP)
@pytest.mark.parametrize("player", Color)
def test_bent_four_is_captured_in_cleanup_whoever_moves_first(phase: Phase, player: Color) -> None:
    assert is_captured(ALONE, JAPANESE, phase, player).outcome is Outcome.HOLDS


@pytest.mark.parametrize("phase", [Phase.MAIN, *CLEANUP])
def test_the_threat_beside_it_can_not_be_removed(phase: Phase) -> None:
    assert threat_stands(JAPANESE, phase).outcome is Outcome.HOLDS


def test_a_threat_that_can_be_removed_is_noticed() -> None:
    rows = tuple(row.replace("XXX.O", "XXXOO") for row in WITH_A_THREAT.shape.rows)
    removed = replace(THREATENED, shape=replace(WITH_A_THREAT.shape, rows=rows))
    assert threat_stands(JAPANESE, Phase.MAIN, removed).outcome is Outcome.REFUTED


def test_a_group_that_costs_another_one_is_not_captured() -> None:
    """Given a capture after which the next turn takes the attacker's own group, when that group matters, it fails."""
    plain = Fight(Shape("", "", (".OX.XO.",)), BLACK, "B1", "", "A1 D1")
    assert plain.attacked(Rules(suicide=False), Phase.MAIN).by_force is True
    assert replace(plain, own="E1").attacked(Rules(suicide=False), Phase.MAIN).by_force is False


@pytest.mark.clauses("claim/finish-direct-ko", "katago-v2/cleanup/legal-unblocked")
def test_a_direct_ko_left_open_is_lost_in_cleanup_whatever_threats_there_are() -> None:
    verdict = direct_ko_should_be_finished(JAPANESE)
    assert (verdict.outcome, verdict.counts["attacks"]) == (Outcome.HOLDS, 6)


def test_if_white_made_no_ko_moves_in_cleanup_it_could_be_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finishing_by_force, "PHASES", (Phase.FIRST_CLEANUP,))
    broken = JAPANESE.replacing(BLOCK, lambda record, play: record.position.player is BLACK, "White takes no ko.")
    verdict = direct_ko_should_be_finished(broken)
    assert verdict.outcome is Outcome.REFUTED
    assert "after no turn in cleanup1" in verdict.notes


def test_a_ko_that_takes_an_approach_move_can_be_left_open() -> None:
    assert ko_of_more_steps_can_be_left(JAPANESE).outcome is Outcome.HOLDS


def test_if_black_made_no_moves_the_ko_of_more_steps_would_be_lost_as_well() -> None:
    broken = JAPANESE.replacing("katago-v2/move/suicide-ban", lambda play: play.player is WHITE, "Black can't move.")
    assert ko_of_more_steps_can_be_left(broken).outcome is Outcome.REFUTED
