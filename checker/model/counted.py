"""What is counted in the course of a game, told by what was counted before it: numbers that are sums, and ask back.

A position does not tell how many stones were captured on the way to it. So a reading puts a letter in the place of each
such number. Turns add to it, and scores come out as sums such as `3 + 1 × (captures, W)`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NoReturn

from ...spec.algebra import Color
from ...spec.vocabulary import Phase, Tally
from .asking import CannotBeRead, NotKept

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
    superko.checker.model.asking.CannotBeRead: A clause asks about what is counted, of which no account is kept here.
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
    unknown: Any = NotKept(COUNTED)
    captures: dict[Color, Any] = {color: Sum.of(("captures", color)) for color in tally.captures}
    return replace(tally, captures=captures, moves=MovesBefore(), first_passer=unknown, second_cleanup_start=unknown)
