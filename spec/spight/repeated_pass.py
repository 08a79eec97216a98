"""Pauli's rule: what nobody may be faced with again, and the repeated pass that ends a phase, and may win the game."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Condition
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import Pass, Play, Record
from .presupposed import MAIN, stood_at

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
