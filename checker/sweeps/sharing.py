"""What scorings of the same positions have in common, found once: regions of sets of points, what is pass-alive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Color, Coloring, Condition, Grid
from ...spec.algebra.arrays import ArrayBoard, Words
from ...spec.registry import Decision
from ...spec.rules import Rules

PassAlive: TypeAlias = Callable[[Rules, Coloring[Words], Color], Words]


class RememberingBoard(ArrayBoard):
    """Boards that remember the regions of every set of points they were asked about, as long as they live.

    Many clauses ask about regions of the same points, of a color or empty, and differ in what they ask of each region.

    >>> board = RememberingBoard(Grid(3, 1))
    >>> points = np.array([0b101, 0b111, 0b000], dtype=np.uint64)
    >>> board.regions(points, where=board.is_single).tolist(), board.number_of_regions(points).tolist()
    ([5, 0, 0], [2, 1, 0])
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self._known: dict[bytes, list[Words]] = {}

    def regions(self, points: Words, where: Callable[[Words], Condition]) -> Words:
        """See `Board.regions`."""
        chosen = points & self.nothing
        for some in self._one_of_each(points):
            chosen = chosen | self.choose(where(some), some, self.nothing)
        return chosen

    def number_of_regions(self, points: Words) -> npt.NDArray[np.int64]:
        """See `Board.number_of_regions`."""
        number = np.zeros(points.shape, dtype=np.int64)
        for some in self._one_of_each(points):
            number += some != 0
        return number

    def closure(self, seed: Words, within: Words) -> Words:
        """See `Board.closure`; boards on which nothing is seeded are left alone."""
        reached = seed & within
        seeded = np.flatnonzero(reached)
        reached[seeded] = super().closure(reached[seeded], np.broadcast_to(within, reached.shape)[seeded])
        return reached

    def _one_of_each(self, points: Words) -> list[Words]:
        """Sets that have at most one region of each board, and all of its regions between them."""
        key = points.tobytes()
        if key not in self._known:
            self._known[key] = self._found(points)
        return self._known[key]

    def _found(self, points: Words) -> list[Words]:
        found = []
        left = points
        while left.any():
            some = self.closure(left & -left, points)
            found.append(some)
            left = left & ~some
        return found


def sharing_pass_alive(scorings: Iterable[Rules]) -> tuple[Rules, ...]:
    """The same rule sets, but what is pass-alive is found only once where several of them ask it of the same positions.

    It depends on how moves are made and on which of them are pseudolegal, so rules that agree on these may share it.
    """
    known: dict[object, Any] = {}

    def sharing(rules: Rules) -> Rules:
        for clause in rules.deciding(Decision.PASS_ALIVE):
            return rules.replacing(clause.name, partial(_remembered, known, clause.function), clause.text)
        return rules

    return tuple(map(sharing, scorings))


def _remembered(known: dict[object, Any], find: PassAlive, rules: Rules, c: Coloring[Words], color: Color) -> Words:
    moves = rules.deciding(Decision.MOVE), rules.deciding(Decision.PSEUDOLEGAL)
    key = find, moves, color, id(c)
    if key not in known:
        # The positions are kept, so that no others get their identity.
        known[key] = c, find(rules, c, color)
    found: Words = known[key][1]
    return found
