"""Rule 11: White makes the last move.

The rule says two things: White moves last, and both players have then played or passed equally many stones. As long as
the players alternate, the one follows from the other. But rule 8 lets illegal moves stand that nobody has noted: a
player may have moved twice in a row, or on an occupied point. Then White may move last while the totals differ. A pass
is the only remedy that the rule offers, so by default it is who moved last that decides; read otherwise, passes make up
for what is missing.

Stones that stood at the start are no turns. So after N handicap stones Black's total is N - 1 greater, which is what
White is compensated for when areas are counted.
"""

from __future__ import annotations

from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Number
from ..algebra.board import P
from ..guard import given
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


@clause(
    "aga/11-last-move",
    part="equal-totals",
    when=given(readings={"reading/aga-last-move": "equal-totals"}),
    decides=Decision.COMPLETION,
)
def totals_made_equal(record: Record[P], tally: Tally) -> Tally:
    """Read so, whoever has played or passed fewer stones since the start hands over as many as are missing."""
    c = record.position.coloring
    total = {color: c.size(c.of(color)) + tally.captures[color] - tally.placed[color] for color in Color}
    ahead = total[BLACK] - total[WHITE] + stones_stand_for_a_turn(record, tally)
    missing = {BLACK: max(-ahead, 0), WHITE: max(ahead, 0)}
    return replace(tally, captures={color: tally.captures[color] + missing[color] for color in Color})


def stones_stand_for_a_turn(record: Record[P], tally: Tally) -> bool:
    """Whether stones stood at the start and White took the first turn: then they are taken for a turn of Black."""
    while record.previous is not None:
        record = record.previous
    return record.position.player is WHITE and bool(tally.placed[BLACK] + tally.placed[WHITE] >= 1)


@clause("aga/11-last-move", part="totals")
def stones_played_or_passed(ended: Ended[P], color: Color) -> Number:
    """Every stone that a player has played or passed is on the board, or a prisoner of the opponent."""
    total: Number = ended.coloring.size(ended.coloring.of(color)) + ended.captures[color]
    return total
