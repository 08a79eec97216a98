"""What each player holds dead, what both agree on, and what they dispute.

The chapter lists stones, and speaks of groups where it says what players mark. Connected stones are captured together
or not at all, so naming one of them names them all, unless `reading/dead-stones-named` says otherwise.

It asks two things of every protocol that can pull against each other. An engine that can't tell which stones are dead
must not suffer for it; and no player may be kept from capturing what can be captured. Somebody who gives no list at all
is that engine. An empty list is a statement, by default and in every protocol: it says that all stones live, so that
the other player's list is disputed, and the dispute is settled by capturing or by a ruling. If it were taken for none,
one player's silence would keep the other's captures from counting. Read so all the same, by
`reading/empty-list-of-dead-stones`, it serves engines that can only answer with a list. It matters where somebody else,
or play on a copy, can find a stone dead that this player did not name. There, silence can be abused; by
`reading/one-list-of-dead-stones` it disputes whatever the other player names, as an empty list does.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import Coloring
from ..algebra.board import P
from ..composition import definition
from ..guard import given
from ..parameters import Choice, register_readings
from ..registry import clause
from ..rules import Rules

register_readings(
    Choice(
        "reading/dead-stones-named",
        "Does naming a dead stone also name the stones connected to it?",
        ("with-connected-stones", "stone-by-stone"),
    ),
    Choice(
        "reading/empty-list-of-dead-stones",
        "Does a player who gives an empty list of dead stones say that all are alive, or nothing at all?",
        ("all-are-alive", "no-list"),
    ),
    Choice(
        "reading/one-list-of-dead-stones",
        "If one player alone gives a list of dead stones, are its stones in dispute, to be ruled on or played out?",
        ("no-dispute", "dispute"),
    ),
    Choice(
        "reading/end-on-copy",
        "Does whatever ends a game end play on a copy of the board, or do two passes in a row alone?",
        ("as-a-game", "two-passes"),
    ),
)

STATEMENT = "dead-stones/statement"
EMPTY_LISTS, ONE_LIST = "reading/empty-list-of-dead-stones", "reading/one-list-of-dead-stones"


@dataclass(frozen=True, slots=True)
class Statement:
    """What one player says after two passes.

    Attributes:
        stones: the stones, of either color, that the player holds dead.
        is_list: whether the player gave a list at all.
    """

    stones: int
    is_list: bool = True


@dataclass(frozen=True, slots=True)
class Statements:
    """What both players say."""

    black: Statement
    white: Statement


@clause(
    "dead-stones/statement", part="group", when=given(readings={"reading/dead-stones-named": "with-connected-stones"})
)
def with_connected_stones(c: Coloring[P], points: P) -> P:
    """Naming a stone names all stones of its color connected to it, as they are captured together or not at all."""
    named: P = c.board.closure(points, c.black) | c.board.closure(points, c.white)
    return named


@clause("dead-stones/statement", part="stones", when=given(readings={"reading/dead-stones-named": "stone-by-stone"}))
def the_stones_alone(c: Coloring[P], points: P) -> P:
    """Naming a stone names no other stone."""
    named: P = points & (c.black | c.white)
    return named


@clause(
    "dead-stones/statement",
    part="list",
    when=given(readings={EMPTY_LISTS: "all-are-alive"}) | given(readings={ONE_LIST: "dispute"}),
)
def list_of(stones: int) -> Statement:
    """A list, even an empty one, says of every stone whether the player holds it dead."""
    return Statement(stones)


@clause(
    "dead-stones/statement",
    part="empty-list",
    when=given(readings={EMPTY_LISTS: "no-list", ONE_LIST: "no-dispute"}),
)
def empty_list_is_none(stones: int) -> Statement:
    """An empty list says as little as no list."""
    return Statement(stones, is_list=bool(stones))


@clause("dead-stones/statement", part="no-list", when=given(readings={ONE_LIST: "no-dispute"}))
def no_list() -> Statement:
    """A player who gives no list holds no stone dead."""
    return Statement(0, is_list=False)


@clause("dead-stones/statement", part="silence", when=given(readings={ONE_LIST: "dispute"}))
def no_list_disputes() -> Statement:
    """Under this reading, a player who gives no list holds every stone alive, and disputes what the other names."""
    return Statement(0)


@clause("dead-stones/agreement", part="agreed")
def agreed(statements: Statements) -> int:
    """Stones that both players hold dead are agreed to be dead."""
    return statements.black.stones & statements.white.stones


@clause("dead-stones/agreement", part="disputed")
def disputed(statements: Statements) -> int:
    """Stones, of either color, that just one of the players holds dead are in dispute."""
    return statements.black.stones ^ statements.white.stones


@clause("dead-stones/statement", part="both-lists")
def both_gave_lists(statements: Statements) -> bool:
    """A player who can't tell which stones are dead is not to suffer for it: without two lists no stone is judged."""
    return statements.black.is_list and statements.white.is_list


def named_stones(rules: Rules, c: Coloring[P], points: P) -> P:
    """The stones that naming some points names, under the reading in force."""
    named: P = definition(rules, f"{STATEMENT}#group", f"{STATEMENT}#stones")(c, points)
    return named


def silence(rules: Rules) -> Statement:
    """What a player says who gives no list, under the reading in force."""
    said: Statement = definition(rules, f"{STATEMENT}#no-list", f"{STATEMENT}#silence")()
    return said


def listing(rules: Rules, stones: int) -> Statement:
    """What a player says with a list of stones, under the reading in force."""
    said: Statement = definition(rules, f"{STATEMENT}#list", f"{STATEMENT}#empty-list")(stones)
    return said
