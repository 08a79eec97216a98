"""Sending two or three stones: that it is there, what it costs, and that nothing but a repeated pass bounds it."""

from __future__ import annotations

from functools import reduce

import pytest

from superko.checker.claims.facts.repetitions import SIMPLE, TERRITORY
from superko.checker.claims.katago_v2.sending import (
    REPEATED_PASS,
    losses_are_bounded,
    smallest_sending_three,
    what_rounds_cost,
)
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

FOUR = Grid(4, 1)
WITHOUT = reduce(Rules.dropping, REPEATED_PASS, TERRITORY)


@pytest.mark.clauses("claim/sending-three-returning-one")
def test_three_stones_can_be_sent_on_four_points_and_a_repeated_pass_stops_it() -> None:
    verdict = smallest_sending_three(SIMPLE)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.scope, verdict.counts["turn"]) == (Outcome.WITNESSED, "4x1", 10)
    assert REPEATED_PASS[0] in verdict.witness.shows


def test_without_ending_on_a_repeated_pass_nothing_stops_it() -> None:
    assert smallest_sending_three(SIMPLE.dropping(REPEATED_PASS[0])).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/cycles-cost-points")
@pytest.mark.parametrize(
    ("rules", "phase", "costs"),
    [
        (SIMPLE, Phase.MAIN, False),
        (TERRITORY, Phase.MAIN, True),
        (TERRITORY, Phase.FIRST_CLEANUP, True),
        (TERRITORY, Phase.SECOND_CLEANUP, False),
    ],
)
def test_a_round_costs_points_by_territory_unless_moves_are_scored(rules: Rules, phase: Phase, costs: bool) -> None:
    assert what_rounds_cost(rules, phase, costs, FOUR).outcome is Outcome.HOLDS
    assert what_rounds_cost(rules, phase, not costs, FOUR).outcome is Outcome.REFUTED


def test_without_points_for_moves_a_round_costs_points_in_the_second_phase_too() -> None:
    broken = TERRITORY.dropping("katago-v2/territory/score-none#scored-moves")
    assert what_rounds_cost(broken, Phase.SECOND_CLEANUP, False, FOUR).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/cycles-lose-bounded")
def test_what_is_lost_is_bounded() -> None:
    verdict = losses_are_bounded(TERRITORY, Phase.MAIN, FOUR)
    assert (verdict.outcome, verdict.counts["cycles"], verdict.counts["points"]) == (Outcome.HOLDS, 4, 3)


def test_without_ending_on_a_repeated_pass_nothing_bounds_it() -> None:
    verdict = losses_are_bounded(WITHOUT, Phase.MAIN, FOUR)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counts["rounds"] > 1


@pytest.mark.parametrize("decide", [losses_are_bounded, lambda *told: what_rounds_cost(*told[:2], True, told[2])])
def test_a_board_without_such_a_cycle_decides_nothing(decide: object) -> None:
    assert callable(decide)
    assert decide(TERRITORY, Phase.MAIN, Grid(2, 2)).outcome is Outcome.UNKNOWN
