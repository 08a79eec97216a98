"""What is said of a whole board of which one point is looked at: conditions, and numbers that are sums over points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import z3

from .open_values import LeftOpen


class Formula(z3.BoolRef):  # type: ignore[misc]
    """A formula that stays of its kind when it is joined with others, and can't be taken for a bool."""

    def _made(self, formula: Any) -> Any:
        return type(self)(formula.as_ast(), self.ctx)

    def __and__(self, other: Any) -> Any:
        return self._made(z3.And(self, other))

    def __or__(self, other: Any) -> Any:
        return self._made(z3.Or(self, other))

    def __xor__(self, other: Any) -> Any:
        return self._made(z3.Xor(self, other))

    def __invert__(self) -> Any:
        return self._made(z3.Not(self))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__
    __hash__ = z3.BoolRef.__hash__

    def __bool__(self) -> bool:
        raise LeftOpen("What holds on an unspecified board is left open.")


class WholeBoard(Formula):
    """A condition: something that holds of the whole board or does not."""

    def __eq__(self, other: object) -> Any:
        return self._made(z3.BoolRef.__eq__(self, other))

    def __ne__(self, other: object) -> Any:
        return self._made(z3.BoolRef.__ne__(self, other))

    __hash__ = Formula.__hash__


@dataclass(frozen=True, slots=True, eq=False)
class Total:
    """A number that is a sum over the points of the board, and something counted once.

    Attributes:
        per_point: what the one point adds to the sum.
        overall: what is counted once.
    """

    per_point: Any
    overall: Any

    def __add__(self, other: Total | float) -> Total:
        other = as_total(other)
        return Total(self.per_point + other.per_point, self.overall + other.overall)

    __radd__ = __add__

    def __sub__(self, other: Total | float) -> Total:
        return self + as_total(other) * -1

    def __mul__(self, factor: int) -> Total:
        return Total(self.per_point * factor, self.overall * factor)

    def _compared(self, _: object) -> Any:
        # One point can't tell how a sum compares: it is left open, and nothing is said of asking again.
        return condition_of(z3.FreshBool("compared"))

    __ge__ = __gt__ = __le__ = __lt__ = __eq__ = __ne__ = _compared
    __hash__ = None  # type: ignore[assignment]

    def equals(self, other: Total | float) -> Any:
        """That the two are equal at the point, and in what is counted once."""
        other = as_total(other)
        return z3.And(self.per_point == other.per_point, self.overall == other.overall)

    def __bool__(self) -> bool:
        raise TypeError("Whether a sum over the points of an unspecified board is zero can't be said.")


@dataclass(frozen=True, eq=False)
class Some(Total):
    """A number of which it is known that it is so great, or greater.

    Attributes:
        least: how great it is at least.
    """

    least: int

    def __bool__(self) -> bool:
        return self.least > 0

    def __ge__(self, other: object) -> Any:
        return True if isinstance(other, int) and other <= self.least else Total.__ge__(self, other)


def condition_of(formula: Any) -> WholeBoard:
    """A formula as a condition on the whole board."""
    return WholeBoard(formula.as_ast(), formula.ctx)


def plain(formula: Any) -> Any:
    """A formula as z3 has it, which can be asserted."""
    return formula if isinstance(formula, bool) else z3.BoolRef(formula.as_ast(), formula.ctx)


def as_total(number: Total | float) -> Total:
    """A number as a total; what is no total is counted once."""
    return number if isinstance(number, Total) else Total(0, number)
