"""The scores, read on integers, agree with a naive twin for every formula and tax."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.parameters import Scoring, Tax
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended

from ..sampling import EXHAUSTIVE, one_in, sample
from . import naive
from .boards import SMALL, all_colorings, colorings, diagram, twin, twin_color

FORMULAS = [
    (Scoring.AREA, Decision.SCORE),
    (Scoring.TERRITORY, Decision.SCORE),
    (Scoring.TERRITORY, Decision.OWNERSHIP_SCORE),
]
KOMI = 6.5
CAPTURES = {BLACK: 5, WHITE: 3}
MOVES = {BLACK: 2, WHITE: 7}
EARLIER_MOVES = {BLACK: 11, WHITE: 13}
PLACED = dict.fromkeys(Color, 0)


def rules_of(tax: Tax, scoring: Scoring, life: str = "own-stone") -> Rules:
    return Rules(scoring=scoring, tax=tax, komi=KOMI, button=True, readings=(("reading/ilr-own-stone", life),))


def by_name(counts: dict[Color, int]) -> dict[str, int]:
    return {twin_color(color): count for color, count in counts.items()}


def score_of(ended: Ended[int], color: Color, formula: Decision) -> float:
    return float(sum(clause.function(ended, color) for clause in ended.rules.deciding(formula)))


def expected_score(ended: Ended[int], color: Color, formula: Decision) -> float:
    stones, start, name = twin(ended.coloring), twin(ended.second_cleanup_start), twin_color(color)
    tax = ended.rules.tax.value
    own_stone = ended.rules.parameter("reading/ilr-own-stone") == "own-stone"
    bonus = (KOMI if color is WHITE else 0) + (0.5 if ended.button is color else 0)
    if ended.rules.scoring is Scoring.AREA:
        return bonus + naive.area_score(stones, name, tax, own_stone)
    if formula is Decision.SCORE:
        captures, moves = by_name(CAPTURES), by_name(MOVES)
        return bonus + naive.territory_score(stones, name, tax, own_stone, captures, moves, start)
    return bonus + naive.ownership_score(stones, name, tax, own_stone, by_name(EARLIER_MOVES), start)


def scores_agree(rules: Rules, formula: Decision, c: Coloring[int], start: Coloring[int]) -> None:
    ended = Ended(rules, c, CAPTURES, MOVES, EARLIER_MOVES, PLACED, second_cleanup_start=start, button=BLACK)
    for color in Color:
        assert score_of(ended, color, formula) == expected_score(ended, color, formula), (
            diagram(c),
            diagram(start),
            color,
        )


@pytest.mark.clauses(
    "katago-v2/area/score-none",
    "katago-v2/area/score-seki",
    "katago-v2/area/score-all",
    "katago-v2/area/komi",
    "katago-v2/area/button",
    "katago-v2/territory/score-none",
    "katago-v2/territory/score-seki",
    "katago-v2/territory/score-all",
    "katago-v2/territory/komi",
    "katago-v2/territory/button",
    "katago-v2/ownership/score-none",
    "katago-v2/ownership/score-seki",
    "katago-v2/ownership/score-all",
    "katago-v2/ownership/komi",
    "katago-v2/ownership/button",
)
@pytest.mark.thorough
@pytest.mark.parametrize("tax", sample(Tax, lambda tax: tax is Tax.ALL, EXHAUSTIVE))
@pytest.mark.parametrize(("scoring", "formula"), FORMULAS)
def test_scores_agree_on_every_coloring_of_3x3(scoring: Scoring, formula: Decision, tax: Tax) -> None:
    rules = rules_of(tax, scoring)
    everything = list(all_colorings(3, 3))
    scattered = everything[len(everything) // 2 :] + everything[: len(everything) // 2]
    for c, start in zip(everything, scattered, strict=True):
        scores_agree(rules, formula, c, start)


@pytest.mark.parametrize("life", ["own-stone", "literal"])
@pytest.mark.parametrize("tax", one_in(2, Tax))
@pytest.mark.parametrize(("scoring", "formula"), FORMULAS)
def test_scores_agree_on_every_coloring_of_small_boards(
    scoring: Scoring, formula: Decision, tax: Tax, life: str
) -> None:
    rules = rules_of(tax, scoring, life)
    for size in SMALL:
        everything = list(all_colorings(*size))
        for c, start in zip(everything, reversed(everything), strict=True):
            scores_agree(rules, formula, c, start)


@st.composite
def pairs_of_colorings(draw: st.DrawFn) -> tuple[Coloring[int], Coloring[int]]:
    """A final coloring, and one of the same board for the start of the second cleanup phase."""
    c = draw(colorings())
    sets = st.integers(0, c.board.everything)
    kept, added = draw(sets), draw(sets)
    black, white = c.black & kept | c.empty & added, c.white & kept
    return c, Coloring(c.board, black, white)


@given(pairs_of_colorings())
def test_scores_agree_on_random_colorings(pair: tuple[Coloring[int], Coloring[int]]) -> None:
    for tax, (scoring, formula), life in product(Tax, FORMULAS, ("own-stone", "literal")):
        scores_agree(rules_of(tax, scoring, life), formula, *pair)
