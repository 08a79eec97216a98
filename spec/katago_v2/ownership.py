"""The ownership formula, which the document calls an equivalent form of the territory score."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Number
from ..algebra.board import P
from ..guard import given
from ..parameters import Scoring
from ..registry import Decision, clause
from ..vocabulary import Ended, Phase
from . import area_scoring
from .area_scoring import for_each_tax
from .life import independent_life_regions
from .territory_scoring import ALL_TAXED, SEKI_TAXED, UNTAXED

TERRITORY = given(scoring=Scoring.TERRITORY)
AS_MOVES = {"reading/initial-stones": "as-moves"}


@for_each_tax("ownership", Scoring.TERRITORY, "charged-moves", Decision.CHARGED_MOVES)
def made_before_second_phase(phase: Phase) -> bool:
    """It is the moves of the main phase and of the first cleanup phase that a player pays for."""
    return phase in (Phase.MAIN, Phase.FIRST_CLEANUP)


@for_each_tax("ownership", Scoring.TERRITORY, "moves", Decision.OWNERSHIP_SCORE)
def earlier_moves(ended: Ended[P], color: Color) -> Number:
    """A player pays 1 for each move they made in the main phase or the first cleanup phase."""
    cost: Number = ended.earlier_moves[color] * -1
    return cost


@for_each_tax("ownership", Scoring.TERRITORY, "placed-stones", Decision.OWNERSHIP_SCORE, AS_MOVES)
def placed_stones(ended: Ended[P], color: Color) -> Number:
    """A player pays 1 for each stone that must have been played before a set-up position, captured ones included."""
    cost: Number = ended.placed[color] * -1
    return cost


@clause("katago-v2/ownership/score-none", part="surrounded", when=UNTAXED, decides=Decision.OWNERSHIP_SCORE)
def surrounded_points(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every point of the empty regions that border their color and not the other."""
    return area_scoring.surrounded_points(ended, color)


@clause("katago-v2/ownership/score-seki", part="independent-life", when=SEKI_TAXED, decides=Decision.OWNERSHIP_SCORE)
@clause("katago-v2/ownership/score-all", part="independent-life", when=ALL_TAXED, decides=Decision.OWNERSHIP_SCORE)
def empty_independent_life(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every empty point inside independent-life-regions of their color."""
    return area_scoring.empty_independent_life(ended, color)


@for_each_tax("ownership", Scoring.TERRITORY, "owned-stones", Decision.OWNERSHIP_SCORE)
def owned_stones(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for each of their points inside their life, or theirs when the second cleanup phase began."""
    c = ended.coloring
    kept = independent_life_regions(ended.rules, c, color) | ended.second_cleanup_start.of(color)
    return c.size(c.of(color) & kept)


@clause("katago-v2/ownership/score-all", part="tax", when=ALL_TAXED, decides=Decision.OWNERSHIP_SCORE)
def group_tax(ended: Ended[P], color: Color) -> Number:
    """A player pays 2 for every independent-life-region of their color."""
    return area_scoring.group_tax(ended, color)


usual.says("katago-v2/ownership/komi", usual.komi, when=TERRITORY, decides=Decision.OWNERSHIP_SCORE)("White adds komi.")


@clause(
    "katago-v2/ownership/button",
    when=given(scoring=Scoring.TERRITORY, button=True),
    decides=Decision.OWNERSHIP_SCORE,
)
def button(ended: Ended[P], color: Color) -> Number:
    """With the button, the first player to pass in the main phase adds one half."""
    return area_scoring.button(ended, color)
