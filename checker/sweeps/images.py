"""Where the rotations and reflections of a board, and the swap of colors, take its colorings, by their indices.

Many colorings are moved at a time: a table has the share of eight points in the index of the image, whatever their
colors are, and the shares add up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import add
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Words
from ..phase.symmetry import board_symmetries
from .sweep import COLORS_OF_A_POINT, TABLE_POINTS

Tables: TypeAlias = list[Words]

AS_THEY_ARE = (0, 1, 2)
SWAPPED = (0, 2, 1)

_DIGITS = [
    np.arange(COLORS_OF_A_POINT**TABLE_POINTS) // COLORS_OF_A_POINT**place % COLORS_OF_A_POINT
    for place in range(TABLE_POINTS)
]


def image_tables(points: Sequence[int], colors: Sequence[int] = AS_THEY_ARE) -> Tables:
    """The tables for `images`, by where each point is taken, and by what each color (0 empty, 1, 2) becomes."""
    become = np.array(colors, dtype=np.uint64)
    weights = [np.uint64(COLORS_OF_A_POINT**target) for target in points]
    starts = range(0, len(points), TABLE_POINTS)
    return [
        reduce(add, (become[digit] * weight for digit, weight in zip(_DIGITS, weights[start:], strict=False)))
        for start in starts
    ]


@lru_cache(16)
def turned_and_mirrored(grid: Grid) -> list[Tables]:
    """The tables of every rotation and reflection of a grid, the one that leaves it as it is among them."""
    return [image_tables(points) for points in board_symmetries(grid)]


def images(indices: Words, movements: Sequence[Tables]) -> Words:
    """The indices of the images of colorings, a row for each movement.

    >>> images(np.arange(9, dtype=np.uint64), [image_tables((0, 1)), image_tables((1, 0))]).tolist()
    [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 3, 6, 1, 4, 7, 2, 5, 8]]
    """
    digits = list(_eight_at_a_time(indices, len(movements[0])))
    return np.array(
        [reduce(add, (table[some] for table, some in zip(tables, digits, strict=True))) for tables in movements]
    )


def _eight_at_a_time(indices: Words, times: int) -> Iterator[Words]:
    for _ in range(times):
        indices, digits = np.divmod(indices, np.uint64(COLORS_OF_A_POINT**TABLE_POINTS))
        yield digits


def smallest_images(indices: Words, movements: Sequence[Tables]) -> Words:
    """The smallest index among the images of each coloring: that of the one that stands for them all."""
    smallest: Words = images(indices, movements).min(axis=0)
    return smallest


def representatives(indices: Words, movements: Sequence[Tables]) -> Words:
    """Those indices that are the smallest among their images.

    >>> representatives(np.arange(9, dtype=np.uint64), [image_tables((0, 1)), image_tables((1, 0))]).tolist()
    [0, 1, 2, 4, 5, 8]
    """
    chosen: Words = indices[smallest_images(indices, movements) == indices]
    return chosen


def all_images(indices: Words, movements: Sequence[Tables]) -> tuple[Words, npt.NDArray[Any]]:
    """Every image of some colorings, each once for each of them, and for each image of which one it is, by its place.

    >>> found, origins = all_images(np.array([1, 4], dtype=np.uint64), [image_tables((0, 1)), image_tables((1, 0))])
    >>> found.tolist(), origins.tolist()
    ([1, 4, 3], [0, 1, 0])
    """
    ordered = np.sort(images(indices, movements), axis=0)
    new = np.ones(ordered.shape, dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new], np.nonzero(new)[1]
