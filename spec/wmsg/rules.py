"""Simplified WMSG: plays, what they may not recreate, the two stops, and the score that the first pass changes."""

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
    Tally,
    Turn,
)

PASSES_TO_STOP = 2
FIRST_PASS_BY_WHITE = 1
MAIN = (Phase.MAIN,)
RESUMED = (Phase.FIRST_CLEANUP,)
AGREED = given(readings={"reading/wmsg-first-stop": "agreed"})
DISAGREED = given(readings={"reading/wmsg-first-stop": "disagreed"})


@clause("wmsg/capture")
def without_liberty(c: Coloring[P], color: Color) -> P:
    """A string is joined stones of a color; it is without liberty when no empty intersection is next to it."""
    return c.regions(c.of(color), where=lambda string: c.is_empty(c.border(string) & c.empty))


@clause("wmsg/play", decides=Decision.MOVE)
def make_play(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """A play puts a stone on the board, and then captures every string of the opponent without liberty."""
    placed = c.colored(point, player)
    captured = without_liberty(placed, player.opponent)
    after = placed.emptied(captured)
    return Play(player, point, c, after, captured, without_liberty(after, player))


@clause("wmsg/play", part="empty", decides=Decision.PSEUDOLEGAL)
def intersection_is_empty(play: Play[P]) -> Condition:
    """A stone is played on an empty intersection."""
    return play.before.meets(play.point, play.before.empty)


@clause("wmsg/play", part="captures", decides=Decision.CAPTURES)
def captured_stones(play: Play[P]) -> dict[Color, Number]:
    """The stones that a play captures are the opponent's; no score counts them."""
    size = play.before.size
    return {play.player.opponent: size(play.captured), play.player: size(play.before.board.nothing)}


@clause("wmsg/no-suicide", decides=Decision.PSEUDOLEGAL, witness=lambda play: Points(play.self_captured))
def leaves_liberties(play: Play[P]) -> Condition:
    """A play that captures nothing leaves no string of its own player without liberty."""
    c = play.before
    return c.implies(c.is_empty(play.captured), c.is_empty(play.self_captured))


@clause("wmsg/move", decides=Decision.TURN)
def plays_and_passes(turn: Turn) -> bool:
    """A move is a play or a pass."""
    return isinstance(turn, Pass | Move)


@clause("wmsg/move", part="play", decides=Decision.COUNTS_AS_MOVE)
def play_is_a_play(turn: Turn) -> bool:
    """A play is no pass, and nothing is scored for it."""
    return isinstance(turn, Move)


@clause("wmsg/move", part="pass", decides=Decision.COUNTS_AS_PASS)
def pass_is_a_pass(turn: Turn) -> bool:
    """Passes are what stops play."""
    return isinstance(turn, Pass)


@clause("wmsg/alternate", part="start", decides=Decision.START)
def start(empty_board: Coloring[P]) -> Position[P]:
    """Black makes the first move, on an empty board."""
    return Position(empty_board, BLACK)


@clause("wmsg/alternate", decides=Decision.AFTER_MOVE)
def players_alternate(position: Position[P], play: Play[P]) -> Position[P]:
    """After a play it is the opponent's move."""
    return position.taken_on(play.after, position.player.opponent)


@clause("wmsg/alternate", part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """After a pass it is the opponent's move too, and the board stays as it is."""
    return replace(position, player=position.player.opponent, passed=True)


@clause("wmsg/superko", part="position", decides=Decision.STATE)
def stones_on_the_board(position: Position[P]) -> Coloring[P]:
    """A position is where black and white stones stand, whoever is to move."""
    return position.coloring


@clause("wmsg/superko", part="just-after-plays", decides=Decision.REMEMBERED)
def positions_after_plays(turn: Turn | None) -> bool:
    """An earlier position is one just after a play; a game that is set up starts from one, and the empty board is none.

    No play makes the board empty, so that it does not matter how the start of a game on it is taken.
    """
    return not isinstance(turn, Pass)


def earlier_position(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the resulting position first stood, if a play had made it."""
    turn = record.earlier.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


@clause("wmsg/superko", decides=Decision.LEGAL, witness=earlier_position)
def recreates_no_position(record: Record[P], play: Play[P]) -> Condition:
    """No play recreates the position just after any earlier play."""
    return record.earlier.lacks(resulting_state(record, play))


@clause("wmsg/end", decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """Two passes in succession stop play."""
    return record.pass_run >= PASSES_TO_STOP


@clause("wmsg/end", part="succession", decides=Decision.FORGETS)
def broken_succession(moment: Moment) -> frozenset[Remembered]:
    """A play breaks a succession of passes, and after the first stop a new one begins."""
    return NOTHING if moment is Moment.PASS else THE_RUN


@clause("wmsg/end", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Nothing but passes stops play; a rule that ended a game with any other turn would come first."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("wmsg/end", part="agreed", when=AGREED, decides=Decision.NEXT_PHASE, during=MAIN)
def agree_at_first_stop(record: Record[P]) -> Position[P]:
    """At the first stop the players may agree on all the stones to remove; then the game is scored."""
    return replace(record.position, phase=Phase.OVER)


@clause("wmsg/end", part="disagreed", when=DISAGREED, decides=Decision.NEXT_PHASE, during=MAIN)
def disagree_at_first_stop(record: Record[P]) -> Position[P]:
    """Or they disagree, and go on alternating; what plays have made before still counts."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP)


@clause("wmsg/end", part="second-stop", when=DISAGREED, decides=Decision.NEXT_PHASE, during=RESUMED)
def second_stop_is_final(record: Record[P]) -> Position[P]:
    """The second stop is final: the game is scored with every stone that is left."""
    return replace(record.position, phase=Phase.OVER)


@clause("wmsg/first-pass", part="who", decides=Decision.FIRST_PASS, during=MAIN)
def first_to_pass(record: Record[P], tally: Tally) -> Tally:
    """The first pass of the game is made when nobody has passed before."""
    return tally if record.position.passed else replace(tally, first_passer=record.position.player)


@clause("wmsg/score", part="stones", decides=Decision.SCORE)
def occupied(ended: Ended[P], color: Color) -> Number:
    """Each intersection with a stone of a player is a point of theirs."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("wmsg/score", part="surrounded", decides=Decision.SCORE)
def surrounded_only_by(ended: Ended[P], color: Color) -> Number:
    """So is each empty intersection that only stones of theirs surround."""
    c = ended.coloring
    beside_own = c.regions(c.empty, where=lambda region: c.borders(region, color))
    beside_other = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return c.size(beside_own & ~beside_other)


@clause("wmsg/score", part="komi", decides=Decision.SCORE)
def komi(ended: Ended[P], color: Color) -> Number:
    """Komi is taken off Black's margin, and so added to White's score; it is 6.5 unless something else is agreed."""
    return ended.rules.komi if color is WHITE else 0


@clause("wmsg/first-pass", decides=Decision.SCORE)
def point_for_second_pass(ended: Ended[P], color: Color) -> Number:
    """Black's margin is one point less if White made the first pass of the game."""
    return -FIRST_PASS_BY_WHITE if color is BLACK and ended.button is WHITE else 0


@clause("wmsg/winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """Black wins by a margin above zero and White by one below; zero is a tie."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
