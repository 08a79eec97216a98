"""Counting the legal positions of a board, outline by outline: on 5x5, a sixteenth of 847,288,609,443 colorings.

The outline of a coloring is what stands on the points at the edge of the board. Where a rotation or a reflection takes
one outline to another, or a swap of colors does, as many colorings are legal with the one as with the other, since the
points within are taken to each other as well. So one outline of each kind is looked at, with everything that can stand
within it. On 3x3, the outlines are the rings

    X . O     and     O . X
    . + .             . + .
    O . .             . . O

of which the second is the image of the first; whatever stands in the middle, they are legal together or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from ...spec.algebra import Coloring, Grid
from ...spec.algebra.arrays import ArrayBoard, Words
from ...spec.rules import Refusal, Rules
from ..phase.symmetry import board_symmetries
from .run import Sweep
from .summaries import Summary
from .sweep import AS_THEY_ARE, COLORS_OF_A_POINT, SWAPPED, Tables, image_tables, images, legal_flags

_, BLACK_DIGIT, WHITE_DIGIT = range(COLORS_OF_A_POINT)
MOST_POINTS_WITHIN = 12


@dataclass(frozen=True)
class LegalPositions(Sweep):
    """A sweep that only counts the legal positions; what it covers are outlines, by their indices.

    Raises:
        ValueError: more than 12 points lie within the outline, so that what can stand there would take too long.

    >>> sweep = LegalPositions(Grid(3, 3))
    >>> sweep.colorings, sweep.summary(0, sweep.colorings).positions
    (6561, 12675)
    """

    scorings: tuple[Rules, ...] = ()
    what: ClassVar[str] = "outlines"

    def __post_init__(self) -> None:
        within = self.grid.size - len(outline(self.grid))
        if within > MOST_POINTS_WITHIN:
            raise Refusal(
                f"Legal positions are counted for boards with up to {MOST_POINTS_WITHIN} points that are not at the "
                f"edge, such as 6x5; {self.grid} has {within}."
            )

    @property
    def colorings(self) -> int:
        """How many outlines there are to cover."""
        return int(COLORS_OF_A_POINT ** len(outline(self.grid)))

    def movements(self) -> list[Tables]:
        """What takes outlines to outlines: rotations and reflections, each with the colors as they are and swapped."""
        places = {point: place for place, point in enumerate(outline(self.grid))}
        turned = [[places[image[point]] for point in places] for image in board_symmetries(self.grid)]
        return [image_tables(points, colors) for points in turned for colors in (AS_THEY_ARE, SWAPPED)]

    def summary(self, start: int, stop: int) -> Summary:
        """How many legal positions have an outline of this range that stands for its images, or one of those images."""
        every = np.arange(start, stop, dtype=np.uint64)
        sorted_images = np.sort(images(every, self.movements()), axis=0)
        standing = sorted_images[0] == every
        alike = 1 + (sorted_images[1:, standing] != sorted_images[:-1, standing]).sum(axis=0)
        outlines = colorings_of(self.grid, outline(self.grid), every[standing])
        counted = zip(outlines.black, outlines.white, alike, strict=True)
        return Summary(sum(legal_within(self, black, white) * int(times) for black, white, times in counted))


def outline(grid: Grid) -> tuple[int, ...]:
    """The points at the edge of a board, counted from the top left.

    >>> outline(Grid(3, 3))
    (0, 1, 2, 3, 5, 6, 7, 8)
    """
    sides = (0, grid.width - 1), (0, grid.height - 1)
    return tuple(
        point for point in range(grid.size) if point % grid.width in sides[0] or point // grid.width in sides[1]
    )


def legal_within(sweep: Sweep, black: np.uint64, white: np.uint64) -> int:
    """How many legal colorings have these stones at the edge, and any whatever within."""
    within = everything_within(sweep.grid)
    every = Coloring(within.board, within.black | black, within.white | white)
    return int(np.count_nonzero(legal_flags(every)))


@lru_cache(4)
def everything_within(grid: Grid) -> Coloring[Words]:
    """Every coloring of a board that is empty at the edge."""
    within = tuple(sorted(set(range(grid.size)) - set(outline(grid))))
    return colorings_of(grid, within, np.arange(COLORS_OF_A_POINT ** len(within), dtype=np.uint64))


def colorings_of(grid: Grid, points: tuple[int, ...], indices: Words) -> Coloring[Words]:
    """The colorings of some points of a board with these indices, all others empty.

    >>> c = colorings_of(Grid(3, 1), (0, 2), np.array([1, 6], dtype=np.uint64))
    >>> c.black.tolist(), c.white.tolist()
    ([1, 0], [0, 4])
    """
    black, white = np.zeros_like(indices), np.zeros_like(indices)
    for point in points:
        indices, color = np.divmod(indices, np.uint64(COLORS_OF_A_POINT))
        black |= (color == BLACK_DIGIT).astype(np.uint64) << np.uint64(point)
        white |= (color == WHITE_DIGIT).astype(np.uint64) << np.uint64(point)
    return Coloring(ArrayBoard(grid), black, white)
