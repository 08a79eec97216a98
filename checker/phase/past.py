"""The past as a search keeps it: a record that asks back, refuses, or counts from so many up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count
from operator import or_
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, NoReturn, Self, TypeAlias, TypeVar

from ...interpreter.history import position_after
from ...interpreter.language import obstacle_in
from ...spec.algebra import Color, Coloring, Condition
from ...spec.algebra.board import P
from ...spec.composition import same_state, state
from ...spec.history import Event, History
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Play, Position, Record, State, Tally, Turn


class LeftOpen(BaseException):
    """Something was looked at that is left open.

    It is no `Exception`, so that a clause does not catch it by chance; and it is noted until a proof settles it, so
    that a clause that catches it all the same leaves the proof unproved.
    """

    _unsettled: ClassVar[set[int]] = set()
    _numbers: ClassVar[Iterator[int]] = count()

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self._number = next(self._numbers)
        self._unsettled.add(self._number)

    def settle(self) -> None:
        """Say that a proof has taken account of it."""
        self._unsettled.discard(self._number)

    @classmethod
    def was_overlooked(cls) -> bool:
        """Whether something was looked at that is left open, and no proof has taken account of it; asked once."""
        overlooked = bool(cls._unsettled)
        cls._unsettled.clear()
        return overlooked


class AtLeast:
    """A whole number of which only a least value is known.

    >>> three_or_more = AtLeast(2) + 1
    >>> three_or_more > 2, three_or_more == 2
    (True, False)
    >>> three_or_more > 3
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: Whether it is more than 3 is left open.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, least: int) -> None:
        self.least = least

    def __repr__(self) -> str:
        return f"{self.least} or more"

    def __add__(self, number: int | AtLeast) -> AtLeast:
        return AtLeast(self.least + (number.least if isinstance(number, AtLeast) else number))

    __radd__ = __add__

    def __sub__(self, number: int) -> AtLeast:
        return AtLeast(self.least - number)

    def __gt__(self, number: int) -> bool:
        if self.least > number:
            return True
        raise LeftOpen(f"Whether it is more than {number} is left open.")

    def __ge__(self, number: int) -> bool:
        return self > number - 1

    def __le__(self, number: int) -> bool:
        return not self > number

    def __lt__(self, number: int) -> bool:
        return not self >= number

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int) and self > other:
            return False
        raise LeftOpen(f"Whether it is {other} is left open.")

    def __bool__(self) -> bool:
        return self > 0

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen(f"Which number it is, from {self.least} up, is left open.")

    __mul__ = __rmul__ = __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __rsub__ = __neg__ = __abs__ = _look
    __int__ = __index__ = __float__ = _look


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
            Open: it has none yet.
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
    """What a function comes to in every case, as far as it asks about a past.

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


class Untold:
    """Something that a reading keeps no account of: it can be added to, but whoever looks at it is told so.

    >>> Untold("how many stones were captured") > 2
    Traceback (most recent call last):
    superko.checker.phase.past.CannotBeRead: A clause asks about how many stones were captured, of which no account \
is kept here.
    """

    def __init__(self, what: str) -> None:
        object.__setattr__(self, "_what", what)

    def __getattribute__(self, name: str) -> Any:
        raise CannotBeRead(object.__getattribute__(self, "_what"))

    def _look(self, *_: object) -> Any:
        raise CannotBeRead(object.__getattribute__(self, "_what"))

    def _stays(self, *_: object) -> Untold:
        return self

    __add__ = __radd__ = _stays
    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __float__ = __getitem__ = __call__ = _look
    __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __rsub__ = __and__ = __or__ = __rand__ = __ror__ = __invert__ = _look
    __eq__ = __ne__ = __hash__ = _look


class NotAccounted(ValueError):
    """A clause asks about something of which situations keep no account."""


class Unknown:
    """What situations keep no account of, in the words of a Go player; to ask about it raises `NotAccounted`."""

    def __init__(self, what: str) -> None:
        self.what = what

    def _asked(self, *_: object) -> NoReturn:
        raise NotAccounted(self.what)

    def __getattr__(self, name: str) -> NoReturn:
        self._asked()

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        # So does `isinstance`.
        self._asked()

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __iter__ = __len__ = __contains__ = __bool__ = __hash__ = _asked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __getitem__ = _asked


UNKNOWN: Mapping[str, Any] = MappingProxyType(
    {
        name: Unknown(what)
        for what, names in {
            "which states have stood": ("earlier", "since_pass"),
            "who has passed, where and how often": ("passed_from", "pass_run", "passes"),
            "whether anybody has passed": ("passed",),
            "how many turns were taken": ("turn", "phase_turn"),
            "what was captured and how many moves were made": ("tally",),
            "the turns before the last one": ("previous", "last"),
        }.items()
        for name in names
    }
)


@dataclass(frozen=True)
class MadeOnce:
    """A history of moves: one that a player has made at a point with a coloring, or none.

    >>> MadeOnce().contains("a move")
    False
    """

    move: tuple[Color, Any, Coloring[Any]] | None = None

    def contains(self, event: Event) -> Condition:
        """See `History.contains`."""
        if self.move is None or event[0] is not self.move[0]:
            return False
        _, point, coloring = self.move
        same: Condition = coloring.board.same(event[1], point) & coloring.same_as(event[2])
        return same

    def lacks(self, event: Event) -> Condition:
        """See `History.lacks`."""
        return True if self.move is None else self.move[2].no(self.contains(event))

    def times(self, event: Event) -> Any:
        """See `History.times`."""
        return self.contains(event) * 1  # type: ignore[operator]

    def __iter__(self) -> Iterator[Event]:
        return iter(() if self.move is None else (self.move,))

    def counts(self) -> frozenset[tuple[Event, int]]:
        """See `History.counts`."""
        return frozenset((move, 1) for move in self)

    def turn_of(self, event: Event) -> NoReturn:
        """See `History.turn_of`; on which turn a move was made is not known."""
        raise NotAccounted("on which turn a move was made")

    def extended(self, event: Hashable, turn: int) -> NoReturn:
        """Records of situations are not played on."""
        raise NotImplementedError

    def emptied(self) -> Self:
        """See `History.emptied`."""
        return type(self)()


NOTHING_MADE = MadeOnce()


@dataclass(frozen=True)
class Stood:
    """A history in which one state has stood some times since the last pass, and no other is known about."""

    state: State
    number: int

    def times(self, event: Event) -> Any:
        """See `History.times`."""
        return same_state(self.state, event) * self.number  # type: ignore[operator]

    def contains(self, event: Event) -> Condition:
        """See `History.contains`."""
        return same_state(self.state, event)

    def __getattr__(self, name: str) -> NoReturn:
        raise NotAccounted("which states have stood")

    def __iter__(self) -> NoReturn:
        raise NotAccounted("which states have stood")


def account(
    rules: Rules,
    position: Position[P],
    previous: Record[P] | None = UNKNOWN["previous"],
    last: Turn | None = UNKNOWN["last"],
    made: History = NOTHING_MADE,
    since_pass: History = UNKNOWN["since_pass"],
) -> Record[P]:
    """The record of situations.

    Args:
        rules: the rules in force.
        position: what stands.
        previous: the record at the start of the turn that led here; None where there is no such turn.
        last: that turn.
        made: the moves that have been made in the phase.
        since_pass: the states that have stood since the last pass.
    """
    return Record(
        rules=rules,
        position=position,
        state=state(rules, position),
        turn=UNKNOWN["turn"],
        last=last,
        previous=previous,
        phase_turn=UNKNOWN["phase_turn"],
        earlier=UNKNOWN["earlier"],
        since_pass=since_pass,
        passed_from=UNKNOWN["passed_from"],
        made=made,
        pass_run=UNKNOWN["pass_run"],
        passes=UNKNOWN["passes"],
        tally=UNKNOWN["tally"],
    )


def ask(clause: Clause, *about: Any) -> Any:
    """What a clause says of situations.

    Raises:
        ValueError: it asks about something of which situations keep no account, or can't be read.
    """
    if obstacle := obstacle_in(clause):
        raise ValueError(obstacle)
    try:
        return clause.function(*about)
    except NotAccounted as error:
        raise _refusal(error, clause) from None


def ends_without_result(rules: Rules, position: Position[P], times: int) -> Condition:
    """Whether the game ends without result if the state has stood so many times since the last pass, now included.

    Raises:
        ValueError: see `ask`.
    """
    clauses = rules.deciding(Decision.NO_RESULT, position.phase)
    record = account(rules, position, since_pass=Stood(state(rules, position), times))
    ends: Condition = reduce(or_, (ask(clause, record) for clause in clauses), False)
    return ends


def after_a_move(record: Record[P], play: Play[P]) -> Position[P]:
    """What stands after a move, with the marks that it leaves.

    Raises:
        ValueError: see `ask`.
    """
    try:
        return position_after(record, play)
    except NotAccounted as error:
        raise _refusal(error, *record.rules.deciding(Decision.MARKS, record.position.phase)) from None


def _refusal(error: NotAccounted, *clauses: Clause) -> ValueError:
    names = " or ".join(clause.name for clause in clauses)
    return ValueError(
        f"Situations keep no account of {error}, and {names} asks about that; choose rules that ask about the turn "
        "before and no earlier ones, as simple ko does."
    )


COUNTED = "what is counted"


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
    superko.checker.phase.past.CannotBeRead: A clause asks about what is counted, of which no account is kept here.
    """

    number: float = 0
    times: Mapping[Hashable, float] = field(default_factory=dict)
    # An array of numbers is one number here, told of many boards at once.
    __array_ufunc__: ClassVar[None] = None

    @staticmethod
    def of(what: Hashable) -> Sum:
        """What was counted before of one thing."""
        return Sum(0, {what: 1})

    @staticmethod
    def from_number(value: Sum | float) -> Sum:
        """A number as a sum."""
        return value if isinstance(value, Sum) else Sum(value)

    def __add__(self, other: Sum | float) -> Sum:
        other = Sum.from_number(other)
        together = {what: self.times.get(what, 0) + other.times.get(what, 0) for what in {**self.times, **other.times}}
        return Sum(self.number + other.number, {what: times for what, times in together.items() if times})

    def __mul__(self, factor: float) -> Sum:
        if isinstance(factor, Sum):
            self._look()
        return Sum(self.number * factor, {what: times * factor for what, times in self.times.items() if factor})

    def __neg__(self) -> Sum:
        return self * -1

    def __sub__(self, other: Sum | float) -> Sum:
        return self + -Sum.from_number(other)

    def __rsub__(self, other: float) -> Sum:
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__

    def _look(self, *_: object) -> NoReturn:
        raise CannotBeRead(COUNTED)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __bool__ = __index__ = __int__ = __float__ = __hash__ = __abs__ = __round__ = _look
    __floordiv__ = __truediv__ = __mod__ = __pow__ = __and__ = __or__ = __rshift__ = __lshift__ = _look


class MovesBefore(dict[tuple[Color, Phase], Any]):
    """For each player and phase, how many moves that player made in it: what was counted before, where nobody said."""

    def get(self, key: tuple[Color, Phase], default: object = None) -> Any:
        """See `dict.get`."""
        return self[key] if key in self else Sum.of(("moves", *key))


def counted(tally: Tally) -> Tally:
    """A tally in which nothing is known of what was counted before, nor how the second cleanup phase began."""
    unknown: Any = Untold(COUNTED)
    captures: dict[Color, Any] = {color: Sum.of(("captures", color)) for color in tally.captures}
    return replace(tally, captures=captures, moves=MovesBefore(), first_passer=unknown, second_cleanup_start=unknown)
