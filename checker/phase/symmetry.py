"""The symmetries of a game: rotations and reflections of the board, and the swap of colors.

The clauses of the documents are written over the algebra of point sets, which treats all points alike, and in terms of
a player and the opponent. So what holds of a game holds of its images; `lemma/symmetry` proves it of moves. A clause
that a rules author has written is a function that may treat points or colors differently, so under such rules nothing
is taken for an image of anything else.

This module only answers; each engine decides what it takes for one: the solver in `phases` and `tables_arrays`, graphs
in `turns`, games that are played side by side in `machine`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...interpreter.clauses_of_authors import names_mentioned
from ...spec.algebra import Coloring, Grid
from ...spec.algebra.arrays import Words
from ...spec.algebra.grid import points_of
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Agree, Move, Pass, Turn, Unblock
from .dependence import NOT_ASKED_WHEN_PLAYING, amended_clauses
from .many import AT_ONCE, Numbers, blocks, in_parallel

Permutation: TypeAlias = tuple[int, ...]
# There are hundreds of millions of these on large boards, so each is kept in as few bits as it needs.
Packed: TypeAlias = npt.NDArray[np.integer[Any]]

COLORS = frozenset({"BLACK", "WHITE"})
NOT_ASKED_OF_TURNS = (*NOT_ASKED_WHEN_PLAYING, Decision.START, Decision.SCORE, Decision.WINNER)


def respects_symmetry(rules: Rules) -> bool:
    """Whether all clauses that matter when playing are those of the document, whichever of them were dropped."""
    return not any(amended_clauses(rules))


def treats_colors_alike(rules: Rules) -> bool:
    """Whether no clause on turns and ends names one of the colors alone, as the last turn of White does under AGA.

    >>> treats_colors_alike(Rules()), treats_colors_alike(Rules(document="aga"))
    (True, False)
    """
    asked = (clause for clause in rules.in_force if clause.decides not in NOT_ASKED_OF_TURNS)
    named = (names_mentioned([clause.function]) & COLORS for clause in asked)
    return respects_symmetry(rules) and all(len(colors) != 1 for colors in named)


def refuse_on_arrays(rules: Rules, *decisions: Decision) -> None:
    """Raise a ValueError if a clause on some decisions is one that a rules author has replaced or added."""
    for clause in amended_clauses(rules):
        if clause.decides in decisions:
            raise Refusal(
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
        for oriented in turned
        for flipped in (oriented, oriented[::-1], oriented[:, ::-1], oriented[::-1, ::-1])
    }
    return sorted(images)


def symmetries(grid: Grid) -> tuple[Permutation, ...]:
    """The symmetries of a grid, other than leaving it as it is.

    >>> [len(symmetries(Grid(width, 2))) for width in (2, 3)]
    [7, 3]
    """
    _itself, *others = board_symmetries(grid)
    return tuple(others)


def symmetries_keeping(c: Coloring[int]) -> tuple[Permutation, ...]:
    """The symmetries of the grid of a coloring, other than leaving it as it is, that keep the colors of all points.

    >>> from superko.spec.algebra.integers import integer_board
    >>> len(symmetries_keeping(Coloring(integer_board(3, 1), black=0b010, white=0b000)))
    1
    """
    every = symmetries(c.board.grid)
    return tuple(each for each in every if all(image_of(points, each) == points for points in (c.black, c.white)))


def image_of(points: int, symmetry: Permutation) -> int:
    """Where a symmetry takes a set of points."""
    return sum(1 << symmetry[point.bit_length() - 1] for point in points_of(points))


def image_of_turn(turn: Turn, symmetry: Permutation) -> Turn:
    """Where a symmetry takes a turn."""
    match turn:
        case Pass() | Agree():
            return turn
        case Move(point):
            return Move(image_of(point, symmetry))
        case Unblock(point):
            return Unblock(image_of(point, symmetry))


def up_to_symmetry(
    turns: Iterable[Turn], position_symmetries: Sequence[Permutation]
) -> Iterator[tuple[Turn, int, tuple[Permutation, ...]]]:
    """One of each set of turns that are images of each other, how many those are, and the symmetries that keep it."""
    seen: set[Turn] = set()
    for turn in turns:
        if turn not in seen:
            images = {image_of_turn(turn, symmetry) for symmetry in position_symmetries} | {turn}
            seen |= images
            yield (
                turn,
                len(images),
                tuple(symmetry for symmetry in position_symmetries if image_of_turn(turn, symmetry) == turn),
            )


class Part(Enum):
    """What a part of a code holds."""

    COLORING = "the black points, then the white ones"
    POINTS = "a set of points"
    COLOR = "a color: 0 for Black, 1 for White"
    NUMBER = "a number that is the same for all images, such as a condition"


class CodeField(NamedTuple):
    """A part of a code, and how many bits it has."""

    part: Part
    bits: int


Layout: TypeAlias = tuple[CodeField, ...]

LOOKED_UP_AT_ONCE = 16
SEVERAL = -1
# What codes tell, from their lowest bits on, whose least image can be had by the highest points that they tell.
TOLD_BY_HIGHEST_POINTS = (
    (Part.COLORING,),
    (Part.COLORING, Part.COLOR),
    (Part.COLOR, Part.COLORING, Part.COLOR),
    (Part.COLORING, Part.POINTS, Part.COLOR),
)


class CodeSymmetries:
    """The symmetries of a board, each with and without the swap of colors, by number, and the images of codes.

    A code is a number that holds one thing after the other, from its lowest bits on, as a layout says. The first
    symmetry changes nothing. Each one in the second half does to points what the one in its place in the first half
    does, and swaps the colors.
    """

    def __init__(self, grid: Grid, turned: bool = True, swapped: bool = True) -> None:
        self.grid = grid
        self.permutations = tuple(board_symmetries(grid))[: None if turned else 1]
        self.swapped = swapped
        self._white = np.uint64(grid.size)
        self._sets = ImagesOfSets(self.permutations)

    def __len__(self) -> int:
        return len(self.permutations) * (1 + self.swapped)

    def swaps(self, symmetry: int) -> bool:
        """Whether a symmetry swaps the colors."""
        return symmetry >= len(self.permutations)

    @property
    def place_bits(self) -> int:
        """How many bits a place in an orbit has, as there are 1, 2, 4, 8 or 16 symmetries.

        >>> CodeSymmetries(Grid(2, 1)).place_bits
        2
        """
        return len(self).bit_length() - 1

    @cached_property
    def inverse(self) -> Numbers:
        """For each symmetry, the one that undoes it.

        >>> CodeSymmetries(Grid(2, 1)).inverse.tolist()
        [0, 1, 2, 3]
        """
        return np.array(
            [self._number(np.argsort(self._points(symmetry)), self.swaps(symmetry)) for symmetry in range(len(self))]
        )

    @cached_property
    def composed(self) -> Numbers:
        """For each two symmetries, the one that does what they do, one after the other.

        >>> CodeSymmetries(Grid(2, 1), swapped=False).composed.tolist()
        [[0, 1], [1, 0]]
        """
        every, points = range(len(self)), [np.array(self._points(symmetry)) for symmetry in range(len(self))]
        return np.array(
            [
                [self._number(points[then][points[first]], self.swaps(first) != self.swaps(then)) for then in every]
                for first in every
            ]
        )

    def _points(self, symmetry: int) -> Permutation:
        return self.permutations[symmetry % len(self.permutations)]

    def _number(self, points: Sequence[int] | Numbers, swapped: bool) -> int:
        place = self.permutations.index(tuple(int(point) for point in points))
        return place + len(self.permutations) * swapped

    def image(self, codes: Words, layout: Layout, symmetry: int | Packed) -> Words:
        """The images of codes, by one symmetry or by one for each.

        >>> symmetries, layout = CodeSymmetries(Grid(3, 1)), (CodeField(Part.COLORING, 6), CodeField(Part.NUMBER, 1))
        >>> [bin(symmetries.image(np.array([0b1_000_001], np.uint64), layout, number)[0]) for number in range(4)]
        ['0b1000001', '0b1000100', '0b1001000', '0b1100000']
        """
        permutation, swaps = symmetry % len(self.permutations), symmetry >= len(self.permutations)
        moved = self._moved(codes, layout, permutation)
        return np.where(swaps, self._with_colors_swapped(moved, layout), moved) if np.any(swaps) else moved

    def _moved(self, codes: Words, layout: Layout, permutation: int | Packed) -> Words:

        def moved(part: Part, value: Words) -> Words:
            if part is Part.COLORING:
                black, white = value & np.uint64(self.grid.everywhere), value >> self._white
                return self._sets.images(black, permutation) | self._sets.images(white, permutation) << self._white
            return self._sets.images(value, permutation) if part is Part.POINTS else value

        return codes if np.ndim(permutation) == 0 and permutation == 0 else _part_by_part(codes, layout, moved)

    def _with_colors_swapped(self, codes: Words, layout: Layout) -> Words:

        def swapped(part: Part, value: Words) -> Words:
            if part is Part.COLORING:
                return value >> self._white | (value & np.uint64(self.grid.everywhere)) << self._white
            return value ^ np.uint64(1) if part is Part.COLOR else value

        return _part_by_part(codes, layout, swapped)

    def images(self, codes: Words, layout: Layout) -> list[Words]:
        """For each symmetry, the images of all codes; a code that equals its image comes more than once."""
        moved = [self._moved(codes, layout, permutation) for permutation in range(len(self.permutations))]
        return [*moved, *(self._with_colors_swapped(image, layout) for image in moved if self.swapped)]

    def canonical(self, codes: Words, layout: Layout) -> tuple[Words, Packed]:
        """The least images of codes, and the first symmetry by which each is one.

        >>> symmetries, layout = CodeSymmetries(Grid(2, 1)), (CodeField(Part.COLORING, 4),)
        >>> codes, by = symmetries.canonical(np.array([0b10, 0b01, 0b0100], dtype=np.uint64), layout)
        >>> codes.tolist(), by.tolist()
        ([1, 1, 1], [1, 0, 2])
        """
        if len(self) == 1:
            return codes, np.zeros(len(codes), dtype=np.int8)
        if len(codes) <= AT_ONCE:
            return self._canonical(codes, layout)
        of_blocks = in_parallel(lambda block: self._canonical(codes[block], layout), blocks(len(codes)))
        least, by = (np.concatenate(parts) for parts in zip(*of_blocks, strict=True))
        return least, by

    def _canonical(self, codes: Words, layout: Layout) -> tuple[Words, Packed]:
        by = self._by_highest_points(codes, layout)
        least, several = self.image(codes, layout, by), np.flatnonzero(by == SEVERAL)
        # Of the others, all images are looked at.
        few, every = codes[several], np.arange(len(self))
        images = self.image(np.tile(few, len(self)), layout, np.repeat(every, len(few))).reshape(len(self), -1)
        by[several] = images.argmin(axis=0)
        least[several] = images.min(axis=0)
        return least, by

    def _by_highest_points(self, codes: Words, layout: Layout) -> Packed:
        """The one symmetry by which each code has its least image, if the highest points that it holds say so.

        Those are the points of a set beside the coloring, if there are any, and else the white points of the image.
        """
        if tuple(part for part, _ in layout if part is not Part.NUMBER) not in TOLD_BY_HIGHEST_POINTS:
            return np.full(len(codes), SEVERAL, dtype=np.int8)
        # Of two colors it is the higher one that counts.
        value = dict(_parts_of(codes, layout))
        black, white = value[Part.COLORING] & np.uint64(self.grid.everywhere), value[Part.COLORING] >> self._white
        swaps, is_known = np.zeros(len(codes), dtype=np.bool_), np.ones(len(codes), dtype=np.bool_)
        if self.swapped and Part.COLOR in value:
            swaps = value[Part.COLOR] != 0
        elif self.swapped:
            least_black, least_white = (self._sets.least_and_only[0][stones] for stones in (black, white))
            swaps, is_known = least_black < least_white, least_black != least_white
        highest = np.where(swaps, black, white)
        if Part.POINTS in value:
            highest = np.where(value[Part.POINTS] != 0, value[Part.POINTS], highest)
        only = self._sets.least_and_only[1][highest]
        by = only + swaps * np.int8(len(self.permutations))
        return np.where(is_known & (only != SEVERAL), by, np.int8(SEVERAL))

    def least(self, codes: Words, layout: Layout) -> Words:
        """The least images of codes."""
        return self.canonical(codes, layout)[0]

    def keeping(self, codes: Words, layout: Layout) -> Packed:
        """Which symmetries leave each code as it is, as one number, with a bit for each.

        >>> symmetries, layout = CodeSymmetries(Grid(2, 1), swapped=False), (CodeField(Part.POINTS, 2),)
        >>> symmetries.keeping(np.array([0b11, 0b01], dtype=np.uint64), layout).tolist()
        [3, 1]
        """
        kept = np.zeros(len(codes), dtype=np.uint16)
        for symmetry, image in enumerate(self.images(codes, layout)):
            kept |= np.uint16(1 << symmetry) * (image == codes)
        return kept

    def orbit_sizes(self, codes: Words, layout: Layout) -> Numbers:
        """How many different images each code has, itself included."""
        sizes, several = np.full(len(codes), len(self)), np.arange(len(codes))
        if len(self) > 1:
            # Where one symmetry alone leads to the least image, no other leaves the code as it is.
            several = np.flatnonzero(self._by_highest_points(codes, layout) == SEVERAL)
        equal = np.zeros(len(several), dtype=np.int64)
        for image in self.images(codes[several], layout):
            equal += image == codes[several]
        sizes[several] //= equal
        return sizes

    def places_in_orbits(self, kept: Packed) -> Packed:
        """The place of the image of an event, by what keeps the first event of its orbit, symmetry, and place.

        An event's place in its orbit is the first symmetry that turns it to be the first event there. Sets of
        symmetries that keep first events are given as numbers.

        >>> CodeSymmetries(Grid(2, 1), swapped=False).places_in_orbits(np.array([1, 3])).tolist()
        [[[0, 1], [1, 0]], [[0, 0], [0, 0]]]
        """
        every = range(len(self))
        places = np.zeros((len(kept), len(every), len(every)), dtype=np.int8)
        # What turns an image to be the first event undoes the symmetry, and then does what its original needs.
        turns = self.composed[self.inverse]
        for number, keepers in enumerate(kept.tolist()):
            keep_it = [symmetry for symmetry in every if keepers >> symmetry & 1]
            places[number] = np.min(self.composed[turns][:, :, keep_it], axis=2)
        return places


def _parts_of(codes: Words, layout: Layout) -> Iterator[tuple[Part, Words]]:
    shift = 0
    for part, bits in layout:
        yield part, codes >> np.uint64(shift) & np.uint64((1 << bits) - 1)
        shift += bits


def _part_by_part(codes: Words, layout: Layout, change: Callable[[Part, Words], Words]) -> Words:
    changed, shift = np.zeros_like(codes), 0
    for (part, value), (_, bits) in zip(_parts_of(codes, layout), layout, strict=True):
        changed |= change(part, value) << np.uint64(shift)
        shift += bits
    return changed


class ImagesOfSets:
    """The images of sets of points, looked up for some points at once, by where each symmetry takes each point."""

    def __init__(self, permutations: Sequence[Permutation]) -> None:
        self._number = len(permutations)
        self._size = len(permutations[0])
        self._tables = [
            np.stack([_images_of_some(permutation[first : first + LOOKED_UP_AT_ONCE]) for permutation in permutations])
            for first in range(0, self._size, LOOKED_UP_AT_ONCE)
        ]

    def images(self, points: Words, permutation: int | Packed) -> Words:
        """The images of sets by one symmetry, or by one for each.

        >>> ImagesOfSets([(0, 1, 2), (2, 1, 0)]).images(np.array([1, 2, 3], dtype=np.uint64), 1).tolist()
        [4, 2, 6]
        """
        image = np.zeros_like(points)
        for number, table in enumerate(self._tables):
            few = points >> np.uint64(number * LOOKED_UP_AT_ONCE) & np.uint64(table.shape[1] - 1)
            image |= table[permutation, few]
        return image

    @cached_property
    def least_and_only(self) -> tuple[Words, Packed]:
        """The least image of each set of points, and the one symmetry by which it has it; `SEVERAL`, if there are more.

        >>> ImagesOfSets([(0, 1, 2), (2, 1, 0)]).least_and_only[1].tolist()
        [-1, 0, -1, 0, 1, -1, 1, -1]
        """
        least = np.arange(1 << self._size, dtype=np.uint64)
        only, sets = np.zeros(len(least), dtype=np.int8), least
        for permutation in range(1, self._number):
            image = self.images(sets, permutation)
            only[image == least] = SEVERAL
            only[image < least] = permutation
            least = np.minimum(image, least)
        return least, only


def _images_of_some(targets: Permutation) -> Words:
    """The images of all sets of some points, given where those are taken."""
    points = np.arange(1 << len(targets), dtype=np.uint64)
    images = np.zeros(len(points), dtype=np.uint64)
    for number, target in enumerate(targets):
        images |= (points >> np.uint64(number) & np.uint64(1)) << np.uint64(target)
    return images
