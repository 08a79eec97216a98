"""Engines that are wrong about how a game comes out."""

from __future__ import annotations

from superko.checker.oracle.engine import Aspect
from superko.spec.algebra import BLACK, WHITE, Color, Number
from superko.spec.katago_v2.area_scoring import BUTTON, surrounded_points
from superko.spec.katago_v2.life import independent_life_regions
from superko.spec.vocabulary import Ended

from .lying import Liar, dropping, replacing

SURROUNDED = "katago-v2/area/score-none"
TAXED = "katago-v2/area/score-all"
TERRITORY = "katago-v2/territory/score-seki"


def reached(ended: Ended[int], color: Color) -> Number:
    """The empty regions that border the color, dame among them."""
    c = ended.coloring
    return c.size(c.regions(c.empty, where=lambda region: c.borders(region, color)))


def not_reached_by_the_opponent(ended: Ended[int], color: Color) -> Number:
    """The empty regions that don't border the opponent: the empty board counts for both."""
    c = ended.coloring
    return c.size(c.regions(c.empty, where=lambda region: not c.borders(region, color.opponent)))


def half_to_the_second(ended: Ended[int], color: Color) -> float:
    return BUTTON if ended.button is color.opponent else 0


def tax_of_one(ended: Ended[int], color: Color) -> Number:
    c = ended.coloring
    tax: Number = c.number_of_regions(independent_life_regions(ended.rules, c, color)) * -1
    return tax


def one_group_untaxed(ended: Ended[int], color: Color) -> int:
    c = ended.coloring
    taxed: int = c.number_of_regions(independent_life_regions(ended.rules, c, color)) - 1
    return -2 * max(taxed, 0)


def komi_to_black(ended: Ended[int], color: Color) -> float:
    return ended.rules.komi if color is BLACK else 0


def draws_are_white_wins(black: float, white: float) -> Color:
    return BLACK if black > white else WHITE


def captures_of_own_color(ended: Ended[int], color: Color) -> Number:
    return ended.captures[color]


def moves_of_all_phases(ended: Ended[int], color: Color) -> Number:
    moves: Number = ended.moves[color] + ended.earlier_moves[color]
    return moves


LIARS = (
    Liar("counts dame", "tromp-taylor", Aspect.SCORES, SURROUNDED, replacing(f"{SURROUNDED}#surrounded", reached)),
    Liar(
        "counts the empty board for both",
        "tromp-taylor",
        Aspect.SCORES,
        SURROUNDED,
        replacing(f"{SURROUNDED}#surrounded", not_reached_by_the_opponent),
    ),
    Liar("counts only stones", "chinese-like", Aspect.SCORES, SURROUNDED, dropping(f"{SURROUNDED}#surrounded")),
    Liar(
        "counts eyes in seki",
        "scoring=AREA,tax=SEKI",
        Aspect.SCORES,
        "katago-v2/area/score-seki",
        replacing("katago-v2/area/score-seki#independent-life", surrounded_points),
    ),
    Liar("a tax of one", "stone-scoring", Aspect.SCORES, TAXED, replacing(f"{TAXED}#tax", tax_of_one)),
    Liar(
        "taxes one group too few", "stone-scoring", Aspect.SCORES, TAXED, replacing(f"{TAXED}#tax", one_group_untaxed)
    ),
    Liar(
        "half a point to the second to pass",
        "ko=POSITIONAL,hasButton=yes",
        Aspect.SCORES,
        "katago-v2/area/button",
        replacing("katago-v2/area/button", half_to_the_second),
    ),
    Liar(
        "gives komi to Black",
        "ko=POSITIONAL,komi=6.5",
        Aspect.SCORES,
        "katago-v2/area/komi",
        replacing("katago-v2/area/komi", komi_to_black),
    ),
    Liar(
        "ignores komi",
        "ko=POSITIONAL,komi=6.5",
        Aspect.SCORES,
        "katago-v2/area/komi",
        dropping("katago-v2/area/komi"),
    ),
    Liar(
        "draws are White's",
        "tromp-taylor",
        Aspect.WINNER,
        "katago-v2/area/winner",
        replacing("katago-v2/area/winner", draws_are_white_wins),
    ),
    Liar("forgets prisoners", "japanese-like", Aspect.SCORES, TERRITORY, dropping(f"{TERRITORY}#captures")),
    Liar(
        "counts prisoners for the wrong player",
        "japanese-like",
        Aspect.SCORES,
        TERRITORY,
        replacing(f"{TERRITORY}#captures", captures_of_own_color),
    ),
    Liar(
        "forgets the moves of the second cleanup",
        "japanese-like",
        Aspect.SCORES,
        TERRITORY,
        dropping(f"{TERRITORY}#moves"),
    ),
    Liar(
        "counts the moves of all phases",
        "japanese-like",
        Aspect.SCORES,
        TERRITORY,
        replacing(f"{TERRITORY}#moves", moves_of_all_phases),
    ),
    Liar("charges no new stones", "japanese-like", Aspect.SCORES, TERRITORY, dropping(f"{TERRITORY}#new-stones")),
    Liar("Black may move last", "aga", Aspect.CAPTURES, "aga/11-last-move", dropping("aga/11-last-move")),
)
