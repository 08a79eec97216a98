"""Plans: what an engine is to be tried with, for how long, and how that time is shared out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...spec.algebra import Grid
from .aspects import Aspect
from .setting import Setting

T = TypeVar("T")

USUAL_SECONDS = 60.0
USUAL_SECONDS_TO_SHRINK = 20.0


@dataclass(frozen=True)
class RecordedGame:
    """A game that somebody recorded.

    Attributes:
        setting: where it starts; the rules are those that it is tried under.
        turns: its turns.
        source: where it comes from.
    """

    setting: Setting
    turns: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Plan:
    """What is to be tried.

    Attributes:
        rules: the rule sets to judge by, as texts; none for all that the engine claims.
        seconds: how long to try games, shrinking not counted.
        games: the most random games for each rule set; None for no bound.
        seed: what chance starts from.
        boards: the boards of random games; none for the usual ones.
        without: aspects that are not to be compared.
        deviations: the names of further deviations that are allowed for.
        recorded: games that were recorded; they are tried first, under every rule set.
        shrinking: how long to shrink each disagreement, in seconds.
    """

    rules: tuple[str, ...] = ()
    seconds: float = USUAL_SECONDS
    games: int | None = None
    seed: int = 0
    boards: tuple[Grid, ...] = ()
    without: frozenset[Aspect] = frozenset()
    deviations: tuple[str, ...] = ()
    recorded: tuple[RecordedGame, ...] = ()
    shrinking: float = USUAL_SECONDS_TO_SHRINK


class Budget:
    """Some seconds to spend; the clock can be stopped.

    >>> budget = Budget(0.0)
    >>> budget.lasts(), budget.spent
    (False, 1.0)
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, never less than 0."""
        return max(self._end - time.monotonic(), 0.0)

    @property
    def spent(self) -> float:
        """Which part is spent, from 0 to 1."""
        return 1.0 - self.left / self._seconds if self._seconds else 1.0

    def lasts(self) -> bool:
        """Whether any is left."""
        return self.left > 0

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock meanwhile."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self._end += time.monotonic() - begun


@dataclass
class Sharer(Generic[T]):
    """A source of games or findings, which is given a share of the time.

    Attributes:
        things: what it gives, one at a time.
        share: which part of the time it is to have, beside the other sharers.
        most: after how many seconds it is asked no more.
        spent: the seconds that it has taken.
    """

    things: Iterator[T]
    share: float = 1.0
    most: float = float("inf")
    spent: float = 0.0


def in_turns(sharers: Sequence[Sharer[T]]) -> Iterator[T]:
    """What several sources give, each asked so often that the time they take keeps to their shares.

    The time that passes between being asked counts for none of them.

    >>> sorted(in_turns([Sharer(iter("ac")), Sharer(iter("b"))]))
    ['a', 'b', 'c']
    """
    left = list(sharers)
    while left:
        sharer = min(left, key=lambda one: one.spent / one.share)
        begun = time.monotonic()
        try:
            thing = next(sharer.things)
        except StopIteration:
            left.remove(sharer)
            continue
        finally:
            sharer.spent += time.monotonic() - begun
        if sharer.spent >= sharer.most:
            left.remove(sharer)
        yield thing
