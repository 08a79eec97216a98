"""Spight's rules, the first and the second: a pass lifts the ban on repetition, and passes stop play.

By the first ones, a second pass on the same board stops play. Where territory is counted, it stops twice: after the
first stop there is an encore, in which a pass costs a point.
"""

from __future__ import annotations

from dataclasses import replace

from .. import usual
from ..algebra import Color, Condition
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import NOTHING, THE_RUN, Moment, Phase, Play, Position, Record, Remembered, Tally
from .presupposed import BY_AREA, BY_TERRITORY, MAIN, stood_at

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
