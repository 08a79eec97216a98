"""Values that are left open: they can be computed with and handed on, but whoever looks at them is told off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn


class LeftOpen(Exception):
    """Something was looked at that is left open."""


class Open:
    """A value of which nothing is known: what is computed with it is open as well.

    Values computed alike are equal; whether others are equal is left open too.

    >>> marks = Open("marks")
    >>> (marks & 1) == (marks & 1)
    True
    >>> bool(marks.size() > 2)
    Traceback (most recent call last):
    superko.checker.proofs.open_values.LeftOpen: marks is left open.
    """

    def __init__(self, name: str, *parts: object) -> None:
        self._name = name
        self._parts = parts

    def __repr__(self) -> str:
        return f"Open({self._name!r})"

    def __getattr__(self, name: str) -> Open:
        if name.startswith("_"):
            raise AttributeError(name)
        return Open(self._name, self, name)

    def __hash__(self) -> int:
        return hash((self._name, self._parts))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Open) or not self._alike(other):
            self._look()
        return True

    def _alike(self, other: Open) -> bool:
        pairs = zip(self._parts, other._parts, strict=False)
        return (self._name, len(self._parts)) == (other._name, len(other._parts)) and all(
            mine._alike(yours) if isinstance(mine, Open) and isinstance(yours, Open) else mine is yours or mine == yours
            for mine, yours in pairs
        )

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen(f"{self._name} is left open.")

    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __float__ = _look


def _computed(operator: str) -> Callable[..., Open]:
    return lambda self, *operands, **named: Open(self._name, operator, self, *operands, *named.items())


for _operator in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift"):
    for _side in ("", "r"):
        setattr(Open, f"__{_side}{_operator}__", _computed(_side + _operator))
for _operator in ("invert", "neg", "lt", "le", "gt", "ge", "call", "getitem"):
    setattr(Open, f"__{_operator}__", _computed(_operator))


class AtLeast:
    """A whole number of which only a least value is known.

    >>> three_or_more = AtLeast(2) + 1
    >>> three_or_more > 2, three_or_more == 2
    (True, False)
    >>> three_or_more > 3
    Traceback (most recent call last):
    superko.checker.proofs.open_values.LeftOpen: Whether it is more than 3 is left open.
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


class OpenHistory:
    """A history of which it is known only of some events whether they have happened, and how often.

    >>> known = OpenHistory({"here": 1, "never": 0})
    >>> known.contains("here"), known.lacks("never"), known.extended("never", turn=7).times("never")
    (True, True, 1)
    >>> known.contains("elsewhere")
    Traceback (most recent call last):
    superko.checker.proofs.open_values.LeftOpen: Whether elsewhere has happened is left open.
    """

    def __init__(self, known: Mapping[Any, Any], others: bool = True) -> None:
        self._known = known
        self.others = others

    @property
    def happened(self) -> Mapping[Any, Any]:
        """The events that are known to have happened, with how often each has."""
        return {event: times for event, times in self._known.items() if not _is_zero(times)}

    def times(self, event: Any) -> Any:
        """See `History.times`.

        Raises:
            LeftOpen: it is not known whether the event has happened.
        """
        if event in self._known:
            return self._known[event]
        if self.others:
            raise LeftOpen(f"Whether {event} has happened is left open.")
        return 0

    def contains(self, event: Any) -> bool:
        """See `History.contains`."""
        return not _is_zero(self.times(event))

    def lacks(self, event: Any) -> bool:
        """See `History.lacks`."""
        return _is_zero(self.times(event))

    def counts(self) -> frozenset[tuple[Any, Any]]:
        """See `History.counts`; they are left open where other events may have happened."""
        if self.others:
            raise LeftOpen("What else has happened is left open.")
        return frozenset(self.happened.items())

    def turn_of(self, event: Any) -> Any:
        """See `History.turn_of`; it is left open."""
        return Open("when it was") if self.contains(event) else None

    def extended(self, event: Any, turn: Any) -> OpenHistory:
        """See `History.extended`.

        Raises:
            LeftOpen: it is not known whether the event has happened before.
        """
        return OpenHistory({**self._known, event: self.times(event) + 1}, self.others)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.happened)

    def emptied(self) -> OpenHistory:
        """See `History.emptied`."""
        return OpenHistory({}, others=False)


def _is_zero(times: Any) -> bool:
    return isinstance(times, int) and times == 0
