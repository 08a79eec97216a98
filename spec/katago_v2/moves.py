"""What borders what, and pseudolegal moves: liberties, captures, and what a move may do to the grid coloring.

The grid, its points and their colors, what is adjacent and what is connected are the words of the algebra, in which all
clauses are written: see `Document.said_by_the_algebra`. Before that stands what White is given for a handicap.
"""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..algebra.color import WHITE
from ..guard import given
from ..parameters import HandicapBonus, Scoring
from ..registry import Decision, clause
from ..vocabulary import Ended, Play, Points

FEWEST_HANDICAP_STONES = 2
BONUS_OF_N = given(handicap_bonus=HandicapBonus.N)
BONUS_OF_N_MINUS_ONE = given(handicap_bonus=HandicapBonus.N_MINUS_ONE)
OWNED_N = given(handicap_bonus=HandicapBonus.N, scoring=Scoring.TERRITORY)
OWNED_N_MINUS_ONE = given(handicap_bonus=HandicapBonus.N_MINUS_ONE, scoring=Scoring.TERRITORY)


@clause("katago-v2/params/white-handicap-bonus", part="n", when=BONUS_OF_N, decides=Decision.SCORE)
@clause("katago-v2/params/white-handicap-bonus", part="n-owned", when=OWNED_N, decides=Decision.OWNERSHIP_SCORE)
def bonus_of_n(ended: Ended[int], color: Color) -> int:
    """When Black starts with N stones, and so with two or more, White is given N points."""
    return ended.handicap if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


@clause("katago-v2/params/white-handicap-bonus", part="n-1", when=BONUS_OF_N_MINUS_ONE, decides=Decision.SCORE)
@clause(
    "katago-v2/params/white-handicap-bonus",
    part="n-1-owned",
    when=OWNED_N_MINUS_ONE,
    decides=Decision.OWNERSHIP_SCORE,
)
def bonus_of_n_minus_one(ended: Ended[int], color: Color) -> int:
    """When Black starts with N stones, and so with two or more, White is given N - 1 points."""
    return ended.handicap - 1 if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


@clause("katago-v2/def/border")
def borders_color(c: Coloring[P], points: P, of_color: P) -> Condition:
    """A set borders a color when a point of that color is outside the set and adjacent to a member of it."""
    return c.meets(c.border(points), of_color)


@clause("katago-v2/move/liberty")
def liberties(c: Coloring[P], region: P) -> P:
    """The liberties of a black or white region are the empty points that border it."""
    return c.border(region) & c.empty


@clause("katago-v2/move/resolve-captures")
def resolve_captures(c: Coloring[P], color: Color) -> P:
    """Resolving the captures of a color empties all points of its regions that have no liberties."""
    return c.regions(c.of(color), where=lambda region: c.is_empty(liberties(c, region)))


@clause("katago-v2/move/pseudolegal", decides=Decision.MOVE)
def make_move(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A move colors a point, then resolves the opponent's captures, then resolves the player's own."""
    colored = c.colored(point, player)
    captured = resolve_captures(colored, player.opponent)
    resolved = colored.emptied(captured)
    self_captured = resolve_captures(resolved, player)
    return Play(player, point, c, resolved.emptied(self_captured), captured, self_captured)


@clause("katago-v2/move/pseudolegal", part="empty", decides=Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """The point that a move colors is empty."""
    return play.before.meets(play.point, play.before.empty)


@clause("katago-v2/move/no-null-change", decides=Decision.PSEUDOLEGAL, witness=lambda play: Points(play.self_captured))
def changes_coloring(play: Play[P]) -> Condition:
    """A move must not leave the grid coloring as it was."""
    changed = (play.before.black ^ play.after.black) | (play.before.white ^ play.after.white)
    return play.before.meets(changed, play.before.board.everything)


@clause(
    "katago-v2/move/suicide-ban",
    when=given(suicide=False),
    decides=Decision.PSEUDOLEGAL,
    witness=lambda play: Points(play.self_captured),
)
def empties_none_of_its_own(play: Play[P]) -> Condition:
    """Resolving the captures of the player's own color must empty nothing."""
    return play.before.is_empty(play.self_captured)


@clause("katago-v2/move/captures-regions")
def captured_points(play: Play[P]) -> P:
    """The regions that a move's steps emptied are the ones that the move captures."""
    return play.captured | play.self_captured


usual.says("katago-v2/move/capture-total", usual.captured_of_both)(
    "Each point of a color that is emptied by resolving captures adds one to that color's captures."
)
