"""Area scoring: stones and surrounded points, with the taxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from .. import usual
from ..algebra import Color, Number
from ..algebra.board import P
from ..algebra.color import BLACK, WHITE
from ..guard import given
from ..parameters import Scoring, Tax
from ..registry import Decision, clause
from ..vocabulary import Ended
from .life import REMOVED_ALWAYS, pass_alive, pass_alive_territory, points_of_life
from .moves import borders_color

F = TypeVar("F", bound=Callable[..., Any])
# Written out, so that nothing is scored under a tax that somebody adds before a clause says what it takes.
TAXES = (Tax.ALL, Tax.SEKI, Tax.NONE)


def for_each_tax(
    section: str, scoring: Scoring, part: str, decides: Decision, readings: Mapping[str, str] = MappingProxyType({})
) -> Callable[[F], F]:
    """Register what the formulas of a section have in common that differ by the tax, for each of them."""

    def register(function: F) -> F:
        for tax in TAXES:
            when = given(dict(readings), scoring=scoring, tax=tax)
            clause(f"katago-v2/{section}/score-{tax.value.lower()}", part=part, when=when, decides=decides)(function)
        return function

    return register


UNTAXED = given(scoring=Scoring.AREA, tax=Tax.NONE)
SEKI_TAXED = given(scoring=Scoring.AREA, tax=Tax.SEKI)
ALL_TAXED = given(scoring=Scoring.AREA, tax=Tax.ALL)
BUTTON = 0.5
TAX = 2


def pass_dead(ended: Ended[P], color: Color) -> P:
    """The points of a color inside the pass-alive-territory of the other color."""
    c = ended.coloring
    groups = pass_alive(ended.rules, c, color.opponent)
    dead: P = c.of(color) & pass_alive_territory(c, color.opponent, groups)
    return dead


def surrounded(ended: Ended[P], color: Color) -> P:
    """The points of empty regions that border the color and not the other."""
    c = ended.coloring
    bordering = c.regions(c.empty, where=lambda region: borders_color(c, region, c.of(color)))
    bordering_other = c.regions(c.empty, where=lambda region: borders_color(c, region, c.of(color.opponent)))
    return bordering & ~bordering_other


def empty_points_with_independent_life(ended: Ended[P], color: Color) -> P:
    """The empty points inside the color's independent-life-regions."""
    points: P = ended.coloring.empty & points_of_life(ended.rules, ended.coloring, color)
    return points


@clause(
    "katago-v2/area/remove-pass-dead",
    when=given(scoring=Scoring.AREA, self_play_opts=True) | given(scoring=Scoring.AREA, readings=REMOVED_ALWAYS),
    decides=Decision.REMOVAL,
)
def remove_pass_dead(ended: Ended[P]) -> Ended[P]:
    """Before scoring, each color's points inside the other color's pass-alive-territory are emptied."""
    c = ended.coloring
    return ended.with_captures(c.emptied(pass_dead(ended, BLACK) | pass_dead(ended, WHITE)), {BLACK: 0, WHITE: 0})


@for_each_tax("area", Scoring.AREA, "stones", Decision.SCORE)
def points_of_color(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every point of their color."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("katago-v2/area/score-none", part="surrounded", when=UNTAXED, decides=Decision.SCORE)
def surrounded_points(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every point of the empty regions that border their color and not the other."""
    return ended.coloring.size(surrounded(ended, color))


@clause("katago-v2/area/score-seki", part="independent-life", when=SEKI_TAXED, decides=Decision.SCORE)
@clause("katago-v2/area/score-all", part="independent-life", when=ALL_TAXED, decides=Decision.SCORE)
def empty_independent_life(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every empty point inside independent-life-regions of their color."""
    return ended.coloring.size(empty_points_with_independent_life(ended, color))


@clause("katago-v2/area/score-all", part="tax", when=ALL_TAXED, decides=Decision.SCORE)
def group_tax(ended: Ended[P], color: Color) -> Number:
    """A player pays 2 for every independent-life-region of their color."""
    c = ended.coloring
    tax: Number = c.number_of_regions(points_of_life(ended.rules, c, color)) * -TAX
    return tax


usual.says("katago-v2/area/komi", usual.komi, when=given(scoring=Scoring.AREA))("White adds komi.")


@clause("katago-v2/area/button", when=given(scoring=Scoring.AREA, button=True), decides=Decision.SCORE)
def button(ended: Ended[P], color: Color) -> Number:
    """With the button, the first player to pass adds one half."""
    return BUTTON if ended.button is color else 0


usual.says("katago-v2/area/winner", usual.winner, when=given(scoring=Scoring.AREA))(
    "The player with the higher score wins, and equal scores are a draw."
)
