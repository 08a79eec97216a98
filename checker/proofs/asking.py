"""Asking solvers: every query of a proof is answered here, and is noted while a check is being decided.

z3 answers each query. Who does not trust z3 can have another solver answer it too, or have it written down to have it
answered elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import z3

from .noted_rules import read_lately
from .queries import Answer, Asked, Kind, Query, Reply
from .smt_lib import script

Z3 = "z3"

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
    """The queries that were asked while a claim was being decided, each of them once for each step that it decides.

    Attributes:
        claim: the id of the claim.
        how: how they are asked.
    """

    def __init__(self, claim: str, how: Asking) -> None:
        self.claim = claim
        self.how = how
        self._said: dict[tuple[Any, ...], Said] = {}
        self._asked: dict[tuple[Any, ...], Asked] = {}

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The queries, in the order in which they were first asked."""
        return tuple(self._asked.values())

    def answered(self, query: Query) -> Reply:
        """What z3 says to a query, which is noted; no solver is asked the same thing twice."""
        key = tuple((id(statement.ctx), statement.get_id()) for statement in query.statements)
        if key not in self._said:
            self._said[key] = self._solved(query)
        said = self._said[key]
        place = key, query.claim, query.step, query.expected
        earlier = self._asked[place].read if place in self._asked else ()
        self._asked[place] = Asked(
            claim=query.claim or self.claim,
            step=query.step,
            kind=query.kind,
            expected=query.expected or said.reply.answer,
            answers=said.answers,
            assumptions=query.assumptions,
            text=said.text if self.how.written else "",
            read=tuple(dict.fromkeys((*earlier, *read_lately()))),
        )
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
