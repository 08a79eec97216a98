"""Which moves are legal in a situation, and which of them are forbidden only because of the turn before."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from types import FunctionType
from typing import Generic, NamedTuple

from ...spec.algebra import Condition, Grid
from ...spec.algebra.board import P
from ...spec.algebra.grid import points_of
from ...spec.composition import every, move, pseudolegal
from ...spec.history import History
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Play, Position, Record, Turn, Unblock
from .dependence import amended_clauses, names_mentioned, refuse_another_past, refuse_other_occurrences
from .past import NOTHING, account, ask

THE_TURN_BEFORE = frozenset({"previous", "last"})
ASKED_OF_SITUATIONS = (
    Decision.PSEUDOLEGAL,
    Decision.STATE,
    Decision.LEGAL,
    Decision.MARKS,
    Decision.PASS,
    Decision.UNBLOCK,
    Decision.UNBLOCK_ACTION,
    Decision.NO_RESULT,
)


class Alone(NamedTuple, Generic[P]):
    """Records of what stands, whatever the turn before was.

    Attributes:
        whatever: for clauses that do not look back.
        without: for clauses that look back: there was no turn before.
    """

    whatever: Record[P]
    without: Record[P]


class Legality:
    """The clauses on legal moves of a phase, told apart by whether they look at the turn before.

    Attributes:
        rules: the rules in force.
        looking_back: the clauses that may look at the turn before; amended ones are taken to do so.
        others: the others.
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        refuse_another_past(rules, phase)
        refuse_other_occurrences(rules, phase)
        self.rules = rules
        clauses = rules.deciding(Decision.LEGAL, phase)
        self.looking_back = tuple(clause for clause in clauses if looks_back(rules, clause))
        self.others = tuple(clause for clause in clauses if clause not in self.looking_back)

    def alone(self, position: Position[P], made: History = NOTHING) -> Alone[P]:
        """The records by which moves are judged whatever the turn before was."""
        whatever = account(self.rules, position, made=made)
        return Alone(whatever, account(self.rules, position, None, None, made) if self.looking_back else whatever)

    def allows(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether a move would be legal if there had been no turn before."""
        return every((self.allows_whatever(alone, play), self.allows_after(alone.without, play)))

    def allows_whatever(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether no clause forbids a move that does not look at the turn before."""
        return every(ask(clause, alone.whatever, play) for clause in self.others)

    def points_to_ask_about(self, record: Record[P]) -> P:
        """Where the turn before can forbid a move at all: at every empty point, unless a lemma says more."""
        nowhere = record.position.coloring.board.nothing
        return reduce(or_, (self.rules.can_forbid_at(clause, record) for clause in self.looking_back), nowhere)

    def allows_after(self, record: Record[P], play: Play[P]) -> Condition:
        """Whether no clause forbids a move that looks at the turn before."""
        return every(ask(clause, record, play) for clause in self.looking_back)


def looks_back(rules: Rules, clause: Clause) -> bool:
    """Whether a clause may look at the turn before, as simple ko does; that is not known of new ones.

    >>> from superko.spec.parameters import Ko
    >>> rules = Rules(ko=Ko.SIMPLE)
    >>> [looks_back(rules, clause) for clause in rules.deciding(Decision.LEGAL)]
    [True]
    """
    return clause in amended_clauses(rules) or not names_mentioned([clause.function]).isdisjoint(THE_TURN_BEFORE)


def asking_whether_anybody_passed(rules: Rules, phase: Phase) -> str | None:
    """The name of a clause that asks whether anybody has passed yet, as the state does with the button."""
    for decision in ASKED_OF_SITUATIONS:
        for clause in rules.deciding(decision, phase):
            readable = isinstance(clause.function, FunctionType)
            if not readable or "passed" in names_mentioned([clause.function]):
                return clause.name
    return None


def points_of_turns(rules: Rules, phase: Phase, kind: type[Turn], grid: Grid) -> int:
    """The points at which there are turns of a kind in a phase; every point for passes, if there are any."""
    clauses = rules.deciding(Decision.TURN, phase)

    def is_turn(turn: Turn) -> bool:
        return all(clause.function(turn) for clause in clauses)

    def turn_at(point: int) -> Turn:
        return Move(point) if kind is Move else Unblock(point)

    if kind is Pass:
        return grid.everywhere if is_turn(PASS) else 0
    return sum(point for point in points_of(grid.everywhere) if is_turn(turn_at(point)))


def check_points_are_empty(pseudolegal_on_stones: Iterable[Condition]) -> None:
    """See that moves at points with a stone are not pseudolegal: they are not followed.

    Raises:
        ValueError: one is.
    """
    if any(pseudolegal_on_stones):
        raise ValueError("No clause forbids moves at points that are not empty, and situations do not tell of these.")


def check_no_turn_allows(legality: Legality, made_legal: Iterable[Condition]) -> None:
    """See that no move is legal only because of the turn before it: these are not followed.

    Raises:
        ValueError: one is.
    """
    if any(made_legal):
        names = " or ".join(clause.name for clause in legality.looking_back)
        raise ValueError(f"A turn makes a move legal by {names}, and situations tell only what turns forbid.")


def points_banned(record: Record) -> int:
    """Where a move is banned in a game because of the turn before."""
    rules, position = record.rules, record.position
    clauses = Legality(rules, position.phase).looking_back
    if record.previous is None or not clauses:
        return 0
    plays = (move(rules, position.coloring, position.player, point) for point in points_of(position.coloring.empty))
    banned = (
        play.point
        for play in plays
        if pseudolegal(rules, play) and not all(clause.function(record, play) for clause in clauses)
    )
    return reduce(or_, banned, 0)
