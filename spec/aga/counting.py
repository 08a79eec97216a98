"""Rule 12: territory, area, neutral points, and the two ways of counting them."""

from __future__ import annotations

from .. import usual
from ..algebra import BLACK, WHITE, Color, Coloring, Number
from ..algebra.board import P
from ..guard import given
from ..parameters import HandicapBonus, Scoring
from ..registry import Decision, clause
from ..vocabulary import Ended

BY_TERRITORY = given(scoring=Scoring.TERRITORY)
BY_AREA = given(scoring=Scoring.AREA)
FEWEST_HANDICAP_STONES = 2


@clause("aga/12-territory", part="region")
def empty_points_reaching(c: Coloring[P], color: Color) -> P:
    """A region is a smallest closed set of adjacent empty points; these are those with an adjacent stone of a color."""
    return c.regions(c.empty, where=lambda region: c.borders(region, color))


@clause("aga/12-territory")
def territory(c: Coloring[P], color: Color) -> P:
    """A player's territory is the regions with adjacent stones of their own and no others."""
    surrounded: P = empty_points_reaching(c, color) & ~empty_points_reaching(c, color.opponent)
    return surrounded


@clause("aga/12-area")
def area(c: Coloring[P], color: Color) -> P:
    """A player's area is their live stones and their territory."""
    owned: P = c.of(color) | territory(c, color)
    return owned


@clause("aga/12-neutral")
def neutral_points(c: Coloring[P]) -> P:
    """The empty points that neither player surrounds are neutral, and count for nobody."""
    neutral: P = c.empty & ~territory(c, BLACK) & ~territory(c, WHITE)
    return neutral


@clause("aga/12-default")
def counting_method(agreed: Scoring | None) -> Scoring:
    """The players agree on a way of counting before play; without agreement they count territory."""
    return agreed or Scoring.TERRITORY


@clause("aga/12-count-territory", when=BY_TERRITORY, decides=Decision.SCORE)
def territory_score(ended: Ended[P], color: Color) -> Number:
    """A player counts each point of their territory."""
    return ended.coloring.size(territory(ended.coloring, color))


@clause("aga/12-count-territory", part="prisoners", when=BY_TERRITORY, decides=Decision.SCORE)
def prisoners_held_by_opponent(ended: Ended[P], color: Color) -> Number:
    """A player loses a point for each prisoner that the opponent holds, dead stones and pass stones included."""
    cost: Number = ended.captures[color] * -1
    return cost


@clause("aga/12-count-area", when=BY_AREA, decides=Decision.SCORE)
def area_score(ended: Ended[P], color: Color) -> Number:
    """A player counts each point of their area; prisoners are ignored."""
    return ended.coloring.size(area(ended.coloring, color))


@clause(
    "aga/12-territory",
    part="region-without-stones",
    when=given(readings={"reading/aga-region-without-stones": "by-both"}),
    decides=Decision.SCORE,
)
def regions_without_stones(ended: Ended[P], color: Color) -> Number:
    """Under this reading, a region without adjacent stones has only a player's own, and is territory of both."""
    c = ended.coloring
    reaching = empty_points_reaching(c, BLACK) | empty_points_reaching(c, WHITE)
    return c.size(c.empty & ~reaching)


usual.says("aga/12-count-area#compensation", usual.komi, when=BY_AREA)("White adds the compensation.")
usual.says("aga/12-count-territory#compensation", usual.komi, when=BY_TERRITORY)("White adds the compensation.")


@clause(
    "aga/12-count-area",
    part="handicap-n",
    when=given(scoring=Scoring.AREA, handicap_bonus=HandicapBonus.N),
    decides=Decision.SCORE,
)
def compensation_of_n(ended: Ended[P], color: Color) -> Number:
    """When areas are counted, White is also compensated for handicap stones, two or more: a point each, if agreed."""
    return ended.handicap if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


@clause(
    "aga/12-count-area",
    part="handicap-n-1",
    when=given(scoring=Scoring.AREA, handicap_bonus=HandicapBonus.N_MINUS_ONE),
    decides=Decision.SCORE,
)
def compensation_of_n_minus_one(ended: Ended[P], color: Color) -> Number:
    """When areas are counted, White is also compensated for handicap stones: a point for each but the first."""
    return ended.handicap - 1 if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


usual.says("aga/12-count-area#winner", usual.winner, when=BY_AREA)("The greater total wins; equal totals are a draw.")
usual.says("aga/12-count-territory#winner", usual.winner, when=BY_TERRITORY)(
    "The greater total wins; equal totals are a draw."
)
