"""Stones without hope pay off by the ten rules, and not where a rule removes them."""

from __future__ import annotations

import pytest

from superko.checker.claims.dead_stones.scores import TROMP_TAYLOR, smallest_that_pay
from superko.checker.claims.katago_summary.scores import REMOVED
from superko.checker.evidence.verdict import Outcome

REMOVING = TROMP_TAYLOR.reading(REMOVED)


@pytest.mark.clauses("claim/hopeless-stones-pay")
def test_a_stone_in_the_opponents_territory_costs_the_opponent_points() -> None:
    verdict = smallest_that_pay(TROMP_TAYLOR, REMOVING)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.scope, verdict.witness.start.board) == (Outcome.WITNESSED, "3x2", "OX./.X.")


def test_by_rules_that_remove_such_stones_they_do_not() -> None:
    assert smallest_that_pay(REMOVING, TROMP_TAYLOR).outcome is Outcome.UNKNOWN
