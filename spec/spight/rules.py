"""Spight's rules, the first and the second, and Pauli's rule of the repeated pass, with what all three presuppose.

By Spight's first ones a pass lifts the ban on repetition, and a second pass on the same board stops play. Where
territory is counted, it stops twice: after the first stop there is an encore, in which a pass costs a point. Pauli's
says what nobody may be faced with again, and that a repeated pass ends a phase, and may win the game.
"""

from __future__ import annotations

from dataclasses import replace

from .. import usual
from ..algebra import Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..parameters import Scoring
from ..registry import Decision, clause
from ..vocabulary import (
    NOTHING,
    THE_RUN,
    EarlierState,
    Ended,
    Moment,
    Pass,
    Phase,
    Play,
    Position,
    Record,
    Remembered,
    Tally,
)

DOCUMENTS = ("spight", "spight-two", "repeated-pass")
PRESUPPOSED = tuple(f"{document}/presupposed" for document in DOCUMENTS)
MAIN = (Phase.MAIN,)
BY_AREA, BY_TERRITORY = given(scoring=Scoring.AREA), given(scoring=Scoring.TERRITORY)


def presupposed(part: str) -> tuple[str, ...]:
    """What a clause that the three texts presuppose is called, in each."""
    return tuple(f"{clause_id}#{part}" for clause_id in PRESUPPOSED)


def stood_at(record: Record[int], play: Play[int]) -> EarlierState | None:
    """The turn at whose start the board stood so, if it has since the last pass."""
    turn = record.since_pass.turn_of(resulting_state(record, play))
    return None if turn is None else EarlierState(turn)


usual.says(presupposed("start"), usual.start)("Black begins, on a board without stones.")
usual.says(presupposed("turn"), usual.passes_and_moves)("In turn a player makes a board play or a pass.")
usual.says(presupposed("alternation"), usual.players_alternate)("A board play hands the turn to the opponent.")
usual.says(presupposed("pass"), usual.after_pass)("So does a pass, and the whole board position stays.")
usual.says(presupposed("no-liberties"), usual.without_liberties)(
    "The stones of a color whose group has no liberties: no empty point touches it."
)
usual.says(presupposed("play"), usual.make_move)(
    "A board play sets a stone, and takes the opponent's groups without liberties."
)
usual.says(presupposed("empty"), usual.point_is_empty)("A stone is set where none stands.")
usual.says(presupposed("no-suicide"), usual.leaves_liberties)(
    "The group of the stone that is set has liberties after that."
)
usual.says(presupposed("taken"), usual.captured_of_the_opponent)(
    "What a board play takes are stones of the opponent; only where territory is counted do they matter."
)
usual.says(presupposed("counts-as-play"), usual.move_is_a_move)("A stone that is set is a board play.")
usual.says(presupposed("counts-as-pass"), usual.pass_is_a_pass)("A turn without one is a pass.")
usual.says(presupposed("order"), usual.order_of_endings)(
    "Only passes stop play; any other end that a rule adds is asked about first."
)


@clause(*PRESUPPOSED, part="enclosed")
def enclosed(c: Coloring[P], color: Color) -> P:
    """The empty points that touch stones of one color only, directly or through other empty points."""
    touching = c.regions(c.empty, where=lambda region: c.borders(region, color))
    shared: P = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return touching & ~shared


@clause("spight/presupposed", part="area", when=BY_AREA, decides=Decision.SCORE)
@clause("spight-two/presupposed", "repeated-pass/presupposed", part="area", decides=Decision.SCORE)
def area(ended: Ended[P], color: Color) -> Number:
    """A player's area is the points with their stones, and the empty ones that these alone enclose."""
    c = ended.coloring
    return c.size(c.of(color) | enclosed(c, color))


@clause("spight/presupposed", part="territory", when=BY_TERRITORY, decides=Decision.SCORE)
def territory(ended: Ended[P], color: Color) -> Number:
    """A player's territory is the empty points that their stones alone enclose."""
    return ended.coloring.size(enclosed(ended.coloring, color))


@clause("spight/presupposed", part="prisoners", when=BY_TERRITORY, decides=Decision.SCORE)
def prisoners(ended: Ended[P], color: Color) -> Number:
    """A player loses a point for every stone that was taken, and for every pass that costs one."""
    cost: Number = ended.captures[color] * -1
    return cost


usual.says(presupposed("komi"), usual.komi)("If there is komi, it is added to what White has.")
usual.says(presupposed("winner"), usual.winner)("More points win; it is a draw where both have the same number.")


ENCORE = (Phase.FIRST_CLEANUP,)
PAST = frozenset(Remembered) - THE_RUN
AT_THE_PASS = "reading/spight-board-at-the-pass"


usual.says("spight/no-repeat#position", usual.whole_board)("What a board play may not repeat is the whole board.")
usual.says("spight/no-repeat#previous", usual.but_after_passes, decides=Decision.OCCURS)(
    "It is a board that stood before, at the start or after a board play."
)
usual.says(
    "spight/no-repeat#at-the-pass",
    usual.after_passes,
    when=given(readings={AT_THE_PASS: "stands"}),
    decides=Decision.OCCURS,
)("Or after a pass: the board on which a player passes still stands after it, so that it has been there since.")
usual.says("spight/no-repeat#until-a-pass", usual.what_a_pass_and_a_move_cut)(
    "A pass that comes between lifts the ban; and passes come in a row while nobody makes a board play."
)


@clause("spight/encore", part="anew", when=BY_TERRITORY, decides=Decision.FORGETS, during=ENCORE)
def passes_before_the_encore(moment: Moment) -> frozenset[Remembered]:
    """Passes before the encore count for nothing in it, and the last of them has lifted every ban."""
    return PAST if moment is Moment.PHASE else NOTHING


@clause("spight/no-repeat", decides=Decision.LEGAL, witness=stood_at)
def repeats_nothing_since_a_pass(record: Record[P], play: Play[P]) -> Condition:
    """A board play does not repeat a board that has stood since the last pass."""
    return record.since_pass.lacks(resulting_state(record, play))


@clause("spight/stop", decides=Decision.PHASE_ENDS)
def passed_here_before(record: Record[P]) -> Condition:
    """Play stops when a player passes on a board on which that player has passed before."""
    before = record.previous
    if before is None:
        return False
    again: Condition = before.passed_from.contains((before.position.player, before.state)) & (record.pass_run > 0)
    return again


usual.says("spight/stop#passed", usual.pass_is_a_pass, decides=Decision.PASSED)(
    "A board on which a player passes is one on which they have passed."
)
usual.says("spight/stop#area", usual.then_count, when=BY_AREA)("Where areas are counted, play ends when it stops.")


@clause("spight/encore", when=BY_TERRITORY, decides=Decision.NEXT_PHASE, during=MAIN)
def encore_follows(record: Record[P]) -> Position[P]:
    """Where territory is counted, an encore follows when play first stops, and the players go on by turns."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP)


usual.says("spight/encore#second-stop", usual.then_count, when=BY_TERRITORY, during=ENCORE)(
    "When play stops for the second time, it ends."
)


@clause("spight/encore", part="price", when=BY_TERRITORY, decides=Decision.PASS_STONES, during=ENCORE)
def price_of_a_pass(position: Position[P]) -> dict[Color, int]:
    """In the encore a pass costs a point."""
    return {position.player: 1, position.player.opponent: 0}


@clause("spight/encore", part="as-many-plays", when=BY_TERRITORY, decides=Decision.COMPLETION)
def obligatory_pass(record: Record[P], tally: Tally) -> Tally:
    """If the player who began the encore took its last turn, too, the other makes an obligatory pass at its price."""
    if record.position.player is record.began:
        return tally
    price = price_of_a_pass(record.position)
    return replace(tally, captures={color: tally.captures[color] + price[color] for color in Color})


# His second rules, by which two passes end play, and the ko rules ask who faced a board.

usual.says("spight-two/end", usual.two_passes)("Play ends with consecutive passes.")
usual.says("spight-two/end#area", usual.then_count)("The board is counted as it is then.")
usual.says("spight-two/superko#board", usual.whole_board)("What is repeated is a position of the whole board.")
usual.says("spight-two/superko#whose", usual.player_to_move)(
    "What a player made a board play in is not brought back to them, so that it matters whose turn it is."
)
usual.says("spight-two/superko#faced", usual.after_every_turn, decides=Decision.OCCURS)(
    "Each position is faced whatever led to it; the one in which a player passes is forgotten with the pass."
)
usual.says("spight-two/superko#until-a-pass", usual.what_a_pass_and_a_move_cut)(
    "A pass that intervenes lifts the ban; and a board play makes passes before it no longer consecutive."
)


@clause("spight-two/superko", decides=Decision.LEGAL, witness=stood_at)
def brings_back_no_position_played_in(record: Record[P], play: Play[P]) -> Condition:
    """No board play repeats a position in which the opponent has made one, unless there was a pass since."""
    return record.since_pass.lacks(resulting_state(record, play))


usual.says("spight-two/end-of-game-ko#passed", usual.pass_is_a_pass, decides=Decision.PASSED)(
    "A position in which a player passes is one that they have passed in."
)


@clause("spight-two/end-of-game-ko", decides=Decision.LEGAL)
def brings_back_no_position_passed_in(record: Record[P], play: Play[P]) -> Condition:
    """If a player passed in a position and the opponent went on, no board play of the opponent repeats it."""
    return record.passed_from.lacks((record.position.player.opponent, resulting_state(record, play)))


usual.says("repeated-pass/no-repeat#board", usual.whole_board)("A player is confronted with a whole board.")
usual.says("repeated-pass/no-repeat#who", usual.player_to_move)("It is the one with the turn who is confronted.")
usual.says("repeated-pass/no-repeat#once", usual.after_every_turn, decides=Decision.OCCURS)(
    "At the start, by a play or by a pass, one is confronted with a board once."
)
usual.says("repeated-pass/no-repeat#no-pass-between", usual.what_a_pass_and_a_move_cut)(
    "What came before a pass may come again; and by a play a pass is no longer the last turn."
)


@clause("repeated-pass/no-repeat", decides=Decision.LEGAL, witness=stood_at)
def confronts_with_nothing_again(record: Record[P], play: Play[P]) -> Condition:
    """No play lets the opponent face a board that they have faced since the last pass."""
    return record.since_pass.lacks(resulting_state(record, play))


@clause("repeated-pass/end", decides=Decision.PHASE_ENDS)
def passes_again(record: Record[P]) -> Condition:
    """A pass with the same board as once before in the phase ends it."""
    before = record.previous
    if before is None:
        return False
    again: Condition = before.passed_from.contains((before.position.player, before.state)) & (record.pass_run > 0)
    return again


usual.says("repeated-pass/end#passed", usual.pass_is_a_pass, decides=Decision.PASSED)(
    "The board with which a player passes is one with which they have passed."
)
usual.says("repeated-pass/end#area", usual.then_count)("Where areas are counted, no phase follows on the first.")


FREE_PASSES = "reading/repeated-pass-win"


@clause("repeated-pass/win", part="since")
def passes_since_the_first(record: Record[P]) -> dict[Color, int]:
    """How often each player has passed after the first of the two passes that end a phase."""
    last = record.previous
    passes = dict.fromkeys(Color, 0)
    first = None if last is None else last.passed_from.turn_of((last.position.player, last.state))
    while last is not None and first is not None and last.turn > first:
        passes[last.position.player] += isinstance(record.last, Pass)
        record, last = last, last.previous
    return passes


@clause("repeated-pass/win", when=given(readings={FREE_PASSES: "given"}), decides=Decision.AWARDED, during=MAIN)
def passed_more_often(record: Record[P], color: Color) -> Condition:
    """Where passes are free, the player who has passed more often since the first of the two is given the win."""
    passes = passes_since_the_first(record)
    return passes[color] > passes[color.opponent]
