"""Why reflections of a grid are symmetries: they keep neighbours, on every grid, and as clauses read small ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import z3

from ...spec.algebra import Grid
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from .any_board import follows
from .queries import Kind
from .symmetries import Reflection


def keeps_neighbours(reflection: Reflection, grid: Grid) -> bool:
    """Whether a reflection of a grid takes the neighbours of each point to those of its image; and twice, to itself.

    >>> from superko.checker.proofs.symmetries import LEFT_RIGHT, TRANSPOSED
    >>> keeps_neighbours(LEFT_RIGHT, Grid(3, 2)), keeps_neighbours(TRANSPOSED, Grid(3, 2))
    (True, False)
    """
    board = integer_board(grid.width, grid.height)
    image = partial(reflection.of_points, board)
    return all(
        image(board.neighbours(point)) == board.neighbours(image(point)) and image(image(point)) == point
        for point in points_of(grid.everywhere)
    )


@dataclass(frozen=True)
class UnknownSides:
    """The sides of a grid that may be of any size.

    Attributes:
        width: the number of columns, as a z3 integer.
        height: the number of rows, as a z3 integer.
    """

    width: Any
    height: Any

    def hold(self, column: Any, row: Any) -> Any:
        """Whether a place is on the grid."""
        return z3.And(column >= 0, column < self.width, row >= 0, row < self.height)


def one_step_apart(some: tuple[Any, Any], other: tuple[Any, Any]) -> Any:
    """Whether one step up, down, left or right leads from one place to another."""
    steps = (z3.Abs(one - two) for one, two in zip(some, other, strict=True))
    return z3.Sum(*steps) == 1


def keeps_neighbours_on_every_grid(reflection: Reflection) -> bool:
    """Whether z3 proves of every grid that a reflection keeps places on it, keeps neighbours, and undoes itself.

    >>> from superko.checker.proofs.symmetries import TRANSPOSED
    >>> keeps_neighbours_on_every_grid(TRANSPOSED)
    True
    """
    sides = UnknownSides(*z3.Ints("width height"))
    some, other = z3.Ints("column row"), z3.Ints("other-column other-row")
    image, other_image = (reflection.place(sides, *place) for place in (some, other))
    again = reflection.place(sides, *image)
    undone = z3.And(again[0] == some[0], again[1] == some[1])
    kept = one_step_apart(image, other_image) == one_step_apart(some, other)
    given = [sides.hold(*some), sides.hold(*other)]
    if reflection.of_squares:
        given.append(sides.width == sides.height)
    return follows(z3.And(sides.hold(*image), undone, kept), *given, step=reflection.name, kind=Kind.GRIDS)
