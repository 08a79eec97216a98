"""Simplified WMSG: plays, what they may not recreate, the two stops, and the score that the first pass changes."""

from __future__ import annotations

from dataclasses import replace

from .. import usual
from ..algebra import BLACK, WHITE, Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import (
    NOTHING,
    THE_RUN,
    Ended,
    Moment,
    Phase,
    Play,
    Points,
    Position,
    Record,
    Remembered,
    Tally,
)

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


usual.says("wmsg/play#captures", usual.captured_of_the_opponent)(
    "The stones that a play captures are the opponent's; no score counts them."
)


@clause("wmsg/no-suicide", decides=Decision.PSEUDOLEGAL, witness=lambda play: Points(play.self_captured))
def leaves_liberties(play: Play[P]) -> Condition:
    """A play that captures nothing leaves no string of its own player without liberty."""
    c = play.before
    return c.implies(c.is_empty(play.captured), c.is_empty(play.self_captured))


usual.says("wmsg/move", usual.passes_and_moves)("A move is a play or a pass.")
usual.says("wmsg/move#play", usual.move_is_a_move)("A play is no pass, and nothing is scored for it.")
usual.says("wmsg/move#pass", usual.pass_is_a_pass)("Passes are what stops play.")
usual.says("wmsg/alternate#start", usual.start)("Black makes the first move, on an empty board.")
usual.says("wmsg/alternate", usual.players_alternate)("After a play it is the opponent's move.")


@clause("wmsg/alternate", part="pass", decides=Decision.PASS)
def after_pass(position: Position[P]) -> Position[P]:
    """After a pass it is the opponent's move too, and the board stays as it is."""
    return replace(position, player=position.player.opponent, passed=True)


usual.says("wmsg/superko#position", usual.whole_board)(
    "A position is where black and white stones stand, whoever is to move."
)
# No play makes the board empty, so that it does not matter how the start of a game on it is taken.
usual.says("wmsg/superko#just-after-plays", usual.but_after_passes)(
    "An earlier position is one just after a play; a game that is set up starts from one, and the empty board is none."
)


@clause("wmsg/superko", decides=Decision.LEGAL, witness=usual.earlier_state)
def recreates_no_position(record: Record[P], play: Play[P]) -> Condition:
    """No play recreates the position just after any earlier play."""
    return record.earlier.lacks(resulting_state(record, play))


usual.says("wmsg/end", usual.two_passes)("Two passes in succession stop play.")


@clause("wmsg/end", part="succession", decides=Decision.FORGETS)
def broken_succession(moment: Moment) -> frozenset[Remembered]:
    """A play breaks a succession of passes, and after the first stop a new one begins."""
    return NOTHING if moment is Moment.PASS else THE_RUN


usual.says("wmsg/end#order", usual.order_of_endings)(
    "Nothing but passes stops play; a rule that ended a game with any other turn would come first."
)
usual.says("wmsg/end#agreed", usual.then_count, when=AGREED)(
    "At the first stop the players may agree on all the stones to remove; then the game is scored."
)


@clause("wmsg/end", part="disagreed", when=DISAGREED, decides=Decision.NEXT_PHASE, during=MAIN)
def disagree_at_first_stop(record: Record[P]) -> Position[P]:
    """Or they disagree, and go on alternating; what plays have made before still counts."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP)


usual.says("wmsg/end#second-stop", usual.then_count, when=DISAGREED, during=RESUMED)(
    "The second stop is final: the game is scored with every stone that is left."
)


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


usual.says("wmsg/score#komi", usual.komi)(
    "Komi is taken off Black's margin, and so added to White's score; it is 6.5 unless something else is agreed."
)


@clause("wmsg/first-pass", decides=Decision.SCORE)
def point_for_second_pass(ended: Ended[P], color: Color) -> Number:
    """Black's margin is one point less if White made the first pass of the game."""
    return -FIRST_PASS_BY_WHITE if color is BLACK and ended.button is WHITE else 0


usual.says("wmsg/winner", usual.winner)("Black wins by a margin above zero and White by one below; zero is a tie.")
