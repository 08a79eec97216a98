"""How long searches may go on, and how they report meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

_Watch: TypeAlias = Callable[[int], None]

_SLICE = 100_000


class OutOfBudget(Exception):
    """A search would have to go on for longer than it may."""


@dataclass
class Budget:
    """How long searches may go on."""

    nodes: int | None = None  # how many nodes may be looked at; without end, if None
    seconds: float | None = None  # for how long; without end, if None
    spent: int = 0  # how many nodes were looked at
    depth: int = 0  # how many turns ahead is being looked; 0 where no such bound is set
    watch: _Watch = lambda spent: None  # called from time to time with their number
    # Called from time to time with the number of nodes read, before any is searched.
    watch_reading: _Watch = lambda read: None
    began: float = field(default_factory=monotonic)

    @property
    def elapsed(self) -> float:
        """For how many seconds searches have gone on."""
        return monotonic() - self.began

    def read(self, nodes: int) -> None:
        """Take note of how many nodes have been read so far.

        Raises:
            OutOfBudget: there is no time left.
        """
        self.watch_reading(nodes)
        self.go_on()

    def go_on(self) -> None:
        """Go on, if there is time.

        Raises:
            OutOfBudget: there is none left.
        """
        if self.seconds is not None and self.elapsed >= self.seconds:
            raise OutOfBudget

    def next_slice(self) -> int:
        """How many nodes may be looked at before asking again.

        Raises:
            OutOfBudget: none.
        """
        self.watch(self.spent)
        left = _SLICE if self.nodes is None else min(_SLICE, self.nodes - self.spent)
        if left <= 0:
            raise OutOfBudget
        self.go_on()
        return left
