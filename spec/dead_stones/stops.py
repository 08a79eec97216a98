"""When play stops, who goes on when it is resumed, and what became of stones on a copy of the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..algebra import Color, Coloring, Condition, Number
from ..algebra.board import P
from ..registry import clause
from ..vocabulary import Position, Record

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


@clause("dead-stones/resumption", part="history")
def goes_on_as_before(after_last_pass: Record[P], first_to_pass: Color) -> Position[P]:
    """The game that is resumed is the same game: all that has stood still counts, the passes included.

    Args:
        after_last_pass: the record after the last pass, as if it had ended nothing.
        first_to_pass: who takes the next turn.
    """
    return replace(after_last_pass.position, player=first_to_pass)


@clause("dead-stones/resumption", part="both-turns")
def both_have_passed(passes: Number) -> Condition:
    """Play stops once both players have passed, one after the other, since it began or was resumed."""
    stopped: Condition = passes >= PASSES_TO_STOP
    return stopped


@clause("dead-stones/resumption", part="lists")
def lists_are_asked_for(passes: Number, ended_phase: Condition) -> Condition:
    """Only when both have passed are players asked; a game that ends otherwise, as on a repeated pass, is over."""
    asked: Condition = both_have_passed(passes) & ended_phase
    return asked


@clause("dead-stones/japanese", part="end")
def captured_on_copy(disputed: P, standing: P) -> P:
    """Play on the copy ends as any game does, and the stones in dispute that were captured by then are dead."""
    dead: P = disputed & ~standing
    return dead


@clause("dead-stones/japanese", part="status")
def still_standing(stones: P, original: Coloring[P], copy: Coloring[P]) -> P:
    """A stone lives on the copy as long as it is not captured there; a stone played in its place does not revive it."""
    same_color: P = stones & (original.black & copy.black | original.white & copy.white)
    return same_color
