"""Values that are left open: they can be computed with and handed on, but whoever looks at them is told off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

from ..model.at_least import AtLeast, LeftOpen

__all__ = ["AtLeast", "LeftOpen", "Open", "OpenHistory"]


class Open:
    """A value of which nothing is known: what is computed with it is open as well.

    Values computed alike are equal; whether others are equal is left open too.

    >>> marks = Open("marks")
    >>> (marks & 1) == (marks & 1)
    True
    >>> bool(marks.size() > 2)
    Traceback (most recent call last):
    superko.checker.model.at_least.LeftOpen: marks is left open.
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


class OpenHistory:
    """A history of which it is known only of some events whether they have happened, and how often.

    >>> known = OpenHistory({"here": 1, "never": 0})
    >>> known.contains("here"), known.lacks("never"), known.extended("never", turn=7).times("never")
    (True, True, 1)
    >>> known.contains("elsewhere")
    Traceback (most recent call last):
    superko.checker.model.at_least.LeftOpen: Whether elsewhere has happened is left open.
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
