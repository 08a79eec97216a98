"""Plans: what an engine is to be tried with, for how long, and how that time is shared out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeAlias, TypeVar

from ...interpreter.story import Story
from ...spec.algebra import Grid
from ..telling.effort import Effort
from .engine import Aspect

T = TypeVar("T")

Meter: TypeAlias = Callable[[], float]
"""Says how much was spent up to now: seconds, or turns."""

USUAL_EFFORT = Effort(seconds=60.0)
# All disagreements together may take the time to be made smaller that this number of them may.
MOST_SHRUNK = 3
# An engine that broke more often than this under some rules is not tried under them any more.
MOST_BREAKDOWNS = 8
# Nor is one that did not answer in time as often as this: each time costs all that it may take.
MOST_HANGS = 2
# Nor is a game made smaller any further after it did so as often as this.
MOST_HANGS_TO_SHRINK = 4
_SHARE_TO_TRY = 2 / 3
# For each change of the rules that may explain a finding, as long as all changes together take no more than six do.
SHARE_TO_TRY_A_CHANGE, MOST_CHANGES_TRIED = 1 / 60, 6
_SHARE_TO_SHRINK = (1 - _SHARE_TO_TRY) / MOST_SHRUNK


@dataclass(frozen=True)
class Plan:
    """What is to be tried.

    Attributes:
        rules: the rule sets to judge by, as texts; none for all that the engine claims.
        effort: how long the whole may take: some seconds, or a number of turns to compare. Where turns are counted,
            the same seed gives the same report on every machine.
        boards: the boards of random games; none for the usual ones.
        without: aspects that are not to be compared.
        deviations: the names of further deviations that are allowed for.
        recorded: games that were recorded; they are tried first, under every rule set and not the one they name.
        first: whether to try no more games once something was found.
        trying: which share of the effort games may be tried for.
        shrinking: how long each disagreement may take to be made smaller, as a share of the effort; all together they
            may take three times as long.
    """

    rules: tuple[str, ...] = ()
    effort: Effort = USUAL_EFFORT
    seed: int = 0
    boards: tuple[Grid, ...] = ()
    without: frozenset[Aspect] = frozenset()
    deviations: tuple[str, ...] = ()
    recorded: tuple[Story, ...] = ()
    first: bool = False
    trying: float = _SHARE_TO_TRY
    shrinking: float = _SHARE_TO_SHRINK

    def budget(self, share: float, turns_compared: Meter, go_on: Callable[[], bool] = lambda: True) -> TrialBudget:
        """What there is to spend on a part of it, given as a share of the effort, while one may go on."""
        effort = self.effort.part(share)
        return TrialBudget(effort.amount, turns_compared if effort.seconds is None else None, go_on)


class TrialBudget:
    """Some seconds to spend, or some turns; what is spent meanwhile can be left out.

    >>> budget = TrialBudget(0.0)
    >>> budget.lasts(), budget.spent
    (False, 1.0)
    """

    def __init__(self, amount: float, meter: Meter | None = None, go_on: Callable[[], bool] = lambda: True) -> None:
        """Start to spend."""
        self._go_on = go_on
        self.meter = meter or time.monotonic
        self._amount = amount
        self._end = self.meter() + amount

    @property
    def left(self) -> float:
        """What is left, never less than 0."""
        return max(self._end - self.meter(), 0.0)

    @property
    def spent(self) -> float:
        """Which part is spent, from 0 to 1."""
        return 1.0 - self.left / self._amount if self._amount else 1.0

    def part(self, share: float) -> TrialBudget:
        """A part of what is left."""
        return TrialBudget(self.left * share, self.meter, self._go_on)

    def lasts(self) -> bool:
        """Whether any is left, and one may go on."""
        return self.left > 0 and self._go_on()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Leave out what is spent meanwhile."""
        begun = self.meter()
        try:
            yield
        finally:
            self._end += self.meter() - begun


def in_turns(sources: Iterable[tuple[Iterator[T], float]], effort: Meter | None = None) -> Iterator[T]:
    """What several sources give, each asked so often that the effort they take keeps to the shares beside them.

    What is spent between being asked counts for none of them. Where the effort is no time, the order in which they are
    asked does not depend on the clock.

    >>> sorted(in_turns([(iter("ac"), 1), (iter("b"), 1)]))
    ['a', 'b', 'c']
    """
    effort = effort or time.monotonic
    waiting = [(0.0, number, 0.0, things, share) for number, (things, share) in enumerate(sources)]
    while waiting:
        _, number, spent, things, share = heappop(waiting)
        begun = effort()
        try:
            thing = next(things)
        except StopIteration:
            continue
        spent += effort() - begun
        heappush(waiting, (spent / share, number, spent, things, share))
        yield thing
