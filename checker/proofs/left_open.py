"""Values left open: whoever looks at what a proof leaves open raises, so that a proof reads only what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from itertools import product
from typing import Any, NoReturn

import z3

from ...interpreter.history import first_record
from ...interpreter.language import not_read
from ...spec.algebra import Color, Coloring
from ...spec.history import History
from ...spec.parameters import PARAMETERS
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Position, Record, Tally
from ..evidence.verdict import Outcome, Verdict
from ..phase.dependence import names_by_author
from ..phase.past import AskedHistory, AtLeast, LeftOpen

__all__ = ["AtLeast", "LeftOpen", "Open", "OpenHistory"]


TOLD_APART = frozenset({"player", "phase", "began", "last", "previous", "first_passer", "button", "turn_of"})
"""What is a color, a phase, a turn or nothing: `is` tells these apart, and can't be asked to leave anything open."""


class Open:  # noqa: PLW1641 (what is open has no hash)
    """A value of which nothing is known: what is computed with it is open as well.

    Values computed alike are equal; whether others are equal is left open too. It has no hash and no text.

    >>> marks = Open("marks")
    >>> (marks & 1) == (marks & 1)
    True
    >>> bool(marks.size() > 2)
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: marks is left open.
    """

    def __init__(self, name: str, *parts: object) -> None:
        self._name = name
        self._parts = parts
        self._key: tuple[object, ...] | None = None

    def __getattr__(self, name: str) -> Open:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in TOLD_APART:
            self._look()
        return Open(self._name, self, name)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Open or not self._alike(other):
            self._look()
        return True

    def _alike(self, other: Open) -> bool:
        pairs = zip(self._parts, other._parts, strict=False)
        return (self._name, len(self._parts)) == (other._name, len(other._parts)) and all(
            mine._alike(yours) if type(mine) is type(yours) is Open else mine is yours or mine == yours
            for mine, yours in pairs
        )

    def _told_by(self) -> tuple[object, ...]:
        """What it was computed from, by which a history knows it."""
        if self._key is None:
            self._key = (Open, self._name, *map(key_of_event, self._parts))
        return self._key

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen(f"{self._name} is left open.")

    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __float__ = __int__ = __complex__ = _look
    __hash__ = __repr__ = __str__ = __format__ = __round__ = __abs__ = _look


def _computed(operator: str) -> Callable[..., Open]:
    return lambda self, *operands, **named: Open(self._name, operator, self, *operands, *named.items())


for _operator in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    for _side in ("", "r"):
        setattr(Open, f"__{_side}{_operator}__", _computed(_side + _operator))
for _operator in ("invert", "neg", "lt", "le", "gt", "ge", "call", "getitem"):
    setattr(Open, f"__{_operator}__", _computed(_operator))


def is_left_open(value: object) -> bool:
    """Whether nothing is known of a value."""
    return type(value) is Open


def key_of_event(event: Any) -> Any:
    """What a history knows an event by, whatever of it is left open."""
    if type(event) is Open:
        return event._told_by()
    if type(event) is tuple:
        return tuple(map(key_of_event, event))
    if type(event) is Coloring:
        return Coloring, key_of_event(event.black), key_of_event(event.white)
    return event


def is_open(key: Any) -> bool:
    """Whether something of an event is left open, by its key."""
    return key is Open or (type(key) is tuple and any(map(is_open, key)))


class OpenHistory(History):
    """A history of which it is known only of some events whether they have happened, and how often.

    >>> known = OpenHistory([("here", 1), ("never", 0)])
    >>> known.contains("here"), known.lacks("never"), known.extended("never", turn=7).times("never")
    (True, True, 1)
    >>> known.contains("elsewhere")
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: Whether elsewhere has happened is left open.
    """

    def __init__(self, known: Iterable[tuple[Any, Any]] = (), others: bool = True) -> None:
        self._known = {key_of_event(event): (event, times) for event, times in known}
        self.others = others

    @property
    def happened(self) -> tuple[tuple[Any, Any], ...]:
        """The events that are known to have happened, with how often each has."""
        return tuple((event, times) for event, times in self._known.values() if not _is_zero(times))

    def times(self, event: Any) -> Any:
        """How often the event has happened.

        Raises:
            LeftOpen: it is not known whether the event has happened.
        """
        return self._times_by(key_of_event(event), event)

    def _times_by(self, key: Any, event: Any) -> Any:
        if key in self._known:
            return self._known[key][1]
        if self.others or (self._known and any(map(is_open, (key, *self._known)))):
            raise LeftOpen(f"Whether {'it' if is_open(key) else event} has happened is left open.")
        return 0

    def contains(self, event: Any) -> bool:
        return not _is_zero(self.times(event))

    __contains__ = contains

    def lacks(self, event: Any) -> bool:
        return _is_zero(self.times(event))

    def counts(self) -> frozenset[tuple[Any, Any]]:
        """Each event with how often it has happened, left open where other events may have happened."""
        return frozenset(self._all())

    def turn_of(self, event: Any) -> Any:
        """The turn on which the event first happened, left open."""
        return Open("when it was") if self.contains(event) else None

    def extended(self, event: Any, turn: Any) -> OpenHistory:
        """The same history, and the event once more, on a turn.

        Raises:
            LeftOpen: it is not known whether the event has happened before.
        """
        key = key_of_event(event)
        longer = OpenHistory(others=self.others)
        longer._known = {**self._known, key: (event, self._times_by(key, event) + 1)}
        return longer

    def __iter__(self) -> Iterator[Any]:
        return iter([event for event, _ in self._all()])

    def _all(self) -> tuple[tuple[Any, Any], ...]:
        if self.others:
            raise LeftOpen("What else has happened is left open.")
        return self.happened

    def emptied(self) -> OpenHistory:
        return OpenHistory(others=False)


class KeyedHistory(AskedHistory):
    """A history that asks back about events of which something is left open, by their keys."""

    def at_least(self, event: Any, times: int) -> bool:
        return super().at_least(key_of_event(event), times)

    def extended(self, event: Any, turn: int) -> KeyedHistory:
        return super().extended(key_of_event(event), turn)


def _is_zero(times: Any) -> bool:
    return type(times) is int and times == 0


UNREAD = {"last": "The last turn", "previous": "The record before the last turn"}
"""What may be one of a few things that are told apart by what they are, so that even to read it is to look."""


class OpenRecord(Record[Any]):
    """A record some parts of which must not be read, and are not there."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """What is not there.

        Raises:
            LeftOpen: it is a part that is left open.
        """
        if name in UNREAD:
            raise LeftOpen(f"{UNREAD[name]} is left open.")
        raise AttributeError(name)


def open_tally(first_passer: Color | None, phase: Phase) -> Tally:
    """A tally of which nothing is known but who was the first to pass; any two numbers in it may differ."""
    second_start: Any = Open("the coloring at the start of the second cleanup phase")
    known: dict[str, Any] = {
        "captures": {color: Open(f"the captures of {color.name}") for color in Color},
        "moves": {
            (color, during): Open(f"the moves of {color.name} in {during.name}") for color, during in _in_phases()
        },
        "first_passer": first_passer,
        "second_cleanup_start": second_start if phase is Phase.SECOND_CLEANUP else None,
        "placed": {color: Open(f"the stones placed by {color.name}") for color in Color},
        "handicap": Open("the number of handicap stones"),
        "uneven": Open("how many stones were given out of turn"),
    }
    return Tally(**known)


def _in_phases() -> Iterator[tuple[Color, Phase]]:
    return product(Color, Phase)


PARTS = tuple(Record.__dataclass_fields__)
LEFT_OPEN: dict[str, Any] = {
    "turn": Open("the number of turns"),
    "last": None,
    "previous": None,
    "phase_turn": Open("the turn that the phase began with"),
    "began": Open("who began the phase"),
    "earlier": Open("which states stood earlier"),
    "since_pass": Open("which states have stood since the last pass"),
    "passed_from": Open("from which states a player has passed"),
    "made": Open("which moves have been made"),
    "pass_run": Open("the passes in a row"),
    "passes": Open("the number of passes"),
}


def opened(record: Record[Any], **given: Any) -> Record[Any]:
    """A record with its position and tally, of which nothing else is known but what is told."""
    parts = {name: getattr(record, name) for name in PARTS if name not in LEFT_OPEN}
    made = OpenRecord(**{**parts, **LEFT_OPEN, **given})
    for name in UNREAD.keys() - given.keys():
        object.__delattr__(made, name)
    return made


def open_record(rules: Any, position: Position[Any], tally: Tally) -> Record[Any]:
    """A record of which nothing is known but the position and the tally."""
    start = first_record(rules, position, tally, nothing_yet=OpenHistory(others=False))
    return opened(replace(start, tally=tally))


class InOrder:
    """A number of which it is known only which of two such numbers is the greater.

    >>> InOrder(1) > InOrder(0), InOrder(1) == InOrder(1)
    (True, True)
    >>> InOrder(1) > 0
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: A number is left open, but for how it compares with another one.
    """

    def __init__(self, place: int) -> None:
        self._place = place

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen("A number is left open, but for how it compares with another one.")

    __hash__ = __repr__ = __str__ = __format__ = _look
    __bool__ = __int__ = __float__ = __index__ = __abs__ = __neg__ = __round__ = _look
    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = _look
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = _look


def _compared(name: str) -> Callable[[InOrder, object], Any]:
    def compared(mine: InOrder, other: object) -> Any:
        if not isinstance(other, InOrder):
            mine._look()
        return getattr(mine._place, name)(other._place)

    return compared


for _name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    setattr(InOrder, _name, _compared(_name))


class AskedRules:
    """Rules whose clauses are known, while every parameter that they could look at themselves is left open.

    A proof varies the parameters by which clauses are chosen. One that a clause reads outside of its guard it would not
    vary, so such a clause is told off; and so is one of a rules author that asks who began a phase, which is handed on
    from turn to turn, and is left open.

    >>> asked = AskedRules(Rules(), komi=6.5)
    >>> asked.sole(Decision.MOVE).id, asked.komi
    ('katago-v2/move/pseudolegal', 6.5)
    >>> asked.tax
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: The parameter tax, which a clause reads outside of its guard, is left open.
    """

    def __init__(self, rules: Rules | AskedRules, **parameters: object) -> None:
        if not isinstance(rules, AskedRules) and "began" in names_by_author(rules):
            raise LeftOpen("Who began the phase, which a clause asks, is left open.")
        self._rules = rules
        self._parameters = parameters

    @property
    def in_force(self) -> tuple[Clause, ...]:
        """The clauses that exist under these parameters, amendments included, in the order of the document."""
        return self._rules.in_force

    @property
    def document(self) -> str:
        """The document."""
        return self._rules.document

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        """The clauses in force that take part in a decision during a phase, in the order of the document."""
        return self._rules.deciding(decision, phase)

    @property
    def counted_by(self) -> frozenset[Decision]:
        """The decisions on scores by which games are counted."""
        return self._rules.counted_by

    def sole(self, decision: Decision, phase: Phase = Phase.MAIN) -> Clause:
        """The one clause that takes a decision."""
        return self._rules.sole(decision, phase)

    def parameter(self, name: str) -> object:
        """The value of a parameter, if the proof tells it.

        Raises:
            LeftOpen: it does not.
        """
        if name not in self._parameters:
            raise LeftOpen(f"The parameter {name}, which a clause reads outside of its guard, is left open.")
        return self._parameters[name]

    def __getattr__(self, name: str) -> Any:
        if name in PARAMETERS or name in ("readings", "amendments"):
            return self.parameter(name)
        raise AttributeError(name)


def refuse_points_by_number(points: object) -> None:
    """Raise a LeftOpen if points of an unspecified board are named by a number, as by the 4 of `everything & 4`."""
    if type(points) is int:
        raise LeftOpen(f"Which points of an unspecified board the number {points} names is left open.")


UNREADABLE = (LeftOpen, TypeError, AttributeError, ValueError, AssertionError, z3.Z3Exception)
EVERY_SIZE = "every size"


def unread(rules: Rules) -> str:
    """Why a proof can't be made of rules, whatever it reads: a clause that can't be read, or a definition replaced."""
    if not rules.as_written:
        return "Other functions stand for the clauses of these rules."
    replaced = [clause.name for clause in rules.by_authors if not clause.decides]
    if replaced:
        return f"The proof takes {replaced[0]}, a definition, as it stands in the document."
    return not_read(rules)


def believed(rules: Iterable[Rules], verdict: Verdict) -> Verdict:
    """A verdict that a proof came to; it is `unknown` if a clause can't be read.

    What a board shows that was played through, or what z3 finds on one, refutes a claim all the same.
    """
    if verdict.outcome is Outcome.UNKNOWN or (verdict.outcome is Outcome.REFUTED and verdict.scope != EVERY_SIZE):
        return verdict
    obstacle = next(filter(None, map(unread, rules)), "")
    return Verdict(Outcome.UNKNOWN, verdict.scope, verdict.method, notes=obstacle) if obstacle else verdict


def unknown_if_unreadable(decide: Callable[..., Verdict]) -> Callable[..., Verdict]:
    """A function that decides, whose verdict is `unknown` where a clause looks at what a proof leaves open."""

    @wraps(decide)
    def decided(*arguments: Any, **named: Any) -> Verdict:
        given = (*arguments, *named.values())
        try:
            verdict = decide(*arguments, **named)
        except UNREADABLE as error:
            verdict = Verdict(Outcome.UNKNOWN, "", "z3", notes=f"A clause can't be read in this proof: {error}")
        return believed((argument for argument in given if isinstance(argument, Rules)), verdict)

    return decided
