"""Spight's rules: a pass lifts the ban on repetition, and a second pass on the same board stops play.

Where territory is counted, play stops twice: after the first stop there is an encore, in which a pass costs a point.
"""

from __future__ import annotations

from dataclasses import replace

from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import NOTHING, THE_RUN, Moment, Pass, Phase, Play, Position, Record, Remembered, Tally, Turn
from .presupposed import BY_AREA, BY_TERRITORY, MAIN, stood_at

ENCORE = (Phase.FIRST_CLEANUP,)
PAST = frozenset(Remembered) - THE_RUN
AT_THE_PASS = "reading/spight-board-at-the-pass"


@clause("spight/no-repeat", part="position", decides=Decision.STATE)
def whole_board(position: Position[P]) -> Coloring[P]:
    """What a board play may not repeat is the whole board."""
    return position.coloring


@clause("spight/no-repeat", part="previous", decides=Decision.OCCURS)
def previous_boards(turn: Turn | None) -> bool:
    """It is a board that stood before, at the start or after a board play."""
    return not isinstance(turn, Pass)


@clause("spight/no-repeat", part="at-the-pass", when=given(readings={AT_THE_PASS: "stands"}), decides=Decision.OCCURS)
def board_at_the_pass(turn: Turn | None) -> bool:
    """Or after a pass: the board on which a player passes still stands after it, so that it has been there since."""
    return isinstance(turn, Pass)


@clause("spight/no-repeat", part="until-a-pass", decides=Decision.FORGETS)
def what_a_pass_lifts(moment: Moment) -> frozenset[Remembered]:
    """A pass that comes between lifts the ban; and passes come in a row while nobody makes a board play."""
    return frozenset({Remembered.OCCURRENCES if moment is Moment.PASS else Remembered.RUN})


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


@clause("spight/stop", part="area", when=BY_AREA, decides=Decision.NEXT_PHASE, during=MAIN)
def play_ends(record: Record[P]) -> Position[P]:
    """Where areas are counted, play ends when it stops."""
    return replace(record.position, phase=Phase.OVER)


@clause("spight/encore", when=BY_TERRITORY, decides=Decision.NEXT_PHASE, during=MAIN)
def encore_follows(record: Record[P]) -> Position[P]:
    """Where territory is counted, an encore follows when play first stops, and the players go on by turns."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP)


@clause("spight/encore", part="second-stop", when=BY_TERRITORY, decides=Decision.NEXT_PHASE, during=ENCORE)
def encore_ends(record: Record[P]) -> Position[P]:
    """When play stops for the second time, it ends."""
    return replace(record.position, phase=Phase.OVER)


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
