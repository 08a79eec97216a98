"""When play stops, who goes on when it is resumed, and what became of stones on a copy of the board."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import Color, Coloring, Condition, Number
from ..algebra.board import P
from ..registry import clause

PASSES_TO_STOP = 2


@dataclass(frozen=True, slots=True)
class Stop:
    """Two consecutive passes have stopped play.

    Attributes:
        resumed: whether play had stopped before, and was resumed because the players disagreed.
        at_once: whether no move has been made since it was resumed.
    """

    resumed: Condition
    at_once: Condition


@clause("dead-stones/resumption")
def resumed_by(second_to_pass: Color) -> Color:
    """When play goes on, the player who passed first takes the next turn."""
    return second_to_pass.opponent


@clause("dead-stones/resumption", part="both-turns")
def both_have_passed(passes: Number) -> Condition:
    """Play stops once both players have passed, one after the other, since it began or was resumed."""
    stopped: Condition = passes >= PASSES_TO_STOP
    return stopped


@clause("dead-stones/japanese", part="status")
def still_standing(stones: P, original: Coloring[P], copy: Coloring[P]) -> P:
    """A stone lives on the copy as long as it is not captured there; a stone played in its place does not revive it."""
    same_color: P = stones & (original.black & copy.black | original.white & copy.white)
    return same_color
