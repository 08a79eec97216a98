"""The reading that notes what a clause asks of the past: its answer as a tree of questions about what has happened.

A clause is run with histories that answer nothing by themselves. Whenever it asks whether something has happened, both
answers are followed up, so that what comes out is the answer of the clause in every case. A move under superko, say,
comes out as one question: has the state that it leads to stood? If so it is forbidden, and if not it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, NoReturn, Self, TypeAlias, TypeVar

T = TypeVar("T")


class CannotBeRead(ValueError):
    """A clause looks at something that a reading keeps no account of.

    Attributes:
        what: what it looks at.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"A clause asks about {what}, of which no account is kept here.")
        self.what = what


class Question(NamedTuple):
    """Whether something has happened so often.

    Attributes:
        history: the name of the history that is asked, as in `Record`.
        event: what may have happened.
        times: how often.
    """

    history: str
    event: Hashable
    times: int = 1


@dataclass(frozen=True)
class Asks(Generic[T]):
    """A question, and what follows on either answer."""

    question: Question
    yes: Tree[T]
    no: Tree[T]


Tree: TypeAlias = Asks[T] | T


def questions(tree: Tree[Any]) -> Iterator[Question]:
    """The questions of a tree, each as often as it stands there."""
    if isinstance(tree, Asks):
        yield tree.question
        yield from questions(tree.yes)
        yield from questions(tree.no)


def answers(tree: Tree[T]) -> Iterator[T]:
    """Everything that a tree may come to, each as often as it stands there."""
    if isinstance(tree, Asks):
        yield from answers(tree.yes)
        yield from answers(tree.no)
    else:
        yield tree


class Open(Exception):
    """A question that has no answer yet."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


class Past:
    """What is taken to be known of the past while a clause is run: between which numbers the times of an event lie."""

    def __init__(self) -> None:
        self._least: dict[tuple[str, Hashable], int] = {}
        self._fewer_than: dict[tuple[str, Hashable], int] = {}

    def at_least(self, question: Question) -> bool:
        """The answer to a question.

        Raises:
            Open: it has none yet.
        """
        asked = question.history, question.event
        if question.times <= self._least.get(asked, 0):
            return True
        if question.times >= self._fewer_than.get(asked, question.times + 1):
            return False
        raise Open(question)

    @contextmanager
    def taken_for(self, question: Question, happened: bool) -> Iterator[None]:
        """For a while, one question has an answer."""
        asked = question.history, question.event
        bounds = self._least if happened else self._fewer_than
        before = bounds.get(asked)
        bounds[asked] = question.times
        try:
            yield
        finally:
            if before is None:
                del bounds[asked]
            else:
                bounds[asked] = before


def tree_of(run: Callable[[], T], past: Past) -> Tree[T]:
    """What a function comes to in every case, as far as it asks about a past.

    >>> past = Past()
    >>> tree = tree_of(lambda: "forbidden" if AskedHistory("earlier", past).contains("X.") else "legal", past)
    >>> tree.question, tree.yes, tree.no
    (Question(history='earlier', event='X.', times=1), 'forbidden', 'legal')
    """
    try:
        return run()
    except Open as found:
        question = found.question
    with past.taken_for(question, True):
        yes = tree_of(run, past)
    with past.taken_for(question, False):
        no = tree_of(run, past)
    return yes if yes == no else Asks(question, yes, no)


class AskedHistory:
    """A history that asks back; see `History`.

    Attributes:
        name: which of the histories of a record it is.
        forgotten: whether what happened before no longer counts, as after a pass.
        added: what has happened since, in order.
    """

    def __init__(self, name: str, past: Past, forgotten: bool = False, added: tuple[Hashable, ...] = ()) -> None:
        self.name = name
        self.forgotten = forgotten
        self.added = added
        self._past = past

    def times(self, event: Hashable) -> Times:
        """See `History.times`."""
        return Times(self, event)

    def contains(self, event: Hashable) -> bool:
        """See `History.contains`."""
        return self.times(event) >= 1

    def lacks(self, event: Hashable) -> bool:
        """See `History.lacks`."""
        return not self.contains(event)

    __contains__ = contains

    def at_least(self, event: Hashable, times: int) -> bool:
        """Whether an event has happened so often, those times counted that are known."""
        before = times - self.added.count(event)
        if before <= 0 or self.forgotten:
            return before <= 0
        return self._past.at_least(Question(self.name, event, before))

    def extended(self, event: Hashable, turn: int) -> Self:
        """See `History.extended`."""
        return type(self)(self.name, self._past, self.forgotten, (*self.added, event))

    def emptied(self) -> Self:
        """See `History.emptied`."""
        return type(self)(self.name, self._past, forgotten=True)

    def turn_of(self, event: Hashable) -> NoReturn:
        """See `History.turn_of`; it is not kept."""
        raise CannotBeRead(f"on which turn something first happened ({self.name})")

    def counts(self) -> NoReturn:
        """See `History.counts`; only single events can be asked about."""
        raise CannotBeRead(f"all that has happened at once ({self.name})")

    __iter__ = __len__ = counts


class Times:
    """How often something has happened; it can be compared with whole numbers only."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, history: AskedHistory, event: Hashable) -> None:
        self._history = history
        self._event = event

    def __ge__(self, times: int) -> bool:
        return self._history.at_least(self._event, times)

    def __gt__(self, times: int) -> bool:
        return self >= times + 1

    def __lt__(self, times: int) -> bool:
        return not self >= times

    def __le__(self, times: int) -> bool:
        return not self > times

    def __eq__(self, times: object) -> bool:
        return isinstance(times, int) and self >= times and not self > times

    def __bool__(self) -> bool:
        return self >= 1


class NotKept:
    """Something that a reading keeps no account of: it can be added to, but whoever looks at it is told so.

    >>> NotKept("how many stones were captured") > 2
    Traceback (most recent call last):
    superko.checker.model.asking.CannotBeRead: A clause asks about how many stones were captured, of which no account \
is kept here.
    """

    def __init__(self, what: str) -> None:
        object.__setattr__(self, "_what", what)

    def __getattribute__(self, name: str) -> Any:
        raise CannotBeRead(object.__getattribute__(self, "_what"))

    def _look(self, *_: object) -> Any:
        raise CannotBeRead(object.__getattribute__(self, "_what"))

    def _stays(self, *_: object) -> NotKept:
        return self

    __add__ = __radd__ = _stays
    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __float__ = __getitem__ = __call__ = _look
    __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __rsub__ = __and__ = __or__ = __rand__ = __ror__ = __invert__ = _look
    __eq__ = __ne__ = __hash__ = _look
