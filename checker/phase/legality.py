"""Which moves are legal in a situation, and which of them are forbidden only because of the turn before."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import FunctionType
from typing import Generic, NamedTuple

from ...spec.algebra import Condition
from ...spec.algebra.board import P
from ...spec.composition import every
from ...spec.history import History
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Play, Position, Record
from .dependence import amended_clauses, names_mentioned
from .past import NOTHING_MADE, account, ask

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
    """

    def __init__(self, rules: Rules, phase: Phase) -> None:
        self.rules = rules
        clauses = rules.deciding(Decision.LEGAL, phase)
        self.looking_back = tuple(clause for clause in clauses if looks_back(rules, clause))
        self._others = tuple(clause for clause in clauses if clause not in self.looking_back)

    def alone(self, position: Position[P], made: History = NOTHING_MADE) -> Alone[P]:
        """The records by which moves are judged whatever the turn before was."""
        whatever = account(self.rules, position, made=made)
        return Alone(whatever, account(self.rules, position, None, None, made) if self.looking_back else whatever)

    def allows(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether a move would be legal if there had been no turn before."""
        return every((self.allows_whatever(alone, play), self.allows_after(alone.without, play)))

    def allows_whatever(self, alone: Alone[P], play: Play[P]) -> Condition:
        """Whether no clause forbids a move that does not look at the turn before."""
        return every(ask(clause, alone.whatever, play) for clause in self._others)

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
