"""A longest game under superko, found by beam search, and how many moves no game exceeds, by an assignment.

A beam search (Lowerre, The HARPY Speech Recognition System, 1976) keeps, of all walks of one length, those that look
best: here those that leave the most states to walk to. What it finds is a game, so the longest is no shorter.

A game comes to every state at most once and leaves it at most once, for another. Drop that its steps hang together, and
what is left is an assignment: every state is given to the state before it, to itself if the game does not come to it,
and the start to the last state. The most steps of an assignment are no fewer than those of a game. On three points both
numbers are 14, as many as there are positions besides `...`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .superko_steps import StepTable, SuperkoStep

DEAD_END = 0.5
_NEVER = -(1 << 20)


class _Walk(NamedTuple):
    """A walk: its last step, what came before, and the states that are still open to it."""

    before: _Walk | None
    step: SuperkoStep | None
    still_open: int

    @property
    def stands(self) -> int:
        """The number of the state that it has come to."""
        return self.step.target if self.step else 0

    @property
    def steps(self) -> tuple[SuperkoStep, ...]:
        """All its steps."""
        steps, walk = [], self
        while walk.before and walk.step:
            steps.append(walk.step)
            walk = walk.before
        return tuple(reversed(steps))


def long_walk(table: StepTable, width: int) -> tuple[SuperkoStep, ...]:
    """The steps of a long game; it may not be the longest, unless `width` is large enough to keep every walk.

    Args:
        table: the states and steps.
        width: the width of the beam: how many walks of each length to keep.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.superko_steps import step_table
    >>> len(long_walk(step_table(Rules(), Grid(3, 1)), width=10))
    14
    """
    beam = _Beam(table)
    walks = [_Walk(None, None, beam.reachable(0, (1 << len(table.states)) - 2))]
    while True:
        longer = {(walk.stands, walk.still_open): walk for before in walks for walk in beam.longer(before)}
        if not longer:
            return walks[0].steps
        walks = sorted(longer.values(), key=beam.closed)[:width]


class _Beam:
    """Carries walks on, and compares them, by the states that come after and before each state, as sets of numbers."""

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

    def closed(self, walk: _Walk) -> float:
        """How little a walk leaves open; a state with no other one after it, or one before it, counts half as much."""
        here_or_open = walk.still_open | 1 << walk.stands
        last = sum(not self._onward[number] & walk.still_open for number in _members(walk.still_open))
        from_one = sum((self._back[number] & here_or_open).bit_count() == 1 for number in _members(walk.still_open))
        return DEAD_END * (last + from_one) - walk.still_open.bit_count()


def _members(numbers: int) -> Iterator[int]:
    while numbers:
        least = numbers & -numbers
        yield least.bit_length() - 1
        numbers ^= least


def most_moves(table: StepTable) -> int:
    """A number of moves that no game exceeds.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.superko_steps import step_table
    >>> [most_moves(step_table(Rules(), Grid(*sides))) for sides in ((1, 1), (3, 1), (2, 2))]
    [0, 14, 48]
    """
    moves = np.full((len(table.states),) * 2, _NEVER)
    np.fill_diagonal(moves, 0)
    for number, steps in enumerate(table.steps):
        moves[number, [step.target for step in steps]] = 1
    moves[:, 0] = 0
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 (it takes long to import)

    return int(moves[linear_sum_assignment(moves, maximize=True)].sum())
