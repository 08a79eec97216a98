"""Queries: what a proof asks a solver, and what is answered.

A proof asks whether some statements can hold together; where they can't, what it set out to prove follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import z3


class Answer(Enum):
    """Whether some statements can hold together, in the words of SMT-LIB."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


class Kind(Enum):
    """What the statements of a query speak of."""

    ONE_BOARD = "one board, its sets of points as bit-vectors"
    ANY_BOARD = "a board of which nothing is known, with quantifiers over its points"
    ONE_POINT = "one point of a board of any size, and what is counted"
    RANKS = "ranks, of which every turn lowers one"
    COUNTING = "numbers of points"
    GRIDS = "the places of a grid of any size"
    GUARDS = "the values of parameters and readings"

    @property
    def logic(self) -> str:
        """The logic of SMT-LIB in which they are written."""
        return LOGICS[self]


LOGICS = {
    Kind.ONE_BOARD: "QF_BV",
    Kind.ANY_BOARD: "UF",
    Kind.ONE_POINT: "QF_LIRA",
    Kind.RANKS: "QF_LIA",
    Kind.COUNTING: "QF_LIRA",
    Kind.GRIDS: "QF_LIA",
    Kind.GUARDS: "QF_DT",
}


@dataclass(frozen=True, eq=False)
class Query:
    """Whether some statements can hold together.

    Attributes:
        kind: what they speak of.
        statements: the statements, as z3 formulas.
        step: of which step of a proof it decides, in a few words.
        expected: the answer that the proof needs; None where it looks for whatever there is.
        assumptions: what the step takes for granted, a sentence for each assumption.
        claim: the id of the claim; if "", it is the one that is being decided.
        seconds: for how long z3 may try each time; for as long as it takes if 0.
        tries: how often z3 may try, each time in another order.
    """

    kind: Kind
    statements: tuple[Any, ...]
    step: str = ""
    expected: Answer | None = Answer.UNSAT
    assumptions: tuple[str, ...] = ()
    claim: str = ""
    seconds: float = 0
    tries: int = 1


@dataclass(frozen=True, eq=False)
class Reply:
    """What z3 says to a query.

    Attributes:
        answer: the answer.
        model: values for which all statements hold, if z3 found some.
        reason: why it can't tell, if it can't.
    """

    answer: Answer
    model: z3.ModelRef | None = None
    reason: str = ""


@dataclass(frozen=True)
class Asked:
    """A query that was asked, as plain values.

    Attributes:
        claim: the id of the claim.
        step: which step of a proof it decides, in a few words.
        kind: what it speaks of.
        expected: the answer that the proof needs, or where it needs none, what z3 found.
        answers: the name of each solver, with what it answered.
        assumptions: what the step takes for granted.
        text: the query in SMT-LIB, if it was to be written down; else "".
        read: the clauses that were read to make it, each with its decision.
    """

    claim: str
    step: str
    kind: Kind
    expected: Answer
    answers: tuple[tuple[str, Answer], ...]
    assumptions: tuple[str, ...] = ()
    text: str = ""
    read: tuple[str, ...] = ()


def statements(*conditions: Any) -> tuple[Any, ...]:
    """Conditions as z3 formulas, those that are known to be true or false too."""
    return tuple(z3.BoolVal(condition) if isinstance(condition, bool) else condition for condition in conditions)
