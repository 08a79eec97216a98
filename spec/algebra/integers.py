"""The reading to play with: a set of points is a Python integer, and conditions are bools."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from .board import ADDS_POINTS, Board, Condition
from .grid import Grid, points_of

REMEMBERED_SETS = 1 << 14


def regions_of(board: Board[int], points: int) -> tuple[int, ...]:
    """The regions that a set of points consists of, in the order of their first points.

    >>> regions_of(integer_board(4, 1), 0b1101)
    (1, 12)
    """
    regions = []
    while points:
        region = board.closure(points & -points, points)
        regions.append(region)
        points ^= region
    return tuple(regions)


class IntegerBoard(Board[int]):
    """The point sets of one grid as integers; bit `row * width + column` is a point.

    Regions and borders of recent sets are remembered, because the moves of one position share almost all of them.

    >>> board = IntegerBoard(Grid(3, 3))
    >>> bin(board.closure(0b001, within=0b1011))
    '0b1011'
    """

    nothing = 0
    values_stay = True

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self.everything = grid.everywhere
        self.split = lru_cache(REMEMBERED_SETS)(partial(regions_of, self))
        self.border = lru_cache(REMEMBERED_SETS)(super().border)  # type: ignore[method-assign]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IntegerBoard) and self.grid == other.grid

    def __hash__(self) -> int:
        return hash(self.grid)

    def __reduce__(self) -> tuple[type[IntegerBoard], tuple[Grid]]:
        return IntegerBoard, (self.grid,)

    def closure(self, seed: int, within: int) -> int:
        reached = seed & within
        while True:
            grown = (reached | self.neighbours(reached)) & within
            if grown == reached:
                return reached
            reached = grown

    def is_empty(self, points: int) -> bool:
        return not points

    def meets(self, points: int, others: int) -> bool:
        return bool(points & others)

    def is_single(self, points: int) -> bool:
        return points != 0 and points & (points - 1) == 0

    def same(self, points: int, others: int) -> bool:
        return points == others

    def no(self, condition: Condition) -> bool:
        return not condition

    def size(self, points: int) -> int:
        return points.bit_count()

    def choose(self, condition: Condition, chosen: int, otherwise: int) -> int:
        return chosen if condition else otherwise

    def regions(self, points: int, where: Callable[[int], Condition]) -> int:
        chosen = 0
        for region in self.split(points):
            if where(region):
                chosen |= region
        return chosen

    def number_of_regions(self, points: int) -> int:
        return len(self.split(points))

    def exists(self, points: int, such_that: Callable[[int], Condition]) -> bool:
        return any(such_that(point) for point in points_of(points))

    def fixpoint(self, step: Callable[[int], int], start: int) -> int:
        while (after := step(start)) != start:
            if after & ~start:
                raise ValueError(ADDS_POINTS)
            start = after
        return start


@lru_cache(64)
def integer_board(width: int, height: int) -> IntegerBoard:
    """The integer reading of a grid; asking again gives the same board, and so what it remembers."""
    return IntegerBoard(Grid(width, height))
