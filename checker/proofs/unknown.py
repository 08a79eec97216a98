"""Unknown values: clauses are asked about them as they stand, and answer with a formula, or with what is left open.

Of numbers, conditions and histories a formula is known, and of anything else nothing (`Open`).
What they answer is what Python answers of whole numbers and conditions, and nothing else. A clause that asks one for
its truth, as by `if`, `and`, `not` or `min`, is run once for each answer there can be, a path each, and the query holds
every path (J. C. King, Symbolic execution and program testing, 1976).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from functools import cached_property, partial
from typing import Any, NoReturn, TypeVar

import z3

from ...spec.algebra import Color, Coloring
from ...spec.vocabulary import History
from ..phase.past import LeftOpen

T = TypeVar("T")
TOLD_APART = frozenset({"player", "phase", "began", "last", "previous", "first_passer", "button", "turn_of"})
"""What is a color, a phase, a turn or nothing: `is` distinguishes these, and can't be asked to leave anything open."""


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

    def __getattr__(self, name: str) -> Open:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in TOLD_APART:
            self._look()
        return Open(self._name, self, name)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Open or self._known_by != other._known_by:
            self._look()
        return True

    @cached_property
    def _known_by(self) -> tuple[object, ...]:
        """What it was computed from, by which a history knows it."""
        return Open, self._name, *map(key_of_event, self._parts)

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen(f"{self._name} is left open.")

    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __float__ = __int__ = __complex__ = _look
    __hash__ = __repr__ = __str__ = __format__ = __round__ = __abs__ = _look


def _open_result(operator: str) -> Callable[..., Open]:
    return lambda self, *operands, **named: Open(self._name, operator, self, *operands, *named.items())


for _operator in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    for _side in ("", "r"):
        setattr(Open, f"__{_side}{_operator}__", _open_result(_side + _operator))
for _operator in ("invert", "neg", "lt", "le", "gt", "ge", "call", "getitem"):
    setattr(Open, f"__{_operator}__", _open_result(_operator))


def key_of_event(event: Any) -> Any:
    """What a history knows an event by, whatever of it is left open."""
    if type(event) is Open:
        return event._known_by
    if type(event) is tuple:
        return tuple(map(key_of_event, event))
    if type(event) is Coloring:
        return Coloring, key_of_event(event.black), key_of_event(event.white)
    return event


def made_once(made: dict[Any, tuple[T, Any]], make: Callable[[], T], *terms: Any, called: object = None) -> T:
    """What is made of z3 terms: the same of terms that are built alike, which are kept, as z3 gives ids to others."""
    key = called, *(term.get_id() for term in terms)
    if key not in made:
        made[key] = make(), terms
    return made[key][0]


def refuse_points_by_number(points: object) -> None:
    """Raise a LeftOpen if points of an unspecified board are named by a number, as by the 4 of `everything & 4`."""
    if type(points) is int:
        raise LeftOpen(f"Which points of an unspecified board the number {points} names is left open.")


MOST_PATHS = 256
# As much as z3 may do to find out whether an answer is possible; where it does not know, it is taken to be.
_WORK = 100_000


class Path:
    """What holds on the way to one result, as z3 formulas, and what does as other paths begin."""

    def __init__(self, given: Sequence[Any], begun: Sequence[Any]) -> None:
        self.conditions: list[Any] = []
        self.others: list[tuple[Any, ...]] = []
        self._known = given
        self._begun = begun

    @cached_property
    def _solver(self) -> z3.Solver:
        solver = z3.SimpleSolver()
        solver.set("rlimit", _WORK)
        solver.add(*self._known)
        return solver

    def answer(self, condition: Any) -> bool:
        """Whether a condition holds on this path; where it need not, another path is one on which it does not."""
        if not self._can_be(z3.Not(condition)):
            return True
        if not self._can_be(condition):
            return False
        if len(self.conditions) < len(self._begun):
            taken = self._begun[len(self.conditions)]
        else:
            taken = condition
            self.others.append((*self.conditions, z3.Not(condition)))
        self.conditions.append(taken)
        self._solver.add(taken)
        return bool(taken.eq(condition))

    def _can_be(self, condition: Any) -> bool:
        return bool(self._solver.check(condition) != z3.unsat)


_path: ContextVar[Path | None] = ContextVar("the path on which clauses are asked", default=None)


def paths(run: Callable[[], T], given: Sequence[Any] = ()) -> Iterator[tuple[tuple[Any, ...], T]]:
    """What a function returns on each path, with the conditions under which it does; some path always holds.

    What is given is known of what it asks, as z3 formulas.

    Raises:
        LeftOpen: there are too many paths.

    >>> number = UnknownValue(z3.Int("number"))
    >>> [(str(*conditions), result) for conditions, result in paths(lambda: "two or more" if number > 1 else "few")]
    [('1 < number', 'two or more'), ('Not(1 < number)', 'few')]
    """
    waiting: list[tuple[Any, ...]] = [()]
    for _ in range(MOST_PATHS):
        if not waiting:
            return
        path = Path(given, waiting.pop())
        before = _path.set(path)
        try:
            result = run()
        finally:
            _path.reset(before)
        waiting += path.others
        yield tuple(path.conditions), result
    raise LeftOpen("Which of very many ways a clause takes is left open.")


def _left_open(self: object, *_: object) -> NoReturn:
    raise LeftOpen("A number or a condition that is not known is asked for what a proof can't say of it.")


class UnknownValue:
    """A number or a condition, of which a term is all that is known; a number that may have halves is not divided.

    As in Python, a number has a truth, and what holds counts as one.

    >>> number = UnknownValue(z3.Int("number"))
    >>> (2 * number + 1 >= 3).term, (number % 2).term
    (3 <= 2*number + 1, number%2)
    >>> number / 2
    Traceback (most recent call last):
    superko.checker.phase.past.LeftOpen: A number or a condition that is not known is asked for what a proof can't say of it.

    Attributes:
        term: the term, of z3's sort Bool or Int, or Real if it is a number that may have halves.
    """  # noqa: E501

    __slots__ = ("term",)

    def __init__(self, term: Any) -> None:
        self.term = term

    def __bool__(self) -> bool:
        path = _path.get()
        if path is None:
            raise LeftOpen("Whether a condition holds that is not known is left open.")
        return path.answer(self.term if z3.is_bool(self.term) else self.term != 0)

    def __neg__(self) -> UnknownValue:
        return UnknownValue(-term_of(self))

    def __pos__(self) -> UnknownValue:
        return UnknownValue(term_of(self))

    def __floordiv__(self, divisor: object) -> UnknownValue:
        return UnknownValue(_whole(self) / _divisor(divisor))

    def __mod__(self, divisor: object) -> UnknownValue:
        return UnknownValue(_whole(self) % _divisor(divisor))

    __hash__ = __repr__ = __str__ = __format__ = __int__ = __index__ = __float__ = _left_open
    __invert__ = __abs__ = __round__ = __truediv__ = __pow__ = __lshift__ = __rshift__ = _left_open
    __rfloordiv__ = __rmod__ = __rtruediv__ = __rpow__ = __rlshift__ = __rrshift__ = _left_open


def is_condition(value: object) -> bool:
    """Whether a value is a condition, known or not."""
    return type(value) is bool or (type(value) is UnknownValue and z3.is_bool(value.term))


def formula_of(value: object) -> Any:
    """A condition as a z3 formula.

    Raises:
        LeftOpen: it is no condition.
    """
    if type(value) is bool:
        return z3.BoolVal(value)
    if type(value) is UnknownValue and z3.is_bool(value.term):
        return value.term
    raise LeftOpen(
        "A condition on the points of the board, or on how many there are, is left open."
        if isinstance(value, z3.BoolRef)
        else "A condition is asked for, and this is none."
    )


def term_of(value: object) -> Any:
    """A number as a z3 term.

    Raises:
        LeftOpen: it is neither a whole number nor an unknown one.
    """
    if type(value) in (int, bool):
        return z3.IntVal(int(value))  # type: ignore[call-overload]
    if type(value) is UnknownValue:
        return z3.If(value.term, z3.IntVal(1), z3.IntVal(0)) if z3.is_bool(value.term) else value.term
    raise LeftOpen("How an unknown number compares with what is no whole number is left open.")


def _whole(value: UnknownValue) -> Any:
    term = term_of(value)
    if not z3.is_int(term):
        raise LeftOpen("How an unknown number with halves is divided is left open.")
    return term


def _divisor(value: object) -> Any:
    """What is divided by: a positive whole number, by which z3 divides as Python does."""
    if type(value) is not int or value <= 0:
        raise LeftOpen("Unknown numbers are divided by positive whole numbers alone.")
    return z3.IntVal(value)


def _swapped(compute: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    return compute(other, one)


def _computed(compute: Callable[[Any, Any], Any], read: Callable[[object], Any]) -> Callable[..., UnknownValue]:
    return lambda one, other: UnknownValue(compute(read(one), read(other)))


for _name in ("add", "sub", "mul", "eq", "ne", "lt", "le", "gt", "ge"):
    setattr(UnknownValue, f"__{_name}__", _computed(getattr(operator, _name), term_of))
for _name in ("add", "sub", "mul"):
    setattr(UnknownValue, f"__r{_name}__", _computed(partial(_swapped, getattr(operator, _name)), term_of))
for _name, _join in (("and", z3.And), ("or", z3.Or), ("xor", z3.Xor)):
    for _side in ("", "r"):
        setattr(UnknownValue, f"__{_side}{_name}__", _computed(_join, formula_of))


PART = z3.DeclareSort("Part")
"""What events are made of: parts that are left open may be the same, and those that were computed alike are."""
_parts: dict[Any, str] = {}


def named_part(name: str) -> Any:
    """Something that is left open, whose part of an event has a name."""
    value = Open(name)
    _parts[key_of_event(value)] = name
    return value


def terms_of(event: object) -> tuple[Any, ...]:
    """The parts of an event as z3 terms, one after the other.

    Raises:
        LeftOpen: a part is neither a player, nor a condition, nor left open.
    """
    if type(event) is tuple:
        return tuple(term for part in event for term in terms_of(part))
    if type(event) is Color:
        return (z3.BoolVal(event is Color.WHITE),)
    if is_condition(event):
        return (formula_of(event),)
    if type(event) is Open:
        key = key_of_event(event)
        if not _is_known(key):
            raise LeftOpen("What was computed from an unknown number is left open.")
        return (z3.Const(_parts.setdefault(key, f"part {len(_parts)}"), PART),)
    raise LeftOpen(f"Whether {type(event).__name__} has happened is left open.")


def _is_known(key: Any) -> bool:
    return all(map(_is_known, key)) if type(key) is tuple else isinstance(key, str | int | Color | type)


def _shape(event: object) -> object:
    """How an event is made; one that is made otherwise can't be compared with it."""
    if type(event) is tuple:
        return tuple(map(_shape, event))
    return "condition" if is_condition(event) else type(event)


_Count = Callable[..., Any]


# What is asked of one history is built once, for all rule sets.
_named: dict[tuple[str, object], UnknownHistory] = {}


class UnknownHistory(History):
    """A history of which it is known how often an event has happened only as a function of the event.

    Attributes:
        count: the function, from the parts of an event to a z3 integer.
        event: an event; others are made as it is.
    """

    def __init__(self, event: object, count: _Count) -> None:
        self.event = event
        self.count = count
        self._extended: dict[Any, tuple[UnknownHistory, Any]] = {}
        self._asked: dict[Any, tuple[UnknownValue, Any]] = {}

    @property
    def sorts(self) -> tuple[Any, ...]:
        """The sorts of the parts of an event."""
        return tuple(term.sort() for term in terms_of(self.event))

    @classmethod
    def named(cls, name: str, event: object) -> UnknownHistory:
        """A history of which nothing is known; nothing has happened less often than never."""
        key = name, _shape(event)
        if key not in _named:
            function = z3.Function(name, *(term.sort() for term in terms_of(event)), z3.IntSort())
            _named[key] = cls(event, lambda *parts: z3.If(function(*parts) >= 0, function(*parts), 0))
        return _named[key]

    def _terms(self, event: object) -> tuple[Any, ...]:
        if _shape(event) != _shape(self.event):
            raise LeftOpen("Whether something of another kind has happened is left open.")
        return terms_of(event)

    def times(self, event: Any) -> Any:
        """How often the event has happened."""
        parts = self._terms(event)
        return made_once(self._asked, lambda: UnknownValue(self.count(*parts)), *parts)

    def contains(self, event: Any) -> Any:
        """Whether the event has happened."""
        return self.times(event) >= 1

    def __contains__(self, event: Any) -> bool:
        return bool(self.contains(event))

    def lacks(self, event: Any) -> Any:
        """Whether the event has not happened."""
        return self.times(event) < 1

    def extended(self, event: Any, turn: Any) -> UnknownHistory:
        """The same history, and the event once more."""
        more, before = self._terms(event), self.count

        def count(*parts: Any) -> Any:
            same = [one == other for one, other in zip(parts, more, strict=True)]
            return before(*parts) + z3.If(z3.And(same), z3.IntVal(1), z3.IntVal(0))

        return made_once(self._extended, lambda: UnknownHistory(self.event, count), *more)

    def emptied(self) -> UnknownHistory:
        """A history of such events in which nothing has happened."""
        return UnknownHistory(self.event, lambda *parts: z3.IntVal(0))

    def turn_of(self, event: Any) -> NoReturn:
        """The turn on which the event first happened, which is left open."""
        raise LeftOpen("When something happened is left open.")

    def __iter__(self) -> NoReturn:
        raise LeftOpen("What else has happened is left open.")

    counts = __len__ = __iter__
