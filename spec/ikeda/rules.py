"""What a capture must not bring back, and what the rule needs besides: plays, passes, and areas that are counted."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import (
    NOTHING,
    THE_RUN,
    EarlierState,
    Ended,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Points,
    Position,
    Record,
    Remembered,
    Turn,
)

PASSES_TO_END = 2
SUICIDE = "reading/ikeda-suicide"
WITHOUT_SUICIDE, WITH_SUICIDE = (given(readings={SUICIDE: value}) for value in ("forbidden", "allowed"))


@clause("ikeda/captures-do-not-repeat", part="configuration", decides=Decision.STATE)
def configuration(position: Position[P]) -> Coloring[P]:
    """A configuration is which stones stand on the board, whoever is to move."""
    return position.coloring


@clause("ikeda/captures-do-not-repeat", part="appeared", decides=Decision.REMEMBERED)
def every_configuration_has_appeared(turn: Turn | None) -> bool:
    """Every configuration that stood in the game has appeared in it, that at its start too."""
    return True


def appeared_at(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the configuration first stood, if it did."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause("ikeda/captures-do-not-repeat", decides=Decision.LEGAL, witness=appeared_at)
def capture_does_not_repeat(record: Record[P], play: Play[P]) -> Condition:
    """Where a play takes stones of the other color, what is left must not have appeared; other plays may repeat."""
    c = play.before
    return c.implies(c.no(c.is_empty(play.captured)), record.earlier.lacks(resulting_state(record, play)))


@clause("ikeda/presupposed", part="removable")
def removable(c: Coloring[P], color: Color) -> P:
    """Stones of a color can be removed that hang together and have no empty grid point next to them."""
    return c.regions(c.of(color), where=lambda stones: c.is_empty(c.border(stones) & c.empty))


@clause("ikeda/presupposed", part="play", when=WITHOUT_SUICIDE, decides=Decision.MOVE)
def make_play(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A stone goes on a grid point, and the other color's stones that can be removed go off."""
    placed = c.colored(point, player)
    captured = removable(placed, player.opponent)
    after = placed.emptied(captured)
    return Play(player, point, c, after, captured, removable(after, player))


@clause("ikeda/presupposed", part="play-or-suicide", when=WITH_SUICIDE, decides=Decision.MOVE)
def make_play_or_suicide(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A stone goes on a grid point; the other color's removable stones go off, and then one's own."""
    play = make_play(c, player, point)
    return replace(play, after=play.after.emptied(play.self_captured))


@clause("ikeda/presupposed", part="empty", decides=Decision.PSEUDOLEGAL)
def grid_point_is_empty(play: Play[P]) -> Condition:
    """It goes on an empty grid point."""
    return play.before.meets(play.point, play.before.empty)


@clause(
    "ikeda/presupposed",
    part="no-suicide",
    when=WITHOUT_SUICIDE,
    decides=Decision.PSEUDOLEGAL,
    witness=lambda play: Points(play.self_captured),
)
def leaves_none_removable(play: Play[P]) -> Condition:
    """No play leaves stones of its own color that could be removed."""
    return play.before.is_empty(play.self_captured)


@clause("ikeda/presupposed", part="removed", decides=Decision.CAPTURES)
def removed_stones(play: Play[P]) -> dict[Color, Number]:
    """The stones that a play removes do not count for anything."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.self_captured)}


@clause("ikeda/presupposed", part="turn", decides=Decision.TURN)
def plays_and_passes(turn: Turn) -> bool:
    """In a turn a player plays a stone or passes."""
    return isinstance(turn, Pass | Move)


@clause("ikeda/presupposed", part="counts-as-play", decides=Decision.COUNTS_AS_MOVE)
def play_is_a_play(turn: Turn) -> bool:
    """To play a stone is a play."""
    return isinstance(turn, Move)


@clause("ikeda/presupposed", part="counts-as-pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """To play none is a pass."""
    return isinstance(turn, Pass)


@clause("ikeda/presupposed", part="start", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """The board is empty at the start, and Black comes first."""
    return Position(empty_board, BLACK)


@clause("ikeda/presupposed", part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """After a play the other color has the turn."""
    return position.taken_on(play.after, position.player.opponent)


@clause("ikeda/presupposed", part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """After a pass it has the turn on the same board."""
    return replace(position, player=position.player.opponent)


@clause("ikeda/presupposed", part="end", decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """Two passes, one right after the other, end the game."""
    return record.pass_run >= PASSES_TO_END


@clause("ikeda/presupposed", part="right-after", decides=Decision.FORGETS)
def broken_by_a_play(moment: Moment) -> frozenset[Remembered]:
    """A pass that a play has followed is no longer the first of two."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@clause("ikeda/presupposed", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """There is no other way for a game to end; one that a rule added would be asked before passes."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("ikeda/presupposed", part="then-count", decides=Decision.NEXT_PHASE, during=(Phase.MAIN,))
def then_count(record: Record[P]) -> Position[P]:
    """Then areas are counted."""
    return replace(record.position, phase=Phase.OVER)


@clause("ikeda/presupposed", part="area", decides=Decision.SCORE)
def area(ended: Ended[P], color: Color) -> Number:
    """A color's area is its stones, and the empty grid points that no stone of the other color can be reached from."""
    c = ended.coloring
    own = c.regions(c.empty, where=lambda region: c.borders(region, color) & c.no(c.borders(region, color.opponent)))
    return c.size(c.of(color) | own)


@clause("ikeda/presupposed", part="komi", decides=Decision.SCORE)
def komi(ended: Ended[P], color: Color) -> Number:
    """White has komi on top of that, where it is agreed."""
    return ended.rules.komi if color is WHITE else 0


@clause("ikeda/presupposed", part="winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The larger number wins; if both are the same, neither does."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
