"""Territory scoring: surrounded points, captures, and the moves of the second cleanup phase."""

from __future__ import annotations

from collections.abc import Mapping

from .. import usual
from ..algebra import Color, Coloring, Number
from ..algebra.board import P
from ..algebra.color import BLACK, WHITE
from ..guard import given
from ..parameters import Scoring, Tax
from ..registry import Decision, clause
from ..vocabulary import Ended, Phase
from . import area_scoring
from .area_scoring import for_each_tax, pass_dead
from .life import dame_regions, points_of_life, regions_in_atari

TERRITORY = given(scoring=Scoring.TERRITORY)
UNTAXED = given(scoring=Scoring.TERRITORY, tax=Tax.NONE)
SEKI_TAXED = given(scoring=Scoring.TERRITORY, tax=Tax.SEKI)
ALL_TAXED = given(scoring=Scoring.TERRITORY, tax=Tax.ALL)


ALWAYS = "reading/engine-always-pass-alive"
AS_THE_DOCUMENT, EVERYWHERE, AS_THE_ENGINE = ({ALWAYS: value} for value in ("document", "everywhere", "engine"))


@clause(
    "katago-v2/territory/remove-pass-dead",
    when=given(scoring=Scoring.TERRITORY, self_play_opts=True, readings=AS_THE_DOCUMENT)
    | given(scoring=Scoring.TERRITORY, readings=EVERYWHERE)
    | given(scoring=Scoring.TERRITORY, tax=Tax.NONE, readings=AS_THE_ENGINE),
    decides=Decision.REMOVAL,
)
def remove_pass_dead(ended: Ended[P]) -> Ended[P]:
    """Before scoring, points inside the other color's pass-alive-territory are emptied, and count as captures."""
    return _captured(ended, {color: pass_dead(ended, color) for color in (BLACK, WHITE)})


@clause(
    "katago-v2/territory/remove-pass-dead",
    part="within-life",
    when=given(scoring=Scoring.TERRITORY, tax=(Tax.SEKI, Tax.ALL), readings=AS_THE_ENGINE),
    decides=Decision.REMOVAL,
)
def remove_pass_dead_within_life(ended: Ended[P]) -> Ended[P]:
    """As the engine has it: they are emptied only where the other color's life meets no dame and was not in atari."""
    c = ended.coloring
    dead = {color: pass_dead(ended, color) for color in (BLACK, WHITE)}
    cleared = c.emptied(dead[BLACK] | dead[WHITE])
    return _captured(
        ended, {color: dead[color] & _settled_around(c, cleared, color.opponent) for color in (BLACK, WHITE)}
    )


def _settled_around(c: Coloring[P], cleared: Coloring[P], owner: Color) -> P:
    """Where nothing of the owner is beside dame once all pass-dead stones are gone, nor in atari while they stand."""
    unsettled = dame_regions(cleared) | regions_in_atari(c, owner)
    return cleared.regions(cleared.not_of(owner.opponent), where=lambda region: cleared.is_empty(region & unsettled))


def _captured(ended: Ended[P], dead: Mapping[Color, P]) -> Ended[P]:
    c = ended.coloring
    return ended.with_captures(
        c.emptied(dead[BLACK] | dead[WHITE]), {color: c.size(dead[color]) for color in (BLACK, WHITE)}
    )


@clause("katago-v2/territory/score-none", part="surrounded", when=UNTAXED, decides=Decision.SCORE)
def surrounded_points(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every point of the empty regions that border their color and not the other."""
    return area_scoring.surrounded_points(ended, color)


@clause("katago-v2/territory/score-seki", part="independent-life", when=SEKI_TAXED, decides=Decision.SCORE)
@clause("katago-v2/territory/score-all", part="independent-life", when=ALL_TAXED, decides=Decision.SCORE)
def empty_independent_life(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for every empty point inside independent-life-regions of their color."""
    return area_scoring.empty_independent_life(ended, color)


@for_each_tax("territory", Scoring.TERRITORY, "captures", Decision.SCORE)
def captures_of_opponent(ended: Ended[P], color: Color) -> Number:
    """A player scores the total number of captures of the other color."""
    return ended.captures[color.opponent]


@for_each_tax("territory", Scoring.TERRITORY, "scored-moves", Decision.SCORED_MOVES)
def made_in_second_phase(phase: Phase) -> bool:
    """It is the moves of the second cleanup phase that a score counts."""
    return phase is Phase.SECOND_CLEANUP


@for_each_tax("territory", Scoring.TERRITORY, "moves", Decision.SCORE)
def moves_of_second_phase(ended: Ended[P], color: Color) -> Number:
    """A player scores 1 for each move they made in the second cleanup phase."""
    return ended.moves[color]


@for_each_tax("territory", Scoring.TERRITORY, "new-stones", Decision.SCORE)
def new_stones_without_life(ended: Ended[P], color: Color) -> Number:
    """A player pays 1 for each of their points outside their life that was not theirs when the second phase began."""
    c = ended.coloring
    kept = points_of_life(ended.rules, c, color) | ended.second_cleanup_start.of(color)
    cost: Number = c.size(c.of(color) & ~kept) * -1
    return cost


@clause("katago-v2/territory/score-all", part="tax", when=ALL_TAXED, decides=Decision.SCORE)
def group_tax(ended: Ended[P], color: Color) -> Number:
    """A player pays 2 for every independent-life-region of their color."""
    return area_scoring.group_tax(ended, color)


usual.says("katago-v2/territory/komi", usual.komi, when=TERRITORY)("White adds komi.")


@clause("katago-v2/territory/button", when=given(scoring=Scoring.TERRITORY, button=True), decides=Decision.SCORE)
def button(ended: Ended[P], color: Color) -> Number:
    """With the button, the first player to pass in the main phase adds one half."""
    return area_scoring.button(ended, color)


usual.says("katago-v2/territory/winner", usual.winner, when=TERRITORY)(
    "The player with the higher score wins, and equal scores are a draw."
)
for _tax, _when in {"all": ALL_TAXED, "seki": SEKI_TAXED, "none": UNTAXED}.items():
    usual.says(f"katago-v2/territory/score-{_tax}#counted-moves", usual.move_is_a_move, when=_when)(
        "A move counts as a move."
    )
