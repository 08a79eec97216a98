"""Nothing is scored in seki, nor gained by filling dame of one side, and broken clauses would let it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.seki import (
    TERRITORY,
    dame_of_one_side_give_nothing,
    scored_if_left_alone,
    settled_is_alive,
    surrounded,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.cycles import DOUBLE_KO_SEKI
from superko.checker.play.shapes import REPETITIONS
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.parameters import Tax

SEKI_TAXED = replace(TERRITORY, tax=Tax.SEKI)
NEW_STONES = "katago-v2/territory/score-seki#new-stones"


def test_a_dame_of_one_side_is_surrounded() -> None:
    c = parse_board(".X.O.")
    assert surrounded(c, BLACK) == 0b00001
    assert surrounded(c, WHITE) == 0b10000


@pytest.mark.clauses(NEW_STONES)
@pytest.mark.parametrize("tax", Tax)
def test_filling_a_dame_of_one_side_in_the_second_phase_gives_nothing(tax: Tax) -> None:
    verdict = dame_of_one_side_give_nothing(replace(TERRITORY, tax=tax), Grid(3, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["fillings"] > 0


def test_without_the_comparison_with_the_start_of_the_phase_it_would_give_a_point() -> None:
    rules = SEKI_TAXED.dropping(NEW_STONES)
    assert dame_of_one_side_give_nothing(rules, Grid(3, 2)).outcome is Outcome.REFUTED


def test_a_double_ko_seki_that_is_left_alone_scores_nothing_unless_there_is_no_tax() -> None:
    shape = REPETITIONS[DOUBLE_KO_SEKI]
    assert scored_if_left_alone(shape, SEKI_TAXED).outcome is Outcome.HOLDS
    untaxed = scored_if_left_alone(shape, TERRITORY)
    assert untaxed.outcome is Outcome.REFUTED
    assert untaxed.counts["scored_points"] == 2


def test_what_is_settled_is_in_independent_life() -> None:
    verdict = settled_is_alive(replace(TERRITORY, self_play_opts=True), Grid(5, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["positions"] > 0


def test_it_would_not_be_if_life_needed_more_than_a_stone() -> None:
    rules = replace(TERRITORY, self_play_opts=True).replacing(
        "katago-v2/extra/independent-life-region#own-stone",
        lambda c, color, region: c.of(color).bit_count() > 2,
        "A player with three stones is alive.",
    )
    assert settled_is_alive(rules, Grid(5, 1)).outcome is Outcome.REFUTED
