"""When play stops, who goes on when it is resumed, and what became of stones on a copy of the board."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..algebra import Color, Coloring, Condition, Number
from ..algebra.board import P
from ..composition import definition
from ..guard import given
from ..registry import clause
from ..rules import Rules
from ..vocabulary import Position, Record

PASSES_TO_STOP = 2
END_ON_COPY = "reading/end-on-copy"


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


@clause("dead-stones/japanese", part="end-of-play", when=given(readings={END_ON_COPY: "as-a-game"}))
def ends_as_a_game(passes: Number) -> Condition:
    """Play on the copy ends with whatever ends a game."""
    return True


@clause("dead-stones/japanese", part="end-by-passes", when=given(readings={END_ON_COPY: "two-passes"}))
def ends_with_two_passes(passes: Number) -> Condition:
    """Under this reading, play on the copy ends only once both players have passed there, one after the other."""
    return both_have_passed(passes)


def ends_on_copy(rules: Rules, passes: Number) -> Condition:
    """Whether what ends a game ends play on the copy, given how many passes there were just made in a row."""
    end = definition(rules, "dead-stones/japanese#end-of-play", "dead-stones/japanese#end-by-passes")
    ends: Condition = end(passes)
    return ends


@clause("dead-stones/japanese", part="end")
def captured_on_copy(disputed: P, standing: P) -> P:
    """The stones in dispute that have been captured when play on the copy ends are dead."""
    dead: P = disputed & ~standing
    return dead


@clause("dead-stones/japanese", part="status")
def still_standing(stones: P, original: Coloring[P], copy: Coloring[P]) -> P:
    """A stone lives on the copy as long as it is not captured there; a stone played in its place does not revive it."""
    same_color: P = stones & (original.black & copy.black | original.white & copy.white)
    return same_color
