"""The past as an engine keeps it: a record that asks back, refuses, or gives numbers without what came before.

An engine that runs a clause at a node of a phase graph has no game behind it. What the clause asks of the past becomes
a question of a guard (`AskedHistory`, `tree_of`), is refused in a sentence (`Untold`, `KnownPast`), is known as far as
it matters (`AtLeast`), or is a sum with what was counted before (`Sum`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil, floor
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeAlias, TypeVar

from ...interpreter.clauses_of_authors import obstacle_in
from ...spec.algebra import Color
from ...spec.registry import Clause
from ...spec.rules import Refusal
from ...spec.vocabulary import Phase, Tally

NOT_TOGETHER = (
    "So no two games may be taken for one, and there are no situations to explore; `superko play`, `perft`, `solve` "
    "and `compare` ask it in every game by itself."
)


class LeftOpen(BaseException):
    """Something was looked at that is left open. It is no `Exception`, so that nothing catches it by chance."""


class ComparedNumber:
    """A whole number that can be compared with numbers, and asked for nothing else."""

    __hash__ = None  # type: ignore[assignment]

    def at_least(self, number: int) -> bool:
        """Whether it is so great, or greater."""
        raise NotImplementedError

    def __ge__(self, number: float) -> bool:
        return self.at_least(ceil(number) if isinstance(number, int | float) else self._look())

    def __gt__(self, number: float) -> bool:
        return self.at_least(floor(number) + 1 if isinstance(number, int | float) else self._look())

    def __lt__(self, number: float) -> bool:
        return not self >= number

    def __le__(self, number: float) -> bool:
        return not self > number

    def __eq__(self, number: object) -> bool:
        return self >= number and not self > number  # type: ignore[operator]

    def __bool__(self) -> bool:
        return self.at_least(1)

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen("Which number it is, of which only a least value is known, is left open.")

    # What a kind of its own answers or refuses in its own words finds its way there.
    __add__ = __radd__ = __sub__ = lambda self, *_: self._look()
    __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __add__
    __truediv__ = __rtruediv__ = __neg__ = __abs__ = __int__ = __index__ = __float__ = __add__


class AtLeast(ComparedNumber):
    """A whole number of which only a least value is known.

    >>> three_or_more = AtLeast(2) + 1
    >>> three_or_more > 2, three_or_more == 2
    (True, False)
    >>> three_or_more > 3
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: Whether it is more than 3 is left open.
    """

    def __init__(self, least: int) -> None:
        self.least = least

    def at_least(self, number: int) -> bool:
        if self.least >= number:
            return True
        raise LeftOpen(f"Whether it is more than {number - 1} is left open.")

    def __repr__(self) -> str:
        return f"{self.least} or more"

    def __add__(self, number: int | AtLeast) -> AtLeast:
        return AtLeast(self.least + (number.least if isinstance(number, AtLeast) else number))

    __radd__ = __add__

    def __sub__(self, number: int) -> AtLeast:
        return AtLeast(self.least - number)


T = TypeVar("T")

ASK_LESS = "choose rules that ask about the turn before and no earlier ones, as simple ko does"


class NoAccountKept(Refusal):
    """What the rules ask or change is not kept where many games are taken for one; each game by itself has it."""


class CannotBeRead(NoAccountKept):
    """A clause looks at something of which no account is kept."""

    def __init__(self, subject: str, clauses: str = "", advice: str = "") -> None:
        if clauses:
            sentence = f"Situations keep no account of {subject}, and {clauses} asks about that"
            super().__init__(f"{sentence}; {advice}." if advice else f"{sentence}.")
        else:
            super().__init__(f"A clause asks about {subject}, of which no account is kept here.")
        self.subject = subject
        self.advice = advice


class Question(NamedTuple):
    """Whether something has happened so often, by one of the histories of a record."""

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
    """All results that a tree may have, each as often as it stands there."""
    if isinstance(tree, Asks):
        yield from answers(tree.yes)
        yield from answers(tree.no)
    else:
        yield tree


class UnansweredQuestion(Exception):
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
            UnansweredQuestion: it has none yet.
        """
        asked = question.history, question.event
        if question.times <= self._least.get(asked, 0):
            return True
        if question.times >= self._fewer_than.get(asked, question.times + 1):
            return False
        raise UnansweredQuestion(question)

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
    """The result of a function in every case, as far as it asks about a past.

    >>> past = Past()
    >>> tree = tree_of(lambda: "forbidden" if AskedHistory("earlier", past).contains("X.") else "legal", past)
    >>> tree.question, tree.yes, tree.no
    (Question(history='earlier', event='X.', times=1), 'forbidden', 'legal')
    """
    try:
        return run()
    except UnansweredQuestion as found:
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
        """How often the event has happened."""
        return Times(self, event)

    def contains(self, event: Hashable) -> bool:
        """Whether the event has happened."""
        return self.times(event) >= 1

    def lacks(self, event: Hashable) -> bool:
        """Whether the event has not happened."""
        return not self.contains(event)

    __contains__ = contains

    def at_least(self, event: Hashable, times: int) -> bool:
        """Whether an event has happened so often, those times counted that are known."""
        before = times - self.added.count(event)
        if before <= 0 or self.forgotten:
            return before <= 0
        return self._past.at_least(Question(self.name, event, before))

    def extended(self, event: Hashable, turn: int) -> Self:
        """The same history, and the event once more, on a turn."""
        return type(self)(self.name, self._past, self.forgotten, (*self.added, event))

    def emptied(self) -> Self:
        """A history of the same kind in which nothing has happened."""
        return type(self)(self.name, self._past, forgotten=True)

    def turn_of(self, event: Hashable) -> NoReturn:
        """Refuses: turns are not kept."""
        raise CannotBeRead(f"on which turn something first happened ({self.name})")

    def counts(self) -> NoReturn:
        """Refuses: only single events can be asked about."""
        raise CannotBeRead(f"all that has happened at once ({self.name})")

    __iter__ = __len__ = counts


class Times(ComparedNumber):
    """How often something has happened."""

    def __init__(self, history: AskedHistory, event: Hashable) -> None:
        self._history = history
        self._event = event

    def at_least(self, number: int) -> bool:
        return self._history.at_least(self._event, number)

    def _look(self, *_: object) -> NoReturn:
        raise CannotBeRead(f"how often something has happened, to reckon with it ({self._history.name})")


class Untold:
    """Something that is not remembered: one may add to it; anything else, `isinstance` included, is refused.

    >>> Untold("how many stones were captured") > 2
    Traceback (most recent call last):
    superko.checker.phase.past.CannotBeRead: A clause asks about how many stones were captured, of which no account \
is kept here.
    """

    def __init__(self, subject: str, advice: str = "") -> None:
        object.__setattr__(self, "_untold", (subject, advice))

    def __getattribute__(self, name: str) -> Any:
        subject, advice = object.__getattribute__(self, "_untold")
        raise CannotBeRead(subject, advice=advice)

    def _look(self, *_: object) -> Any:
        return self.looked_at  # Which refuses.

    def _stays(self, *_: object) -> Untold:
        return self

    __add__ = __radd__ = _stays
    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __float__ = __getitem__ = __call__ = _look
    __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __rsub__ = __and__ = __or__ = __rand__ = __ror__ = __invert__ = _look
    __eq__ = __ne__ = __hash__ = __mul__ = __rmul__ = __mod__ = _look


def is_untold(value: object) -> bool:
    """Whether of a value no account is kept."""
    return isinstance(value, Untold)


RUN = "how many passes there have just been in a row"
PASSES = "how many passes there were in this phase"
PASSED = "whether anybody has passed"
BEFORE = "the record before"
LAST = "the last turn"
BEGAN = "who began the phase"
CAPTURED = "how many stones were captured"
STOOD = "which states have stood"
OF_HISTORIES: Mapping[str, str] = MappingProxyType(
    {
        "earlier": STOOD,
        "since_pass": STOOD,
        "passed_from": "who has passed from which state",
        "made": "which moves were made",
    }
)
UNTOLD: Mapping[str, Any] = MappingProxyType(
    {
        name: Untold(subject, ASK_LESS)
        for name, subject in {
            "pass_run": RUN,
            "passes": PASSES,
            "turn": "how many turns were taken",
            "phase_turn": "on which turn the phase began",
            "began": BEGAN,
            "previous": BEFORE,
            "last": LAST,
        }.items()
    }
)


class KnownPast(Past):
    """A past of which little is known: whether moves were made in the phase, and how often a state stood.

    Args:
        made: whether all of them were, or none; None where that is asked of each.
        stands: the state; None if nothing is known of any.
        times: how often it has stood since the last pass.
    """

    def __init__(self, made: bool | None = False, stands: Hashable = None, times: int = 0) -> None:
        super().__init__()
        self._made, self._stands, self._times = made, stands, times

    def at_least(self, question: Question) -> bool:
        """Whether a move has been made, or the state has stood so often.

        Raises:
            CannotBeRead: something else is asked.
        """
        if question.history == "made":
            return super().at_least(question) if self._made is None else self._made
        stands = self._stands
        if stands is None or not (question.event is stands or question.event == stands):
            raise CannotBeRead(OF_HISTORIES[question.history], advice=ASK_LESS)
        return question.times <= self._times


@contextmanager
def naming(*clauses: Clause) -> Iterator[None]:
    """Ask clauses; where no account is kept of what they look at, name them.

    Raises:
        CannotBeRead: they look at something of which no account is kept.
    """
    try:
        yield
    except CannotBeRead as missing:
        names = " or ".join(clause.name for clause in clauses)
        raise CannotBeRead(missing.subject, names, missing.advice) from None


def ask(clause: Clause, *about: Any) -> Any:
    """What a clause says of situations.

    Raises:
        CannotBeRead: it asks about something of which no account is kept.
        ValueError: it can't be read.
    """
    if obstacle := obstacle_in(clause):
        raise Refusal(f"{obstacle} {NOT_TOGETHER}")
    with naming(clause):
        return clause.function(*about)


COUNTED, AT_THE_END = "what is counted", "a number that is known only when the game is over"


@dataclass(frozen=True, eq=False)
class Sum:
    """A number that is known but for what was counted before.

    Attributes:
        number: what it would be if nothing had been counted before.
        times: how often each of the things counted before enters into it.

    >>> later = Sum.of("captures") * 2 + 3
    >>> later.number, dict(later.times)
    (3, {'captures': 2})
    >>> later > 4
    Traceback (most recent call last):
    superko.checker.phase.past.CannotBeRead: A clause asks about a number that is known only when the game is over, of \
which no account is kept here.
    """

    number: float = 0
    times: Mapping[Hashable, float] = field(default_factory=dict)
    # An array of numbers is one number here, read of many boards at once.
    __array_ufunc__: ClassVar[None] = None

    @staticmethod
    def of(item: Hashable) -> Sum:
        """What was counted before of one thing."""
        return Sum(0, {item: 1})

    @staticmethod
    def from_number(value: Sum | float) -> Sum:
        """A number as a sum."""
        return value if isinstance(value, Sum) else Sum(value)

    def __add__(self, other: Sum | float) -> Sum:
        other = Sum.from_number(other)
        together = {item: self.times.get(item, 0) + other.times.get(item, 0) for item in {**self.times, **other.times}}
        return Sum(self.number + other.number, {item: times for item, times in together.items() if times})

    def __mul__(self, factor: float) -> Sum:
        if isinstance(factor, Sum):
            self._look()
        return Sum(self.number * factor, {item: times * factor for item, times in self.times.items() if factor})

    def __neg__(self) -> Sum:
        return self * -1

    def __sub__(self, other: Sum | float) -> Sum:
        return self + -Sum.from_number(other)

    def __rsub__(self, other: float) -> Sum:
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__

    def _look(self, *_: object) -> NoReturn:
        raise CannotBeRead(AT_THE_END)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __bool__ = __index__ = __int__ = __float__ = __hash__ = __abs__ = __round__ = _look
    __floordiv__ = __truediv__ = __mod__ = __divmod__ = __pow__ = __rpow__ = _look
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _look
    __rshift__ = __rrshift__ = __lshift__ = __rlshift__ = _look
    __rfloordiv__ = __rtruediv__ = __rmod__ = __rdivmod__ = _look


class MovesBefore(dict[tuple[Color, Phase], Any]):
    """For each player and phase, how many moves that player made in it: what was counted before, where nobody said."""

    def get(self, key: tuple[Color, Phase], default: object = None) -> Any:
        return self[key] if key in self else Sum.of(("moves", *key))


def counted(tally: Tally) -> Tally:
    """A tally in which nothing is known of what was counted before, nor how the second cleanup phase began."""
    unknown: Any = Untold(COUNTED)
    captures: dict[Color, Any] = {color: Sum.of(("captures", color)) for color in tally.captures}
    return replace(tally, captures=captures, moves=MovesBefore(), first_passer=unknown, second_cleanup_start=unknown)
