"""The ownership formula is a sum over points but for the tax on groups, and moves that keep life change none of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.ownership_on_board import (
    TERRITORY,
    is_a_sum_over_points,
    moves_that_keep_life_change_nothing,
    smallest_move_that_changes,
)
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.result import Score
from superko.spec.algebra import Grid
from superko.spec.parameters import Tax
from superko.spec.rules import Rules

SEKI_TAXED, ALL_TAXED = replace(TERRITORY, tax=Tax.SEKI), replace(TERRITORY, tax=Tax.ALL)


@pytest.mark.clauses("katago-v2/ownership/score-none", "katago-v2/ownership/score-seki")
@pytest.mark.parametrize("rules", [TERRITORY, SEKI_TAXED], ids=["NONE", "SEKI"])
def test_without_a_tax_on_groups_it_is_one_for_each_point_owned(rules: Rules) -> None:
    verdict = is_a_sum_over_points(rules, Grid(3, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["pairs"] == 3 * 489


@pytest.mark.clauses("katago-v2/ownership/score-all")
def test_a_tax_on_groups_is_on_no_point() -> None:
    assert is_a_sum_over_points(ALL_TAXED, Grid(3, 1)).outcome is Outcome.REFUTED
    without = ALL_TAXED.dropping("katago-v2/ownership/score-all#tax")
    assert is_a_sum_over_points(without, Grid(3, 1)).outcome is Outcome.HOLDS


def test_by_the_literal_reading_a_point_can_be_owned_by_both() -> None:
    literal = SEKI_TAXED.reading({"reading/ilr-own-stone": "literal"})
    assert is_a_sum_over_points(literal, Grid(3, 2)).outcome is Outcome.REFUTED


def test_a_move_in_life_that_keeps_it_alive_changes_nothing() -> None:
    verdict = moves_that_keep_life_change_nothing(SEKI_TAXED, Grid(3, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["moves"] == 300


def test_it_would_if_stones_in_life_had_to_stand_when_the_phase_began() -> None:
    rules = SEKI_TAXED.dropping("katago-v2/ownership/score-seki#owned-stones")
    assert moves_that_keep_life_change_nothing(rules, Grid(3, 2)).outcome is Outcome.REFUTED


@pytest.mark.parametrize("rules", [TERRITORY, SEKI_TAXED], ids=["NONE", "SEKI"])
def test_a_player_can_put_their_own_life_in_atari_on_three_points(rules: Rules) -> None:
    verdict = smallest_move_that_changes(rules)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "3x1")
    assert verdict.witness is not None
    assert isinstance(verdict.witness.game().result, Score)
