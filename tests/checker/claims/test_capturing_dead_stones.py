"""Capturing in the second cleanup phase costs nothing; filling in can; and points for moves are what makes it so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.capturing_dead_stones import (
    AS_ENGINE,
    best_play_captures_the_dead,
    captures_cost_nothing,
    smallest_filling_that_costs,
)
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Color, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.parameters import Tax
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Ended

JAPANESE = PRESETS["japanese-like"]
UNTAXED = replace(JAPANESE, tax=Tax.NONE)
FOUR = Grid(4, 1)


def captures_are_paid(ended: Ended[P], color: Color) -> Number:
    """A player pays 3 for each capture of the other color."""
    cost: Number = ended.captures[color.opponent] * -3
    return cost


@pytest.mark.clauses("claim/dead-stones-without-loss")
@pytest.mark.parametrize("tax", Tax)
def test_no_capture_costs_anything(tax: Tax) -> None:
    verdict = captures_cost_nothing(replace(JAPANESE, tax=tax), Grid(4, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["captures"] > 0


def test_if_captures_were_paid_for_some_would_cost_points() -> None:
    broken = UNTAXED.replacing("katago-v2/territory/score-none#captures", captures_are_paid)
    assert captures_cost_nothing(broken, FOUR).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/dead-stones-without-loss")
def test_filling_in_an_eye_loses_both_under_tax_seki() -> None:
    verdict = smallest_filling_that_costs(JAPANESE)
    assert verdict.witness is not None
    assert (verdict.outcome, verdict.witness.start.board, verdict.witness.turns[0]) == (Outcome.REFUTED, ".X.", "A1")


def test_if_new_stones_were_free_filling_in_would_cost_nothing_without_a_tax() -> None:
    free = UNTAXED.dropping("katago-v2/territory/score-none#new-stones")
    assert smallest_filling_that_costs(free, most_points=4).outcome is Outcome.HOLDS


@pytest.mark.clauses("claim/dead-stones-without-loss")
def test_best_play_scores_dead_stones_as_if_they_were_removed() -> None:
    rules = replace(JAPANESE, komi=0)
    assert best_play_captures_the_dead(rules, rules.reading(AS_ENGINE), FOUR).outcome is Outcome.HOLDS


def test_without_points_for_moves_it_would_not() -> None:
    rules = replace(JAPANESE, komi=0).dropping("katago-v2/territory/score-seki#moves")
    assert best_play_captures_the_dead(rules, rules.reading(AS_ENGINE), FOUR).outcome is Outcome.REFUTED


def test_a_board_without_dead_stones_decides_nothing() -> None:
    assert best_play_captures_the_dead(JAPANESE, JAPANESE.reading(AS_ENGINE), Grid(2, 1)).outcome is Outcome.UNKNOWN
