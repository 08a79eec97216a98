"""Whole numbers of which only a least value is known: "three or more"."""

from __future__ import annotations


class LeftOpen(ValueError):
    """Something was looked at that is left open."""


class AtLeast:
    """A whole number of which only a least value is known.

    >>> three_or_more = AtLeast(2) + 1
    >>> three_or_more > 2, three_or_more == 2
    (True, False)
    >>> three_or_more > 3
    Traceback (most recent call last):
    superko.checker.model.at_least.LeftOpen: Whether it is more than 3 is left open.
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
