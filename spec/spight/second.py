"""Spight's rules II: two passes end play, and the ko rules ask who faced a board."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import Color, Coloring, Condition
from ..algebra.board import P
from ..composition import resulting_state
from ..registry import Decision, clause
from ..vocabulary import Moment, Phase, Play, Position, Record, Remembered, Turn
from .presupposed import MAIN, stood_at

PASSES_TO_END = 2


@clause("spight-two/end", decides=Decision.PHASE_ENDS)
def consecutive_passes(record: Record[P]) -> Condition:
    """Play ends with consecutive passes."""
    return record.pass_run >= PASSES_TO_END


@clause("spight-two/end", part="area", decides=Decision.NEXT_PHASE, during=MAIN)
def play_ends(record: Record[P]) -> Position[P]:
    """The board is counted as it is then."""
    return replace(record.position, phase=Phase.OVER)


@clause("spight-two/superko", part="board", decides=Decision.STATE)
def whole_board(position: Position[P]) -> Coloring[P]:
    """What is repeated is a position of the whole board."""
    return position.coloring


@clause("spight-two/superko", part="whose", decides=Decision.STATE)
def who_faces_it(position: Position[P]) -> Color:
    """What a player made a board play in is not brought back to them, so that it matters whose turn it is."""
    return position.player


@clause("spight-two/superko", part="faced", decides=Decision.OCCURS)
def positions_faced(turn: Turn | None) -> bool:
    """Each position is faced whatever led to it; the one in which a player passes is forgotten with the pass."""
    return True


@clause("spight-two/superko", part="until-a-pass", decides=Decision.FORGETS)
def what_a_pass_lifts(moment: Moment) -> frozenset[Remembered]:
    """A pass that intervenes lifts the ban; and a board play makes passes before it no longer consecutive."""
    return frozenset({Remembered.OCCURRENCES if moment is Moment.PASS else Remembered.RUN})


@clause("spight-two/superko", decides=Decision.LEGAL, witness=stood_at)
def brings_back_no_position_played_in(record: Record[P], play: Play[P]) -> Condition:
    """No board play repeats a position in which the opponent has made one, unless there was a pass since."""
    return record.since_pass.lacks(resulting_state(record, play))


@clause("spight-two/end-of-game-ko", decides=Decision.LEGAL)
def brings_back_no_position_passed_in(record: Record[P], play: Play[P]) -> Condition:
    """If a player passed in a position and the opponent went on, no board play of the opponent repeats it."""
    return record.passed_from.lacks((record.position.player.opponent, resulting_state(record, play)))
