"""What the two articles presuppose: plays without suicide, passes that end the game, and areas that are counted."""

from __future__ import annotations

from .. import usual
from ..algebra import Color, Number
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import (
    Ended,
)

usual.says("chinese-2002/presupposed#start", usual.start)("Black plays first, on an empty board.")
usual.says("chinese-2002/presupposed#turn", usual.passes_and_moves)("A player plays a stone or gives up the turn.")
usual.says("chinese-2002/presupposed#alternation", usual.players_alternate)("The players play by turns.")
usual.says("chinese-2002/presupposed#pass", usual.after_pass)(
    "A player who gives up the turn leaves the board to the opponent as it is."
)
usual.says("chinese-2002/presupposed#breathless", usual.without_liberties)(
    "The connected stones of a color that have no breath, which is an empty point next to one of them."
)
usual.says("chinese-2002/presupposed#play", usual.make_move)(
    "Once a stone is played, the opponent's stones without breath are taken off."
)
usual.says("chinese-2002/presupposed#empty", usual.point_is_empty)("A stone is played on an empty point.")
usual.says("chinese-2002/presupposed#no-suicide", usual.leaves_liberties)(
    "No play leaves stones of its own player without breath."
)
usual.says("chinese-2002/presupposed#taken", usual.captured_of_the_opponent)(
    "The stones that a play takes are the opponent's; they count for nothing."
)
usual.says("chinese-2002/presupposed#counts-as-play", usual.move_is_a_move)("Only a stone that is played is a play.")
usual.says("chinese-2002/presupposed#counts-as-pass", usual.pass_is_a_pass)("To give up the turn is to pass.")
usual.says("chinese-2002/presupposed#end", usual.two_passes)(
    "The game is over once both players have given up the turn, one after the other."
)
usual.says("chinese-2002/presupposed#one-after-the-other", usual.passes_before_another_turn)(
    "A play between them makes two passes none."
)
usual.says("chinese-2002/presupposed#order", usual.order_of_endings)(
    "Passes end a game before it is asked whether a cycle does."
)
usual.says("chinese-2002/presupposed#then-count", usual.then_count)("A game that is over is counted.")


@clause("chinese-2002/presupposed", part="stones", decides=Decision.SCORE)
def living_stones(ended: Ended[P], color: Color) -> Number:
    """A player's stones on the board count a point each."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("chinese-2002/presupposed", part="surrounded", decides=Decision.SCORE)
def surrounded_points(ended: Ended[P], color: Color) -> Number:
    """So do the empty points that only stones of theirs surround."""
    c = ended.coloring
    beside_own = c.regions(c.empty, where=lambda region: c.borders(region, color))
    beside_other = c.regions(c.empty, where=lambda region: c.borders(region, color.opponent))
    return c.size(beside_own & ~beside_other)


usual.says("chinese-2002/presupposed#komi", usual.komi)("Black gives White komi, if that is agreed.")
usual.says("chinese-2002/presupposed#winner", usual.winner)(
    "The player with more points wins; equal points are a draw."
)
