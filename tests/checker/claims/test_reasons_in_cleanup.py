"""What a single cleanup phase would bring, and what counting ko-moves by points alone would."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts.repetitions import TERRITORY
from superko.checker.claims.katago_v2.reasons_in_cleanup import (
    capture_that_another_rule_forbids,
    leads,
    made_once_at_each_point,
    smallest_pass_fight,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.checker.play.shapes import REPETITIONS
from superko.interpreter.game import Game
from superko.spec.algebra import WHITE
from superko.spec.katago_v2.cleanup import made_once_per_coloring
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Phase

JAPANESE, SEKI = PRESETS["japanese-like"], REPETITIONS[DOUBLE_KO_SEKI]
SCORED_MOVES = "katago-v2/territory/score-none#scored-moves"


@pytest.mark.clauses("claim/single-phase-pass-fight")
def test_in_a_single_phase_the_center_of_three_points_is_worth_more_than_before() -> None:
    verdict = smallest_pass_fight(JAPANESE)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.scope, verdict.witness.turns) == (Outcome.WITNESSED, "3x1", ("B1",))


def test_without_points_for_moves_a_single_phase_would_do() -> None:
    """Given three empty points, when no moves are scored, then the center gains no more in cleanup than before."""
    for rules, are_fought_for in ((JAPANESE, True), (JAPANESE.dropping(SCORED_MOVES), False)):
        found = leads(Game.start(rules, 3, 1), Phase.SECOND_CLEANUP)
        assert found is not None
        assert found[0].are_fought_for is are_fought_for


@pytest.mark.clauses("claim/exactly-the-coloring")
def test_a_seki_that_collapses_could_be_kept_if_points_alone_counted() -> None:
    verdict = capture_that_another_rule_forbids(TERRITORY, SEKI, made_once_at_each_point)
    assert (verdict.outcome, verdict.scope) == (Outcome.WITNESSED, "5x3")
    assert verdict.witness is not None
    assert verdict.witness.game().record.tally.captures[WHITE] > 5


def test_what_the_document_says_forbids_no_such_capture() -> None:
    verdict = capture_that_another_rule_forbids(TERRITORY, SEKI, made_once_per_coloring)
    assert verdict.outcome is Outcome.UNKNOWN
