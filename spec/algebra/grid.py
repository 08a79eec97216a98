"""The rectangular grid: how its points are numbered, and the masks that keep shifts from wrapping around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

LONGEST_SIDE = 52
"""As far as game records have letters for columns."""


@dataclass(frozen=True)
class Grid:
    """A rectangle of points, `width` columns by `height` rows, each 1 to 52.

    A set of points is a string of `width * height` bits: the point in column c (from the left) and row r (from the
    top) is bit `r * width + c`.

    Raises:
        ValueError: a side is not a whole number from 1 to 52.

    >>> Grid(3, 2).size, bin(Grid(3, 2).everywhere)
    (6, '0b111111')
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if isinstance(side, bool) or not isinstance(side, int) or not 1 <= side <= LONGEST_SIDE:
                raise ValueError(
                    f"A board has sides of 1 to {LONGEST_SIDE} points; {self.width}x{self.height} is not such a board."
                )

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def size(self) -> int:
        """The number of points."""
        return self.width * self.height

    @cached_property
    def everywhere(self) -> int:
        """The set of all points."""
        return (1 << self.size) - 1

    @cached_property
    def not_last_column(self) -> int:
        """The points that have a neighbour to their right."""
        return self.everywhere & ~self.column(self.width - 1)

    @cached_property
    def not_first_column(self) -> int:
        """The points that have a neighbour to their left."""
        return self.everywhere & ~self.column(0)

    @cached_property
    def halves(self) -> tuple[int, int]:
        """Two halves of the grid: of any two points beside the same point, one of them holds one and not the other.

        In one, two of each four diagonals are taken that go up, and in the other two of each four that go down: of the
        neighbours of a point, two are on the diagonal before its own, and two on the one after.

        >>> [bin(half) for half in Grid(5, 1).halves]
        ['0b10011', '0b10011']
        """
        places = [(column, row) for row in range(self.height) for column in range(self.width)]
        return (
            sum(self.point(column, row) for column, row in places if (column + row) % 4 in (0, 1)),
            sum(self.point(column, row) for column, row in places if (column - row) % 4 in (0, 1)),
        )

    def point(self, column: int, row: int) -> int:
        """The set that holds one point, counted from the top left."""
        return 1 << (row * self.width + column)

    def column(self, number: int) -> int:
        """The points of one column, counted from the left."""
        return sum(self.point(number, row) for row in range(self.height))

    def place(self, point: int) -> tuple[int, int]:
        """The column and the row of a set that holds one point, both counted from the top left.

        >>> Grid(3, 2).place(Grid(3, 2).point(2, 1))
        (2, 1)
        """
        row, column = divmod(point.bit_length() - 1, self.width)
        return column, row


def points_of(points: int) -> Iterator[int]:
    """Each point of a set of points, as a set of one, from the top left.

    >>> list(points_of(0b1011))
    [1, 2, 8]
    """
    while points:
        point = points & -points
        yield point
        points ^= point


def boards_of(size: int) -> list[Grid]:
    """Every board of a size, the longest first; standing boards, which are lying ones turned, are left out.

    >>> [str(grid) for grid in boards_of(12)]
    ['12x1', '6x2', '4x3']
    """
    heights = (height for height in range(1, size + 1) if size % height == 0 and height * height <= size)
    return [Grid(size // height, height) for height in heights]


def boards_by_size(size: int) -> list[Grid]:
    """Every board of up to some number of points, the smallest first.

    >>> [str(grid) for grid in boards_by_size(4)]
    ['1x1', '2x1', '3x1', '4x1', '2x2']
    """
    return [grid for points in range(1, size + 1) for grid in boards_of(points)]


def squarest_first(size: int) -> list[Grid]:
    """The same, and of those of one size the squarest first.

    >>> [str(grid) for grid in squarest_first(4)]
    ['1x1', '2x1', '3x1', '2x2', '4x1']
    """
    return sorted(boards_by_size(size), key=lambda grid: (grid.size, grid.width))
