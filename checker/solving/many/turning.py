"""The images of positions and events under the symmetries of a board, where the rules in force respect them.

A node stands for all of its images: of those, it is the one with the least code. A step tells by which symmetry what it
leads to becomes the node that stands for it, and a line keeps how it is turned so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from ....spec.algebra import Grid
from ....spec.algebra.arrays import Words
from ...model.many import Numbers, distinct
from ...model.symmetry import Permutation, board_symmetries
from .trees import Layout, Packed


class Turning:
    """Some symmetries of a board that can be undone by one of them, by number; the first turns nothing.

    Args:
        grid: the board.
        is_turned: whether all symmetries of the board are meant, or only the one that turns nothing.
    """

    def __init__(self, grid: Grid, is_turned: bool) -> None:
        self.grid = grid
        itself = tuple(range(grid.size))
        every = sorted(board_symmetries(grid), key=lambda symmetry: symmetry != itself)
        # A set of points on a board of one point is told in one bit, as a condition is.
        self.symmetries: tuple[Permutation, ...] = tuple(every) if is_turned and grid.size > 1 else (itself,)

    @cached_property
    def inverse(self) -> Numbers:
        """For each symmetry, the one that undoes it.

        >>> Turning(Grid(2, 1), is_turned=True).inverse.tolist()
        [0, 1]
        """
        return np.array([self._number(np.argsort(symmetry)) for symmetry in self.symmetries])

    @cached_property
    def composed(self) -> Numbers:
        """For each two symmetries, the one that does what they do, one after the other.

        >>> Turning(Grid(2, 1), is_turned=True).composed.tolist()
        [[0, 1], [1, 0]]
        """
        return np.array(
            [[self._number(np.array(then)[list(first)]) for then in self.symmetries] for first in self.symmetries]
        )

    def _number(self, images: Sequence[int] | Numbers) -> int:
        return self.symmetries.index(tuple(int(image) for image in images))

    @cached_property
    def _images(self) -> list[Words]:
        """For each symmetry, the image of each set of points."""
        sets = np.arange(1 << self.grid.size, dtype=np.uint64)
        return [_turned(sets, symmetry) for symmetry in self.symmetries]

    def turned(self, codes: Words, layout: Layout, symmetry: int) -> Words:
        """The images of codes, given in how many bits each of their parts is told: a set of points, or less.

        >>> turning = Turning(Grid(3, 1), is_turned=True)
        >>> turning.turned(np.array([0b1_001], dtype=np.uint64), (3, 1), 1).tolist() == [0b1_100]
        True
        """
        found, shift = np.zeros_like(codes), 0
        for bits in layout:
            part = codes >> np.uint64(shift) & np.uint64((1 << bits) - 1)
            image = self._images[symmetry][part] if bits == self.grid.size and symmetry else part
            found |= image << np.uint64(shift)
            shift += bits
        return found

    def canonical(self, codes: Words, layout: Layout) -> tuple[Words, Packed]:
        """The least images of codes, and by which symmetry each is one.

        >>> codes, by = Turning(Grid(2, 1), is_turned=True).canonical(np.array([0b10, 0b01], dtype=np.uint64), (2,))
        >>> codes.tolist(), by.tolist()
        ([1, 1], [1, 0])
        """
        least, by = codes, np.zeros(len(codes), dtype=np.int8)
        for symmetry in range(1, len(self.symmetries)):
            images = self.turned(codes, layout, symmetry)
            is_less = images < least
            least = np.where(is_less, images, least)
            by[is_less] = symmetry
        return least, by

    def with_images(self, codes: Words, layout: Layout) -> Words:
        """The codes of events and of all their images, each once and in order."""
        least = distinct(self.canonical(codes, layout)[0])
        images = [self.turned(least, layout, symmetry) for symmetry in range(len(self.symmetries))]
        return distinct(np.concatenate(images))

    def images(self, codes: Words, layout: Layout) -> Packed:
        """For each symmetry, which one of some codes is the image of each of them.

        Args:
            codes: in order, with all of their images.
            layout: in how many bits each of their parts is told.
        """
        found = np.empty((len(self.symmetries), len(codes)), dtype=np.int32)
        for symmetry, places in enumerate(found):
            # In order, the images are the codes themselves.
            places[np.argsort(self.turned(codes, layout, symmetry))] = np.arange(len(codes))
        return found


def _turned(points: Words, symmetry: Permutation) -> Words:
    images = np.zeros_like(points)
    for place, image in enumerate(symmetry):
        images |= (points >> np.uint64(place) & np.uint64(1)) << np.uint64(image)
    return images
