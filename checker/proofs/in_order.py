"""Numbers of which nothing is known but how they compare with each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from .open_values import LeftOpen


class InOrder:
    """A number of which it is known only which of two such numbers is the greater.

    >>> InOrder(1) > InOrder(0), InOrder(1) == InOrder(1)
    (True, True)
    >>> InOrder(1) > 0
    Traceback (most recent call last):
    superko.checker.model.at_least.LeftOpen: A number is left open, but for how it compares with another one.
    """

    def __init__(self, place: int) -> None:
        self._place = place

    def __hash__(self) -> int:
        return hash(self._place)

    def _look(self, *_: object) -> NoReturn:
        raise LeftOpen("A number is left open, but for how it compares with another one.")

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
