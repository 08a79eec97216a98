"""The reading to sweep with: a set of points is an array of 64-bit integers, one integer for each of many boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .board import ADDS_POINTS, Board, Condition
from .grid import Grid

Words: TypeAlias = npt.NDArray[np.uint64]
Flags: TypeAlias = npt.NDArray[np.bool_]

MOST_POINTS = 64


class ArrayBoard(Board[Words]):
    """The point sets of many boards of one grid at once; bit `row * width + column` of an element is a point.

    Point sets are arrays of one shape (or a single integer, for all boards); conditions are arrays of bools.

    Raises:
        ValueError: the grid has more than 64 points.

    >>> board = ArrayBoard(Grid(3, 1))
    >>> board.border(np.array([0b001, 0b010, 0b101], dtype=np.uint64)).tolist()
    [2, 5, 2]
    """

    values_stay = True
    most_remembered: float = 4
    """Of how many sets of points it remembers the regions; clauses ask about the same ones, one after another."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        if grid.size > MOST_POINTS:
            raise ValueError(f"Arrays hold boards of up to {MOST_POINTS} points; {grid} has {grid.size}.")
        self.nothing = np.zeros(1, dtype=np.uint64)
        self.everything = np.full(1, grid.everywhere, dtype=np.uint64)
        self.points = [np.full(1, 1 << index, dtype=np.uint64) for index in range(grid.size)]
        self._known: dict[tuple[tuple[int, ...], bytes], list[Words]] = {}

    def closure(self, seed: Words, within: Words) -> Words:
        """What is reached from a seed; where it has stopped growing, the others go on without it."""
        reached: Words = seed & within
        limits = np.broadcast_to(within, reached.shape)
        growing = np.nonzero(reached)
        current, limit = reached[growing], limits[growing]
        while len(current):
            grown = (current | self.neighbours(current)) & limit
            reached[growing] = grown
            still = np.flatnonzero(grown != current)
            growing = tuple(places[still] for places in growing)
            current, limit = grown[still], limit[still]
        return reached

    def is_empty(self, points: Words) -> Flags:
        return np.equal(points, 0)

    def meets(self, points: Words, others: Words) -> Flags:
        common: Words = points & others
        return np.not_equal(common, 0)

    def is_single(self, points: Words) -> Flags:
        return np.equal(np.bitwise_count(points), 1)

    def same(self, points: Words, others: Words) -> Flags:
        return np.equal(points, others)

    def no(self, condition: Condition) -> Flags:
        holds: Flags = np.asarray(condition)
        return np.logical_not(holds)

    def size(self, points: Words) -> npt.NDArray[np.int64]:
        return np.bitwise_count(points).astype(np.int64)

    def choose(self, condition: Condition, chosen: Words, otherwise: Words) -> Words:
        return np.where(np.asarray(condition), chosen, otherwise)

    def regions(self, points: Words, where: Callable[[Words], Condition]) -> Words:
        chosen = points & self.nothing
        for region in self._one_of_each(points):
            chosen = chosen | self.choose(where(region), region, self.nothing)
        return chosen

    def number_of_regions(self, points: Words) -> npt.NDArray[np.int64]:
        number = np.zeros(points.shape, dtype=np.int64)
        for region in self._one_of_each(points):
            number += region != 0
        return number

    def _one_of_each(self, points: Words) -> list[Words]:
        """Sets that have at most one region of each board, and all of its regions between them."""
        key, left = (points.shape, points.tobytes()), points
        if (regions := self._known.get(key)) is None:
            regions = []
            while left.any():
                regions.append(self.closure(left & -left, points))
                left = left & ~regions[-1]
            # Threads share boards: what is remembered is whole, and nobody counts on it to be there.
            if len(self._known) >= self.most_remembered:
                self._known.clear()
            self._known[key] = regions
        return regions

    def exists(self, points: Words, such_that: Callable[[Words], Condition]) -> Flags:
        holds = np.zeros(points.shape, dtype=np.bool_)
        for point in self.points:
            member = (points & point) != 0
            if member.any():
                holds = holds | (member & np.asarray(such_that(point)))
        return holds

    def fixpoint(self, step: Callable[[Words], Words], start: Words) -> Words:
        while not np.array_equal(after := step(start), start):
            if np.any(after & ~start):
                raise ValueError(ADDS_POINTS)
            start = after
        return start
