"""What a capture must not bring back, and what the rule needs besides: plays, passes, and areas that are counted."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Condition, Number
from ..algebra.board import P
from ..composition import resulting_state
from ..guard import given
from ..registry import Decision, clause
from ..vocabulary import (
    Ended,
    Play,
    Record,
)

SUICIDE = "reading/ikeda-suicide"
WITHOUT_SUICIDE, WITH_SUICIDE = (given(readings={SUICIDE: value}) for value in ("forbidden", "allowed"))


usual.says("ikeda/captures-do-not-repeat#configuration", usual.whole_board)(
    "A configuration is which stones stand on the board, whoever is to move."
)
usual.says("ikeda/captures-do-not-repeat#appeared", usual.after_every_turn)(
    "Every configuration that stood in the game has appeared in it, that at its start too."
)


@clause("ikeda/captures-do-not-repeat", decides=Decision.LEGAL, witness=usual.earlier_state)
def capture_does_not_repeat(record: Record[P], play: Play[P]) -> Condition:
    """Where a play takes stones of the other color, what is left must not have appeared; other plays may repeat."""
    c = play.before
    return c.implies(c.no(c.is_empty(play.captured)), record.earlier.lacks(resulting_state(record, play)))


usual.says("ikeda/presupposed#removable", usual.without_liberties)(
    "Stones of a color can be removed that hang together and have no empty grid point next to them."
)
usual.says("ikeda/presupposed#play", usual.make_move, when=WITHOUT_SUICIDE)(
    "A stone goes on a grid point, and the other color's stones that can be removed go off."
)
usual.says("ikeda/presupposed#play-or-suicide", usual.make_move_with_suicide, when=WITH_SUICIDE)(
    "A stone goes on a grid point; the other color's removable stones go off, and then one's own."
)
usual.says("ikeda/presupposed#empty", usual.point_is_empty)("It goes on an empty grid point.")
usual.says("ikeda/presupposed#no-suicide", usual.leaves_liberties, when=WITHOUT_SUICIDE)(
    "No play leaves stones of its own color that could be removed."
)
usual.says("ikeda/presupposed#removed", usual.captured_of_both)(
    "The stones that a play removes do not count for anything."
)
usual.says("ikeda/presupposed#turn", usual.passes_and_moves)("In a turn a player plays a stone or passes.")
usual.says("ikeda/presupposed#counts-as-play", usual.move_is_a_move)("To play a stone is a play.")
usual.says("ikeda/presupposed#counts-as-pass", usual.pass_is_a_pass)("To play none is a pass.")
usual.says("ikeda/presupposed#start", usual.start)("The board is empty at the start, and Black comes first.")
usual.says("ikeda/presupposed#alternation", usual.players_alternate)("After a play the other color has the turn.")
usual.says("ikeda/presupposed#pass", usual.after_pass)("After a pass it has the turn on the same board.")
usual.says("ikeda/presupposed#end", usual.two_passes)("Two passes, one right after the other, end the game.")
usual.says("ikeda/presupposed#right-after", usual.passes_before_another_turn)(
    "A pass that a play has followed is no longer the first of two."
)
usual.says("ikeda/presupposed#order", usual.order_of_endings)(
    "There is no other way for a game to end; one that a rule added would be asked before passes."
)
usual.says("ikeda/presupposed#then-count", usual.then_count)("Then areas are counted.")


@clause("ikeda/presupposed", part="area", decides=Decision.SCORE)
def area(ended: Ended[P], color: Color) -> Number:
    """A color's area is its stones, and the empty grid points that no stone of the other color can be reached from."""
    c = ended.coloring
    own = c.regions(c.empty, where=lambda region: c.borders(region, color) & c.no(c.borders(region, color.opponent)))
    return c.size(c.of(color) | own)


usual.says("ikeda/presupposed#komi", usual.komi)("White has komi on top of that, where it is agreed.")
usual.says("ikeda/presupposed#winner", usual.winner)("The larger number wins; if both are the same, neither does.")
