"""Tax All takes two points from each living region; other taxes are told from it."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2.group_tax import (
    LITERAL,
    paid_once_for_each_group,
    smallest_other_tax,
    takes_up_to_two,
    two_for_each_string,
    up_to_two,
)
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.spec.algebra import Color, Grid, Number
from superko.spec.algebra.board import P
from superko.spec.katago_v2.life import independent_life_regions
from superko.spec.parameters import Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended

ALL = Rules(tax=Tax.ALL, suicide=False)
TAX = "katago-v2/area/score-all#tax"
STRINGS = "two points for each string"


def three_points(ended: Ended[P], color: Color) -> Number:
    """A player pays 3 for every independent-life-region of their color."""
    c = ended.coloring
    tax: Number = c.number_of_regions(independent_life_regions(ended.rules, c, color)) * -3
    return tax


def for_each_string(ended: Ended[P], color: Color) -> Number:
    """A player pays 2 for every string of stones with independent life."""
    c = ended.coloring
    tax: Number = c.number_of_regions(independent_life_regions(ended.rules, c, color) & c.of(color)) * -2
    return tax


def shown(verdict: Verdict) -> tuple[Outcome, str, str]:
    assert verdict.witness is not None
    return verdict.outcome, verdict.scope, verdict.witness.start.board


@pytest.mark.clauses("claim/tax-all-up-to-two")
def test_every_living_region_has_the_two_points_that_it_pays() -> None:
    assert takes_up_to_two(ALL, Grid(3, 2)).outcome is Outcome.HOLDS


def test_where_nothing_lives_nothing_is_tested() -> None:
    assert takes_up_to_two(ALL, Grid(2, 1)).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/tax-all-up-to-two")
def test_read_literally_the_single_point_of_an_empty_board_pays_two() -> None:
    verdict = smallest_other_tax(ALL.reading(LITERAL), up_to_two, "")
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "1x1")


def test_a_tax_of_three_points_is_noticed() -> None:
    assert takes_up_to_two(ALL.replacing(TAX, three_points), Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/tax-all-by-group")
def test_two_strings_that_share_an_eye_are_one_group_and_pay_once() -> None:
    assert paid_once_for_each_group(ALL, Grid(2, 2)).outcome is Outcome.HOLDS
    assert shown(smallest_other_tax(ALL, two_for_each_string, STRINGS)) == (Outcome.REFUTED, "2x2", ".X/X.")


def test_if_strings_paid_the_claim_would_be_refuted() -> None:
    verdict = paid_once_for_each_group(ALL.replacing(TAX, for_each_string), Grid(2, 2))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert verdict.witness.start.board == ".X/X."


def test_where_no_group_has_two_strings_nothing_is_tested() -> None:
    assert paid_once_for_each_group(ALL, Grid(3, 1)).outcome is Outcome.UNKNOWN
