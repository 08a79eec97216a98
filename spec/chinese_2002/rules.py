"""What the two articles presuppose: plays without suicide, passes that end the game, and areas that are counted."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import (
    NOTHING,
    THE_RUN,
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


@clause("chinese-2002/presupposed", part="start", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """Black plays first, on an empty board."""
    return Position(empty_board, BLACK)


@clause("chinese-2002/presupposed", part="turn", decides=Decision.TURN)
def plays_and_passes(turn: Turn) -> bool:
    """A player plays a stone or gives up the turn."""
    return isinstance(turn, Pass | Move)


@clause("chinese-2002/presupposed", part="alternation", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """The players play by turns."""
    return position.taken_on(play.after, position.player.opponent)


@clause("chinese-2002/presupposed", part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """A player who gives up the turn leaves the board to the opponent as it is."""
    return replace(position, player=position.player.opponent)


@clause("chinese-2002/presupposed", part="breathless")
def without_breath(c: Coloring[P], color: Color) -> P:
    """The connected stones of a color that have no breath, which is an empty point next to one of them."""
    return c.regions(c.of(color), where=lambda chain: c.is_empty(c.border(chain) & c.empty))


@clause("chinese-2002/presupposed", part="play", decides=Decision.MOVE)
def make_play(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """Once a stone is played, the opponent's stones without breath are taken off."""
    played = c.colored(point, player)
    taken = without_breath(played, player.opponent)
    after = played.emptied(taken)
    return Play(player, point, c, after, taken, without_breath(after, player))


@clause("chinese-2002/presupposed", part="empty", decides=Decision.PSEUDOLEGAL)
def point_is_empty(play: Play[P]) -> Condition:
    """A stone is played on an empty point."""
    return play.before.meets(play.point, play.before.empty)


@clause(
    "chinese-2002/presupposed",
    part="no-suicide",
    decides=Decision.PSEUDOLEGAL,
    witness=lambda play: Points(play.self_captured),
)
def leaves_breath(play: Play[P]) -> Condition:
    """No play leaves stones of its own player without breath."""
    return play.before.is_empty(play.self_captured)


@clause("chinese-2002/presupposed", part="taken", decides=Decision.CAPTURES)
def taken_stones(play: Play[P]) -> dict[Color, Number]:
    """The stones that a play takes are the opponent's; they count for nothing."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.before.board.nothing)}


@clause("chinese-2002/presupposed", part="counts-as-play", decides=Decision.COUNTS_AS_MOVE)
def play_is_a_play(turn: Turn) -> bool:
    """Only a stone that is played is a play."""
    return isinstance(turn, Move)


@clause("chinese-2002/presupposed", part="counts-as-pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """To give up the turn is to pass."""
    return isinstance(turn, Pass)


@clause("chinese-2002/presupposed", part="end", decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """The game is over once both players have given up the turn, one after the other."""
    return record.pass_run >= PASSES_TO_END


@clause("chinese-2002/presupposed", part="one-after-the-other", decides=Decision.FORGETS)
def broken_by_a_play(moment: Moment) -> frozenset[Remembered]:
    """A play between them makes two passes none."""
    return THE_RUN if moment is Moment.OTHER_TURN else NOTHING


@clause("chinese-2002/presupposed", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Passes end a game before it is asked whether a cycle does."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("chinese-2002/presupposed", part="then-count", decides=Decision.NEXT_PHASE, during=(Phase.MAIN,))
def then_count(record: Record[P]) -> Position[P]:
    """A game that is over is counted."""
    return replace(record.position, phase=Phase.OVER)


@clause("chinese-2002/presupposed", part="stones", decides=Decision.SCORE)
def living_stones(ended: Ended[P], color: Color) -> Number:
    """A player's stones on the board count a point each."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("chinese-2002/presupposed", part="surrounded", decides=Decision.SCORE)
def surrounded_points(ended: Ended[P], color: Color) -> Number:
    """So do the empty points that only stones of theirs surround."""
    c = ended.coloring
    beside_own = c.regions(c.empty, where=lambda region: c.borders(region, color))
    beside_other = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return c.size(beside_own & ~beside_other)


@clause("chinese-2002/presupposed", part="komi", decides=Decision.SCORE)
def komi(ended: Ended[P], color: Color) -> Number:
    """Black gives White komi, if that is agreed."""
    return ended.rules.komi if color is WHITE else 0


@clause("chinese-2002/presupposed", part="winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The player with more points wins; equal points are a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
