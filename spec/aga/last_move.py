"""Rule 11: White makes the last move.

The rule says two things: White moves last, and both players have then played or passed equally many stones. From the
empty board, Black first, the one follows from the other. From a position that was set up it need not; the pass is the
only remedy that the rule offers, so it is who moved last that decides here, and stones that stood at the start are no
turns. So after N handicap stones Black's total is N - 1 greater, which is what White is compensated for when areas are
counted.
"""

from __future__ import annotations

from dataclasses import replace

from ..algebra import WHITE, Color, Number
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import Ended, Record, Tally
from .passing import pass_stone


@clause("aga/11-last-move", decides=Decision.COMPLETION)
def white_moves_last(record: Record[P], tally: Tally) -> Tally:
    """If Black took the last turn, White passes once more, and hands over a stone for it."""
    if record.position.player is not WHITE:
        return tally
    handed_over = pass_stone(record.position)
    return replace(tally, captures={color: tally.captures[color] + handed_over[color] for color in Color})


@clause("aga/11-last-move", part="totals")
def stones_played_or_passed(ended: Ended[P], color: Color) -> Number:
    """Every stone that a player has played or passed is on the board, or a prisoner of the opponent."""
    total: Number = ended.coloring.size(ended.coloring.of(color)) + ended.captures[color]
    return total
