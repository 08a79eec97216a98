"""Finishing a ko costs nothing under a tax on seki, as what stands around an open ko scores nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.finishing_ko import finishing_costs_nothing, smallest_cost
from superko.checker.claims.katago_v2.seki import TERRITORY
from superko.checker.evidence.verdict import Outcome
from superko.interpreter.result import Score
from superko.spec.algebra import Grid
from superko.spec.parameters import Tax


@pytest.mark.clauses("katago-v2/extra/atari", "katago-v2/territory/score-seki")
@pytest.mark.parametrize("tax", [Tax.SEKI, Tax.ALL])
def test_under_a_tax_on_seki_finishing_a_ko_never_costs_a_point(tax: Tax) -> None:
    verdict = finishing_costs_nothing(replace(TERRITORY, tax=tax), Grid(3, 3))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["finishings"] == 192


def test_on_ten_points_it_gains_some() -> None:
    verdict = finishing_costs_nothing(replace(TERRITORY, tax=Tax.SEKI), Grid(5, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["gains"] == 32


def test_without_the_tax_it_costs_the_point_that_is_filled() -> None:
    verdict = smallest_cost(TERRITORY)
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "4x2")
    assert verdict.witness is not None
    assert isinstance(verdict.witness.game().result, Score)


def test_it_is_refuted_where_it_costs_something() -> None:
    assert finishing_costs_nothing(TERRITORY, Grid(3, 3)).outcome is Outcome.REFUTED
