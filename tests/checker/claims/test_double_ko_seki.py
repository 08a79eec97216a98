"""In a double-ko seki nobody can be made to lose more than stones in its kos, and elsewhere somebody can."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2.double_ko_seki import ko_points, nobody_can_be_captured
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.machine import at_points, machine
from superko.checker.play.capture import can_be_forced
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.checker.play.shapes import REPETITIONS, Shape
from superko.spec.algebra import BLACK, WHITE
from superko.spec.vocabulary import Phase

SEKI = REPETITIONS[DOUBLE_KO_SEKI]
DIAMONDS = Shape("", "", ("O.OX", ".OX.", "OX.X"), ("B3", "C1", "pass", "C3", "B1", "pass"))


@pytest.mark.clauses("katago-v2/cleanup/legal-unblocked", "katago-v2/cleanup/unblock")
@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP])
@pytest.mark.thorough
def test_no_attack_on_either_player_succeeds_in_a_cleanup_phase(phase: Phase) -> None:
    verdict = nobody_can_be_captured(SEKI, TERRITORY, phase)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["attacks"] == 8


@pytest.mark.thorough
def test_where_single_stones_stand_around_an_eye_an_attack_succeeds() -> None:
    verdict = nobody_can_be_captured(DIAMONDS, TERRITORY, Phase.FIRST_CLEANUP)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None


def test_an_attack_succeeds_where_the_answering_ko_is_gone() -> None:
    finished = replace(SEKI, rows=(".OOOO", "OX.OX", "XXXXX"), player=BLACK)
    start = finished.game(TERRITORY, Phase.FIRST_CLEANUP)
    if_black = machine(start.record, at_points(ko_points(SEKI) | finished.coloring.empty))
    assert can_be_forced(if_black, BLACK, ko_points(SEKI))[0]
    assert not can_be_forced(if_black, WHITE, ko_points(SEKI))[0]
