"""Spight's rules: a pass lifts the ban on repetition, and a second pass on the same board stops play."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import Coloring, Condition
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import Moment, Pass, Phase, Play, Position, Record, Remembered, Turn
from .presupposed import MAIN, stood_at

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


@clause("spight/stop", part="area", decides=Decision.NEXT_PHASE, during=MAIN)
def play_ends(record: Record[P]) -> Position[P]:
    """Where areas are counted, play ends when it stops."""
    return replace(record.position, phase=Phase.OVER)
