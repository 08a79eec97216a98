"""A double ko ends the phase by a repeated pass, and never ends the game without result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_summary.double_ko import ends_the_phase, has_a_result
from superko.checker.claims.katago_summary.long_cycles import REPEATED_PASS
from superko.checker.claims.katago_summary.repetition import SIMPLE
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.cycles import DOUBLE_KO_SEKI, TRIPLE_KO
from superko.checker.play.shapes import REPETITIONS, SEKI_WITHOUT_DAME, Shape
from superko.interpreter.result import NoResult
from superko.spec.parameters import Ko

SHAPES = [REPETITIONS[DOUBLE_KO_SEKI], SEKI_WITHOUT_DAME]


@pytest.mark.clauses("claim/summary-long-cycle", REPEATED_PASS)
@pytest.mark.parametrize("shape", SHAPES, ids=["with dame", "without"])
def test_a_double_ko_ends_the_phase_and_the_game_has_a_result(shape: Shape) -> None:
    verdict = ends_the_phase(shape, SIMPLE)
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.witness is not None
    assert verdict.witness.game().ended_by == REPEATED_PASS
    assert has_a_result(shape, SIMPLE).outcome is Outcome.REFUTED


@pytest.mark.parametrize("shape", SHAPES, ids=["with dame", "without"])
def test_under_superko_no_pass_is_repeated(shape: Shape) -> None:
    assert ends_the_phase(shape, replace(SIMPLE, ko=Ko.SITUATIONAL)).outcome is Outcome.REFUTED


@pytest.mark.thorough
def test_a_triple_ko_does_end_without_result() -> None:
    verdict = has_a_result(REPETITIONS[TRIPLE_KO], SIMPLE)
    assert verdict.outcome is Outcome.WITNESSED
    assert verdict.witness is not None
    assert isinstance(verdict.witness.game().result, NoResult)
