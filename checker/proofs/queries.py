"""Queries: every question that a proof puts to a solver is asked here, and is noted while a check is being decided.

A proof asks whether some statements can hold together; where they can't, what it set out to prove follows. z3 answers
each query. Who does not trust z3 can have another solver answer it too, or have it written down to answer it elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import z3

from .smt_lib import script

Z3 = "z3"


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
    """

    claim: str
    step: str
    kind: Kind
    expected: Answer
    answers: tuple[tuple[str, Answer], ...]
    assumptions: tuple[str, ...] = ()
    text: str = ""


SecondSolver = Callable[[str, Kind], Answer]


@dataclass(frozen=True)
class Asking:
    """How queries are asked.

    Attributes:
        second: the solvers that answer them besides z3, by name; each is given the text and the kind of a query.
        written: whether the queries are to be written down.
    """

    second: Mapping[str, SecondSolver] = field(default_factory=dict)
    written: bool = False


@dataclass(frozen=True, eq=False)
class Said:
    """What solvers said to a query.

    Attributes:
        query: the query; it is kept, so that z3 does not give the ids of its statements to others.
        reply: what z3 said.
        answers: the name of each solver, with what it answered.
        text: the query in SMT-LIB, if it was needed; else "".
    """

    query: Query
    reply: Reply
    answers: tuple[tuple[str, Answer], ...]
    text: str


class Log:
    """The queries that were asked while one claim was being decided, each of them once for each step that it decides.

    Attributes:
        claim: the id of the claim.
        how: how they are asked.
    """

    def __init__(self, claim: str, how: Asking) -> None:
        self.claim = claim
        self.how = how
        self._said: dict[tuple[Any, ...], Said] = {}
        self._asked: dict[Asked, None] = {}

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The queries, in the order in which they were first asked."""
        return tuple(self._asked)

    def answered(self, query: Query) -> Reply:
        """What z3 says to a query, which is noted; no solver is asked the same thing twice."""
        key = tuple((id(statement.ctx), statement.get_id()) for statement in query.statements)
        if key not in self._said:
            self._said[key] = self._solved(query)
        said = self._said[key]
        asked = Asked(
            claim=query.claim or self.claim,
            step=query.step,
            kind=query.kind,
            expected=query.expected or said.reply.answer,
            answers=said.answers,
            assumptions=query.assumptions,
            text=said.text if self.how.written else "",
        )
        self._asked[asked] = None
        return said.reply

    def _solved(self, query: Query) -> Said:
        text = script(query.statements, query.kind.logic) if self.how.written or self.how.second else ""
        reply = _by_z3(query)
        others = tuple((name, solve(text, query.kind)) for name, solve in self.how.second.items())
        return Said(query, reply, ((Z3, reply.answer), *others), text)


_current: ContextVar[Log | None] = ContextVar("the log of the claim that is being decided", default=None)


@contextmanager
def asking(claim: str, how: Asking | None = None) -> Iterator[Log]:
    """Note every query that is asked meanwhile, as one about a claim.

    >>> with asking("lemma/an-example") as log:
    ...     refuted(Query(Kind.RANKS, (z3.Int("a") > 1, z3.Int("a") < 1), "nothing is both"))
    True
    >>> [(asked.claim, asked.step) for asked in log.asked]
    [('lemma/an-example', 'nothing is both')]
    """
    log = Log(claim, how or Asking())
    before = _current.set(log)
    try:
        yield log
    finally:
        _current.reset(before)


def answered(query: Query) -> Reply:
    """What z3 says to a query; it is noted, if a claim is being decided."""
    log = _current.get()
    return _by_z3(query) if log is None else log.answered(query)


def refuted(query: Query) -> bool:
    """Whether z3 shows that the statements of a query can't hold together; `False` says only that it does not, yet."""
    return answered(query).answer is Answer.UNSAT


def told(query: Query) -> Reply:
    """What z3 says to a query that it must be able to answer.

    Raises:
        RuntimeError: z3 gives up.
    """
    reply = answered(query)
    if reply.answer is Answer.UNKNOWN:
        raise RuntimeError(f"z3 can't tell: {reply.reason}")
    return reply


def _by_z3(query: Query) -> Reply:
    """What z3 says, trying as often as the query allows: where one way through it does not end, another one may."""
    reply = Reply(Answer.UNKNOWN)
    for seed in range(query.tries):
        solver = _solver(query)
        if query.seconds:
            solver.set("timeout", int(query.seconds * 1000))
        if query.tries > 1:
            solver.set("random_seed", seed)
        solver.add(*query.statements)
        answer = Answer(str(solver.check()))
        if answer is Answer.UNSAT:
            return Reply(answer)
        if answer is Answer.SAT:
            return Reply(answer, solver.model())
        reply = Reply(answer, reason=solver.reason_unknown())
    return reply


def _solver(query: Query) -> z3.Solver:
    context = query.statements[0].ctx
    return z3.SolverFor("QF_BV", ctx=context) if query.kind is Kind.ONE_BOARD else z3.Solver(ctx=context)


def statements(*conditions: Any) -> tuple[Any, ...]:
    """Conditions as z3 formulas, those that are known to be true or false too."""
    return tuple(z3.BoolVal(condition) if isinstance(condition, bool) else condition for condition in conditions)
