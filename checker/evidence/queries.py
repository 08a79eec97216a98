"""Queries that solvers are asked while a claim is decided, as plain values, and the log in which they are noted."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")


class SolverAnswer(Enum):
    """Whether some statements can hold together, in the words of SMT-LIB."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


class QueryKind(Enum):
    """What the statements of a query speak of."""

    ONE_BOARD = "one board, its sets of points as bit-vectors"
    ANY_BOARD = "a board of which nothing is known, with quantifiers over its points"
    ONE_POINT = "one point of a board of any size, and what is counted"
    ONE_TURN = "one turn of a game of which nothing is known, with quantifiers over what has happened"
    COUNTING = "numbers of points"
    GRIDS = "the places of a grid of any size"

    @property
    def logic(self) -> str:
        """The logic of SMT-LIB in which they are written."""
        return LOGICS[self]


LOGICS = {
    QueryKind.ONE_BOARD: "QF_BV",
    QueryKind.ANY_BOARD: "UF",
    QueryKind.ONE_POINT: "QF_LIRA",
    QueryKind.ONE_TURN: "UFLIA",
    QueryKind.COUNTING: "QF_LIRA",
    QueryKind.GRIDS: "QF_LIA",
}


@dataclass(frozen=True)
class AskedQuery:
    """A query that was asked, as plain values, with the step of a proof that it decides, in a few words.

    The proof needs an answer, or none where it is an attempt, on which no proof rests. The text is in SMT-LIB, or "" if
    it was not to be written down.
    """

    claim: str
    step: str
    kind: QueryKind
    needed: SolverAnswer | None
    answers: tuple[tuple[str, SolverAnswer], ...]
    text: str = ""

    @property
    def expected(self) -> SolverAnswer:
        """What whoever reads the text should answer: what z3 found, whatever a proof that failed needed."""
        by_z3 = self.answers[0][1] if self.answers else SolverAnswer.UNKNOWN
        return by_z3 if by_z3 is not SolverAnswer.UNKNOWN else self.needed or by_z3


SecondSolver = Callable[[str, QueryKind], SolverAnswer]


@dataclass(frozen=True)
class Asking:
    """How queries are asked: which solvers answer beside z3, given text and kind, and whether all is written down."""

    second: Mapping[str, SecondSolver] = field(default_factory=dict)
    written: bool = False


class Log:
    """The queries that were asked while a claim was being decided, each of them once for each step that it decides."""

    def __init__(self, claim: str, how: Asking, known: dict[Hashable, Any]) -> None:
        self.claim = claim
        self.how = how
        self._remembered = known
        self._asked: dict[tuple[Hashable, ...], AskedQuery] = {}

    @property
    def asked(self) -> tuple[AskedQuery, ...]:
        """The queries, in the order in which they were first asked."""
        return tuple(self._asked.values())

    def remembered(self, key: Hashable, solve: Callable[[], Any]) -> Any:
        """What came of solving something; it is solved once."""
        if key not in self._remembered:
            self._remembered[key] = solve()
        return self._remembered[key]

    def beside(self) -> Log:
        """Another log of the same claim, in which what was solved is known."""
        return Log(self.claim, self.how, self._remembered)

    def take_over(self, other: Log) -> None:
        """Note all queries that another log of the claim has."""
        for (key, *_), query in other._asked.items():
            self.note(key, query)

    def note(self, key: Hashable, query: AskedQuery) -> None:
        """Note that a query was asked."""
        self._asked[key, query.claim, query.step, query.needed] = query


_current: ContextVar[Log | None] = ContextVar("the log of the claim that is being decided", default=None)


def current_log() -> Log | None:
    """The log of the claim that is being decided, if one is."""
    return _current.get()


def remembered(key: Hashable, make: Callable[[], T]) -> T:
    """Something that is made once while claims are decided, and anew each time where none is."""
    log = current_log()
    made: T = make() if log is None else log.remembered(key, make)
    return made


@contextmanager
def asking(claim: str, how: Asking | None = None, known: dict[Hashable, Any] | None = None) -> Iterator[Log]:
    """Note every query that is asked meanwhile, as one about a claim; `known` has results of earlier ones."""
    log = Log(claim, how or Asking(), {} if known is None else known)
    before = _current.set(log)
    try:
        yield log
    finally:
        _current.reset(before)


@contextmanager
def attempted() -> Iterator[Callable[[], None]]:
    """Keep the queries that are asked meanwhile out of the log; what is given notes them, once they make a proof."""
    outer = current_log()
    log = None if outer is None else outer.beside()

    def keep() -> None:
        if log is not None and outer is not None:
            outer.take_over(log)

    before = _current.set(log)
    try:
        yield keep
    finally:
        _current.reset(before)
