"""Additional definitions: dame, atari, independent-life-regions, and what is pass-alive."""

from __future__ import annotations

from functools import reduce
from operator import and_

from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..algebra.color import BLACK, WHITE
from ..algebra.coloring import remembering_the_last
from ..algebra.grid import points_of
from ..composition import at_least_one, move, pseudolegal
from ..guard import given
from ..parameters import Scoring, Tax
from ..registry import Decision, clause
from ..rules import Rules
from .moves import liberties

OWN_STONE = {"reading/ilr-own-stone": "own-stone"}
SEKI_MATTERS = given(scoring=Scoring.TERRITORY) | given(tax=(Tax.SEKI, Tax.ALL))
REMOVED_ALWAYS = {"reading/engine-always-pass-alive": ("everywhere", "engine")}
PASS_ALIVE_MATTERS = given(self_play_opts=True) | given(readings=REMOVED_ALWAYS)


@clause("katago-v2/extra/dame-region", when=SEKI_MATTERS)
def dame_regions(c: Coloring[P]) -> P:
    """A dame region is an empty region that borders both black and white."""
    return c.regions(c.empty, where=lambda region: c.borders(region, BLACK) & c.borders(region, WHITE))


@clause("katago-v2/extra/atari", when=SEKI_MATTERS)
def regions_in_atari(c: Coloring[P], color: Color) -> P:
    """A black or white region is in atari when it has exactly one liberty."""
    return c.regions(c.of(color), where=lambda region: c.is_single(liberties(c, region)))


points_of_dame = remembering_the_last(dame_regions)


@remembering_the_last
def stones_in_atari(c: Coloring[P]) -> P:
    """The points of all regions in atari, of both colors."""
    return regions_in_atari(c, BLACK) | regions_in_atari(c, WHITE)


@clause("katago-v2/extra/independent-life-region", when=SEKI_MATTERS)
def independent_life_regions(rules: Rules, c: Coloring[P], color: Color) -> P:
    """An independent-life-region is a maximal region without a point of the opponent that satisfies every condition."""
    conditions = at_least_one(rules, Decision.LIFE)

    def independent(region: P) -> Condition:
        satisfied: Condition = reduce(
            and_,
            (clause.function(c, color, region) for clause in conditions),
            c.is_empty(region & c.of(color.opponent)),
        )
        return satisfied

    return c.regions(c.not_of(color.opponent), where=independent)


points_of_life = remembering_the_last(independent_life_regions)


@clause("katago-v2/extra/independent-life-region", part="no-dame", when=SEKI_MATTERS, decides=Decision.LIFE)
def holds_no_dame(c: Coloring[P], color: Color, region: P) -> Condition:
    """An independent-life-region contains no dame region."""
    return c.is_empty(region & points_of_dame(c))


@clause("katago-v2/extra/independent-life-region", part="no-atari", when=SEKI_MATTERS, decides=Decision.LIFE)
def holds_nothing_in_atari(c: Coloring[P], color: Color, region: P) -> Condition:
    """An independent-life-region contains no region in atari."""
    return c.is_empty(region & stones_in_atari(c))


@clause(
    "katago-v2/extra/independent-life-region",
    part="own-stone",
    when=given(scoring=Scoring.TERRITORY, readings=OWN_STONE) | given(tax=(Tax.SEKI, Tax.ALL), readings=OWN_STONE),
    decides=Decision.LIFE,
)
def holds_own_stone(c: Coloring[P], color: Color, region: P) -> Condition:
    """An independent-life-region holds a point of its own color."""
    return c.meets(region, c.of(color))


@clause("katago-v2/extra/pass-alive-group", when=PASS_ALIVE_MATTERS, decides=Decision.PASS_ALIVE)
def pass_alive_groups(rules: Rules, c: Coloring[int], color: Color) -> int:
    """A pass-alive-group is a region that no sequence of consecutive pseudolegal moves of the opponent can empty."""
    emptied = 0
    reached = {c}
    to_extend = [c]
    while to_extend:
        current = to_extend.pop()
        for point in points_of(current.empty):
            play = move(rules, current, color.opponent, point)
            if pseudolegal(rules, play) and play.after not in reached:
                emptied |= play.captured
                reached.add(play.after)
                to_extend.append(play.after)
    return c.regions(c.of(color), where=lambda region: not region & emptied)


@clause("katago-v2/extra/pass-alive-territory", when=PASS_ALIVE_MATTERS)
def pass_alive_territory(c: Coloring[P], color: Color, pass_alive: P) -> P:
    """Pass-alive-territory borders only pass-alive-groups of the color, and all its points do, or all but one."""
    at_risk = c.of(color) & ~pass_alive
    beside = c.border(pass_alive)

    def enclosed(region: P) -> Condition:
        beyond = region & ~beside
        all_but_one: Condition = c.is_empty(beyond) | c.is_single(beyond)
        condition: Condition = c.is_empty(c.border(region) & at_risk) & all_but_one
        return condition

    return c.regions(c.not_of(color), where=enclosed)


def pass_alive(rules: Rules, c: Coloring[P], color: Color) -> P:
    """The points of the pass-alive-groups of a color, as the rules in force find them."""
    groups: P = rules.sole(Decision.PASS_ALIVE).function(rules, c, color)
    return groups
