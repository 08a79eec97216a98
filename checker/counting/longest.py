"""A longest game under superko: found by keeping, of all walks of one length, those that leave the most to walk to.

What is found is a game, so the longest is no shorter; that none is longer is for others to show: by counting all games,
or because no state is left to which a move could lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .steps import Step, StepTable

DEAD_END = 0.5


class _Walk(NamedTuple):
    """A walk: its last step, what came before, and the states that are still open to it."""

    before: _Walk | None
    step: Step | None
    still_open: int

    @property
    def stands(self) -> int:
        """The number of the state that it has come to."""
        return self.step.target if self.step else 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """All its steps."""
        steps, walk = [], self
        while walk.before and walk.step:
            steps.append(walk.step)
            walk = walk.before
        return tuple(reversed(steps))


def long_walk(table: StepTable, width: int) -> tuple[Step, ...]:
    """The steps of a long game; it may not be the longest, unless `width` is large enough to keep every walk.

    Args:
        table: the states and steps.
        width: how many walks of each length to keep.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.steps import step_table
    >>> len(long_walk(step_table(Rules(), Grid(3, 1)), width=10))
    14
    """
    ways = _Ways(table)
    walks = [_Walk(None, None, ways.reachable(0, (1 << len(table.states)) - 2))]
    while True:
        longer = {(walk.stands, walk.still_open): walk for before in walks for walk in ways.longer(before)}
        if not longer:
            return walks[0].steps
        walks = sorted(longer.values(), key=ways.want)[:width]


class _Ways:
    """The ways to and from each state, as sets of numbers of states."""

    def __init__(self, table: StepTable) -> None:
        self._table = table
        self._onward = [sum({1 << step.target for step in steps}) for steps in table.steps]
        numbers = range(len(table.states))
        self._back = [sum(1 << start for start in numbers if self._onward[start] >> end & 1) for end in numbers]

    def longer(self, walk: _Walk) -> Iterator[_Walk]:
        """The walk with each step that can be taken next."""
        for step in self._table.steps[walk.stands]:
            if (walk.still_open & ~(1 << step.passed)) >> step.target & 1:
                rest = self._table.open_after(walk.still_open, step)
                yield _Walk(walk, step, self.reachable(step.target, rest))

    def reachable(self, start: int, within: int) -> int:
        """The members of a set that a walk inside it reaches from a state."""
        reached = growing = self._onward[start] & within
        while growing:
            onward = 0
            for number in _members(growing):
                onward |= self._onward[number]
            growing = onward & within & ~reached
            reached |= growing
        return reached

    def want(self, walk: _Walk) -> float:
        """How little a walk leaves open; a state with no way on, or a single way to it, counts half as much."""
        here_or_open = walk.still_open | 1 << walk.stands
        last = sum(not self._onward[number] & walk.still_open for number in _members(walk.still_open))
        in_one_way = sum((self._back[number] & here_or_open).bit_count() == 1 for number in _members(walk.still_open))
        return DEAD_END * (last + in_one_way) - walk.still_open.bit_count()


def _members(numbers: int) -> Iterator[int]:
    while numbers:
        least = numbers & -numbers
        yield least.bit_length() - 1
        numbers ^= least
