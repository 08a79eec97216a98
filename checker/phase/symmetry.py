"""The symmetries of a board: its rotations and reflections, and what they make of points, turns and colorings.

The clauses of the documents are written over the algebra of point sets, which treats all points alike, so what holds of
a game holds of its images; `lemma/symmetry` proves it of moves. A clause that a rules author has written is a function
that may tell points or colors apart, so under such rules nothing is taken for an image of anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from ...spec.algebra import Coloring, Grid
from ...spec.algebra.grid import points_of
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Turn, Unblock
from .dependence import amended_clauses

Symmetry: TypeAlias = dict[int, int]
Permutation: TypeAlias = tuple[int, ...]


def respects_symmetry(rules: Rules) -> bool:
    """Whether all clauses that matter when playing are those of the document, whichever of them were dropped."""
    return not any(amended_clauses(rules))


def refuse_on_arrays(rules: Rules, *decisions: Decision) -> None:
    """Raise a ValueError if a clause on some decisions is one that a rules author has replaced or added."""
    for clause in amended_clauses(rules):
        if clause.decides in decisions:
            raise ValueError(
                f"Here many positions are looked at at once, and the amended clause {clause.name} is a function of one."
            )


def board_symmetries(grid: Grid) -> list[Permutation]:
    """Where each rotation and reflection of a grid takes each point, counted from the top left.

    >>> board_symmetries(Grid(3, 1))
    [(0, 1, 2), (2, 1, 0)]
    """
    points = np.arange(grid.size).reshape(grid.height, grid.width)
    turned = [points, points.T] if grid.width == grid.height else [points]
    images = {
        tuple(map(int, flipped.ravel()))
        for each in turned
        for flipped in (each, each[::-1], each[:, ::-1], each[::-1, ::-1])
    }
    return sorted(images)


def symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    """The symmetries of a grid, other than leaving it as it is: the image of each point.

    >>> [len(symmetries(Grid(width, 2))) for width in (2, 3)]
    [7, 3]
    """
    itself = tuple(range(grid.size))
    return tuple(
        {1 << place: 1 << image for place, image in enumerate(images)}
        for images in board_symmetries(grid)
        if images != itself
    )


def symmetries_keeping(c: Coloring[int]) -> tuple[Symmetry, ...]:
    """The symmetries of the grid of a coloring, other than leaving it as it is, that keep the colors of all points.

    >>> from superko.spec.algebra.integers import integer_board
    >>> len(symmetries_keeping(Coloring(integer_board(3, 1), black=0b010, white=0b000)))
    1
    """

    def keeps(symmetry: Symmetry, points: int) -> bool:
        return image_of(points, symmetry) == points

    return tuple(some for some in symmetries(c.board.grid) if keeps(some, c.black) and keeps(some, c.white))


def image_of(points: int, symmetry: Symmetry) -> int:
    """Where a symmetry takes a set of points."""
    return sum(symmetry[point] for point in points_of(points))


def image_of_turn(turn: Turn, symmetry: Symmetry) -> Turn:
    """Where a symmetry takes a turn."""
    match turn:
        case Pass():
            return turn
        case Move(point):
            return Move(symmetry[point])
        case Unblock(point):
            return Unblock(symmetry[point])


def up_to_symmetry(turns: Iterable[Turn], some: Sequence[Symmetry]) -> Iterator[tuple[Turn, int, tuple[Symmetry, ...]]]:
    """One of each set of turns that are images of each other, how many those are, and the symmetries that keep it."""
    seen: set[Turn] = set()
    for turn in turns:
        if turn not in seen:
            images = {image_of_turn(turn, symmetry) for symmetry in some} | {turn}
            seen |= images
            yield turn, len(images), tuple(symmetry for symmetry in some if image_of_turn(turn, symmetry) == turn)
