"""Nothing is scored where stones live by play alone, and dame and atari are what tells it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.double_ko_seki import nobody_can_be_captured
from superko.checker.claims.katago_v2.seki import NO_ATARI, TERRITORY, scored_if_left_alone
from superko.checker.claims.katago_v2.seki_by_play import (
    NO_DAME,
    life_is_what_is_not_in_seki,
    nothing_is_scored_in_seki,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.shapes import FILLED_DOUBLE_KO, SEKI_WITHOUT_DAME, Shape
from superko.spec.algebra import Grid
from superko.spec.parameters import Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

SEKI_TAXED = replace(TERRITORY, tax=Tax.SEKI)
OWN_STONE = "katago-v2/extra/independent-life-region#own-stone"


@pytest.mark.clauses("katago-v2/extra/independent-life-region", "claim/no-seki-territory")
@pytest.mark.parametrize("tax", [Tax.SEKI, Tax.ALL])
def test_nothing_is_scored_in_seki_on_settled_boards(tax: Tax) -> None:
    verdict = nothing_is_scored_in_seki(replace(TERRITORY, tax=tax), Grid(4, 2))
    assert verdict.outcome is Outcome.HOLDS
    assert 0 < verdict.counts["with_dame_of_one_side"] < verdict.counts["with_seki"] < verdict.counts["settled"]


@pytest.mark.parametrize(
    "broken",
    [
        SEKI_TAXED.dropping(NO_DAME),
        SEKI_TAXED.replacing(NO_DAME, lambda c, color, region: c.is_empty(region & c.black & c.white), "Dame is life."),
        SEKI_TAXED.reading({"reading/ilr-own-stone": "literal"}).dropping(NO_DAME),
    ],
    ids=["dropped", "replaced", "literal"],
)
def test_without_the_condition_on_dame_something_is_scored_in_seki(broken: Rules) -> None:
    assert nothing_is_scored_in_seki(broken, Grid(4, 2)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/ilr-means-not-seki")
@pytest.mark.parametrize("sides", [(5, 1), (4, 2)])
def test_independent_life_is_what_lives_for_good_and_not_what_is_in_seki(sides: tuple[int, int]) -> None:
    verdict = life_is_what_is_not_in_seki(SEKI_TAXED, Grid(*sides))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["acted"] > 0


@pytest.mark.parametrize(
    ("broken", "counted"),
    [
        (SEKI_TAXED.dropping(NO_DAME), "seki_inside"),
        (SEKI_TAXED.replacing(OWN_STONE, lambda c, color, region: region & 0 != 0, "Nothing lives."), "alive_outside"),
    ],
    ids=["seki is life", "nothing lives"],
)
def test_each_half_of_it_can_fail(broken: Rules, counted: str) -> None:
    verdict = life_is_what_is_not_in_seki(broken, Grid(4, 2))
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counts[counted] > 0


def test_where_there_is_no_seki_nothing_is_tested() -> None:
    assert life_is_what_is_not_in_seki(SEKI_TAXED, Grid(3, 1)).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/atari-settles-double-ko-seki", "katago-v2/extra/atari")
@pytest.mark.parametrize(("shape", "scored"), [(SEKI_WITHOUT_DAME, 4), (FILLED_DOUBLE_KO, 2)], ids=["seki", "filled"])
def test_without_dame_the_condition_on_atari_alone_keeps_points_from_being_scored(shape: Shape, scored: int) -> None:
    assert scored_if_left_alone(shape, SEKI_TAXED).counts["scored_points"] == 0
    assert scored_if_left_alone(shape, SEKI_TAXED.dropping(NO_DAME)).counts["scored_points"] == 0
    without = scored_if_left_alone(shape, SEKI_TAXED.dropping(NO_ATARI))
    assert (without.outcome, without.counts["scored_points"]) == (Outcome.REFUTED, scored)


def test_with_the_shared_point_filled_it_is_no_seki_as_whoever_moves_first_captures() -> None:
    shape = replace(FILLED_DOUBLE_KO, cycle=("A3", "E1", "pass", "A2", "E2", "pass"))
    assert nobody_can_be_captured(shape, TERRITORY, Phase.FIRST_CLEANUP).outcome is Outcome.REFUTED
