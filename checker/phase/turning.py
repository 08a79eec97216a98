"""The images of positions and events under the symmetries of a board, where the rules in force respect them.

A node stands for all of its images: of those, it is the one with the least code. A step tells by which symmetry what it
leads to becomes the node that stands for it, and a line keeps how it is turned so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Words
from .guards import Layout, Packed
from .many import Numbers
from .symmetry import Permutation, board_symmetries


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

    def alike(self, codes: Words, layout: Layout) -> Packed:
        """Which symmetries leave each code as it is, as one number: its bits tell them, by number.

        >>> Turning(Grid(2, 1), is_turned=True).alike(np.array([0b11, 0b01], dtype=np.uint64), (2,)).tolist()
        [3, 1]
        """
        found = np.zeros(len(codes), dtype=np.uint8)
        for symmetry in range(len(self.symmetries)):
            found |= np.uint8(1 << symmetry) * (self.turned(codes, layout, symmetry) == codes)
        return found

    @cached_property
    def images_in_orbits(self) -> Packed:
        """The place of an image, by which symmetries leave the first event of the orbit as it is, symmetry, and place.

        >>> Turning(Grid(2, 1), is_turned=True).images_in_orbits[[1, 3]].tolist()
        [[[0, 1], [1, 0]], [[0, 0], [0, 0]]]
        """
        every = range(len(self.symmetries))
        found = np.zeros((1 << len(every), len(every), len(every)), dtype=np.int8)
        for number in range(1, len(found)):
            leave_it = [symmetry for symmetry in every if number >> symmetry & 1]
            # What turns an image to be the first event undoes the symmetry, and then does what its original needs.
            turns = self.composed[self.inverse]
            found[number] = np.min(self.composed[turns][:, :, leave_it], axis=2)
        return found


def _turned(points: Words, symmetry: Permutation) -> Words:
    images = np.zeros_like(points)
    for place, image in enumerate(symmetry):
        images |= (points >> np.uint64(place) & np.uint64(1)) << np.uint64(image)
    return images
