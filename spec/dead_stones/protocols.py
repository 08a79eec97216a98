"""The six protocols: when each asks for lists of dead stones, and what follows once both players have answered.

In all of them the stones that come off the board in the end are those agreed to be dead, with those that a third party
or the play on a copy has found to be dead. Whatever ends the game in another way leaves every stone alive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from ..algebra import Color, Condition
from ..algebra.board import P
from ..registry import clause
from ..vocabulary import Ended
from .statements import Statements, both_gave_lists, disputed
from .stops import Stop


class Sequel(Enum):
    """What follows once both players have said which stones they hold dead."""

    END = "the game is over, and the stones agreed to be dead are removed"
    RULING = "a third party rules on the stones in dispute"
    RESUME = "play goes on"
    COPY = "play goes on on a copy of the board"


@dataclass(frozen=True)
class Protocol:
    """A protocol for stones that could not live.

    Attributes:
        ends_at_once: whether the game ends when play stops, without lists, every stone being alive.
        sequel: what follows when both players have answered.
    """

    id: str
    ends_at_once: Callable[[Stop], Condition]
    sequel: Callable[[Statements], Sequel]


@clause("dead-stones/agreement", part="removal")
def without(ended: Ended[P], dead: P) -> Ended[P]:
    """Dead stones are taken off the board before the score is counted, and count as captured."""
    c = ended.coloring
    return ended.with_captures(c.emptied(dead), {color: c.size(c.of(color) & dead) for color in Color})


@clause("dead-stones/none")
def ends_without_lists(stop: Stop) -> Condition:
    """The game ends with every stone alive, as the ten rules have it."""
    return True


@clause("dead-stones/agreement", part="asks")
@clause("dead-stones/mediation", part="asks")
@clause("dead-stones/japanese", part="asks")
def waits_for_lists(stop: Stop) -> Condition:
    """When play stops, both players say which stones they hold dead."""
    return False


@clause("dead-stones/agreement")
def agreed_stones_are_removed(statements: Statements) -> Sequel:
    """Only stones that both players hold dead are removed."""
    return Sequel.END


@clause("dead-stones/mediation")
def third_party_rules(statements: Statements) -> Sequel:
    """If both players gave lists and these differ, a third party decides on the stones in dispute."""
    return Sequel.RULING if both_gave_lists(statements) and disputed(statements) else Sequel.END


@clause("dead-stones/mediation", part="stones")
def stones_to_rule_on(statements: Statements) -> int:
    """A third party decides on the stones in dispute only."""
    return disputed(statements)


@clause("dead-stones/chinese", part="four-passes")
def both_pass_again_at_once(stop: Stop) -> Condition:
    """If both pass again at once when play is resumed, which makes four passes in a row, every stone is alive."""
    again: Condition = stop.resumed & stop.at_once
    return again


@clause("dead-stones/chinese")
@clause("dead-stones/kgs")
def play_goes_on(statements: Statements) -> Sequel:
    """If the lists differ, play goes on, so that dead stones can be captured; if not, the stones named are removed."""
    return Sequel.RESUME if disputed(statements) else Sequel.END


@clause("dead-stones/kgs", part="once")
def stopped_again(stop: Stop) -> Condition:
    """The players are asked for lists once; the next two consecutive passes end the game with every stone alive."""
    return stop.resumed


@clause("dead-stones/japanese")
def play_goes_on_elsewhere(statements: Statements) -> Sequel:
    """If both players' lists differ, play goes on on a copy, which decides the status of the stones in dispute."""
    return Sequel.COPY if both_gave_lists(statements) and disputed(statements) else Sequel.END


PROTOCOLS = {
    "none": Protocol("dead-stones/none", ends_without_lists, agreed_stones_are_removed),
    "agreement": Protocol("dead-stones/agreement", waits_for_lists, agreed_stones_are_removed),
    "mediation": Protocol("dead-stones/mediation", waits_for_lists, third_party_rules),
    "chinese": Protocol("dead-stones/chinese", both_pass_again_at_once, play_goes_on),
    "japanese": Protocol("dead-stones/japanese", waits_for_lists, play_goes_on_elsewhere),
    "kgs": Protocol("dead-stones/kgs", stopped_again, play_goes_on),
}
