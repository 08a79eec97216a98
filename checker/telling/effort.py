"""Effort: for how long something is tried, by the clock or by a count that is the same on every machine."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WRITTEN = re.compile(r"(?P<amount>[0-9]+(\.[0-9]+)?)(?P<unit>[sn])", re.ASCII)


@dataclass(frozen=True)
class Effort:
    """Some seconds, or a number of whatever is counted, such as the turns that are compared or the nodes searched.

    Where it goes by a count, the clock has no say in anything.

    Raises:
        ValueError: it is neither, or both, or less than nothing.
    """

    seconds: float | None = None
    count: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) is (self.count is None):
            raise ValueError("An effort is some seconds or a number, and not both.")
        if self.amount < 0:
            raise ValueError(f"An effort is no less than 0, and not {self}.")

    @staticmethod
    def parse(text: str) -> Effort:
        """The effort that a text such as 60s (seconds) or 100000n (turns or nodes) stands for.

        Raises:
            ValueError: it stands for none.

        >>> Effort.parse("1.5s"), Effort.parse("100,000n")
        (Effort(seconds=1.5, count=None), Effort(seconds=None, count=100000))
        """
        written = _WRITTEN.fullmatch(text.strip().lower().replace(",", ""))
        if written is None or not float(written["amount"]) or (written["unit"] == "n" and "." in written["amount"]):
            raise ValueError(f"Write 60s for 60 seconds or 100000n for a count of 100,000, not {text!r}.")
        amount = written["amount"]
        return Effort(seconds=float(amount)) if written["unit"] == "s" else Effort(count=int(amount))

    @property
    def amount(self) -> float:
        """How many seconds, or how many of what is counted."""
        return (self.count or 0) if self.seconds is None else self.seconds

    def part(self, share: float) -> Effort:
        """A part of it.

        >>> str(Effort(seconds=60).part(0.5)), str(Effort(count=9).part(1 / 3))
        ('30s', '3n')
        """
        return Effort(count=round(self.amount * share)) if self.seconds is None else Effort(self.seconds * share)

    def __str__(self) -> str:
        return f"{self.count}n" if self.seconds is None else f"{self.seconds:g}s"
