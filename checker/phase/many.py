"""Some of many: of the colorings, positions and moves that arrays hold, and each point of many sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Coloring, Condition, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.integers import integer_board
from ...spec.vocabulary import Play, Position
from ..evidence.workers import processors

Numbers: TypeAlias = npt.NDArray[np.int64]
Sortable = TypeVar("Sortable", bound=npt.NDArray[Any])
Item = TypeVar("Item")
Result = TypeVar("Result")

# Codes are few beside others if they are at most one in this number.
FEW = 8
# Arrays of this length fit into the memory that is next to a processor.
AT_ONCE = 1 << 16


def in_parallel(function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """The result of a function for each of some things, in order, by threads on all processors.

    Threads go on side by side while numpy works on long arrays.

    >>> in_parallel(len, ["a", "bc"])
    [1, 2]
    """
    given = [*items]
    if not given[1:]:
        return [*map(function, given)]
    with ThreadPoolExecutor(processors()) as pool:
        return list(pool.map(function, given))


def blocks(number: int, size: int = AT_ONCE) -> Iterator[slice]:
    """The places of a number of things, block by block.

    >>> list(blocks(5, 3))
    [slice(0, 3, None), slice(3, 6, None)]
    """
    return (slice(begin, begin + size) for begin in range(0, number, size))


def colorings_at(c: Coloring[Words], indices: Numbers) -> Coloring[Words]:
    """Some of the colorings of an array."""
    return Coloring(c.board, c.black[indices], c.white[indices])


def positions_at(position: Position[Words], indices: Numbers) -> Position[Words]:
    """Some of the positions of an array."""
    return replace(position, coloring=colorings_at(position.coloring, indices), marks=_at(position.marks, indices))


def plays_at(play: Play[Words], indices: Numbers) -> Play[Words]:
    """Some of the moves of an array."""
    return Play(
        play.player,
        _at(play.point, indices),
        colorings_at(play.before, indices),
        colorings_at(play.after, indices),
        play.captured[indices],
        play.self_captured[indices],
    )


def _at(sets: Any, indices: Numbers) -> Any:
    """Some of the sets of an array; or the one set that stands for all."""
    return sets[indices] if np.ndim(sets) else sets


def distinct(codes: Sortable) -> Sortable:
    """Each of some codes, or numbers, once, in order.

    numpy's own `unique` looks codes up by a hash, takes far longer where they differ in few bits, and imports
    `numpy.ma`.

    >>> distinct(np.array([3, 1, 3], dtype=np.uint64)).tolist()
    [1, 3]
    """
    in_order: Any = np.sort(codes)
    is_first = np.ones(len(codes), dtype=np.bool_)
    np.not_equal(in_order[1:], in_order[:-1], out=is_first[1:])
    once: Sortable = in_order[is_first]
    return once


def distinct_with_places(codes: Words) -> tuple[Words, Numbers]:
    """Each of some codes once, in order, and the place of each code among those.

    >>> [some.tolist() for some in distinct_with_places(np.array([3, 1, 3], dtype=np.uint64))]
    [[1, 3], [1, 0, 1]]
    """
    # Codes are sorted with their places in the last bits, if there is room: that takes less time than `argsort`.
    bits = np.uint64(len(codes).bit_length())
    if int(codes.max(initial=0)) >> int(np.uint64(64) - bits):
        order = np.argsort(codes)
        in_order = codes[order]
    else:
        both = np.sort(codes << bits | np.arange(len(codes), dtype=np.uint64))
        in_order, order = both >> bits, (both & ((np.uint64(1) << bits) - np.uint64(1))).view(np.int64)
    is_first = np.ones(len(codes), dtype=np.bool_)
    np.not_equal(in_order[1:], in_order[:-1], out=is_first[1:])
    places = np.empty(len(codes), dtype=np.int64)
    places[order] = np.cumsum(is_first) - 1
    return in_order[is_first], places


class _Numbered(NamedTuple):
    """Codes in order, each with its number."""

    codes: Words
    numbers: npt.NDArray[np.int32]

    def known(self, codes: Words) -> Any:
        """The number of each code, or -1."""
        if not len(self.codes):
            return np.full(len(codes), -1, dtype=np.int32)
        places = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        return np.where(self.codes[places] == codes, self.numbers[places], np.int32(-1))

    def merged(self, other: _Numbered) -> _Numbered:
        """These codes and others."""
        places = np.searchsorted(self.codes, other.codes)
        return _Numbered(np.insert(self.codes, places, other.codes), np.insert(self.numbers, places, other.numbers))


_NONE_NUMBERED = _Numbered(np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.int32))


class CodeIndex:
    """Numbers for codes in the order in which they are met; those that are met at once, by size.

    Those that were met last are kept apart as long as they are few, as it takes long to put codes among many.

    >>> numbers = CodeIndex()
    >>> numbers.meet(np.array([5, 3, 5], dtype=np.uint64)).tolist()
    [1, 0, 1]
    >>> numbers.meet(np.array([4, 3], dtype=np.uint64)).tolist()
    [2, 0]
    >>> numbers.known(np.array([4, 7], dtype=np.uint64)).tolist(), numbers.codes.tolist()
    ([2, -1], [3, 5, 4])
    """

    def __init__(self) -> None:
        self._early = self._late = _NONE_NUMBERED

    def __len__(self) -> int:
        return len(self._early.codes) + len(self._late.codes)

    @property
    def codes(self) -> Words:
        """The codes, by number, if those are all from 0 on."""
        codes = np.empty(len(self), dtype=np.uint64)
        for in_order, numbers in (self._early, self._late):
            codes[numbers] = in_order
        return codes

    def meet(self, codes: Words) -> Numbers:
        """The number of each code; those that are met for the first time get the next ones."""
        few, places = distinct_with_places(codes)
        self.add(self.not_met(few), len(self))
        return self.known(few)[places]

    def not_met(self, codes: Words) -> Words:
        """The codes that have no number yet."""
        return codes[self.known(codes) < 0]

    def add(self, new: Words, first: int) -> None:
        """Give numbers, from a first one on, to codes that have none, and are in order."""
        numbers = np.arange(first, first + len(new), dtype=np.int32)
        self._late = self._late.merged(_Numbered(new, numbers))
        if len(self._late.codes) * FEW > len(self._early.codes):
            self._early, self._late = self._early.merged(self._late), _NONE_NUMBERED

    def known(self, codes: Words) -> Numbers:
        """The number of each code, or -1; they are looked up fastest if they are in order."""
        early: Numbers = self._early.known(codes)
        return np.maximum(early, self._late.known(codes)) if len(self._late.codes) else early


class Column:
    """An array to which numbers are added until it is taken; it grows in place, where there are hundreds of millions.

    As long as all numbers are the same, one is kept.

    Args:
        kind: the kind of an empty array, if none is added.

    >>> column = Column()
    >>> column.append(np.array([1, 1]))
    >>> column.taken_as_one().tolist()
    [1]
    >>> column.append(np.array([3]))
    >>> column.taken_as_one().tolist()
    [1, 1, 3]
    """

    def __init__(self, kind: Any = np.int32) -> None:
        self._numbers: Any = np.zeros(0, dtype=kind)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def append(self, numbers: npt.NDArray[Any]) -> None:
        """Add numbers, of the kind of those added before."""
        if not self._size:
            self._numbers = numbers[:1].copy()
        before, self._size = self._size, self._size + len(numbers)
        if len(self._numbers) > 1 or (numbers != self._numbers).any():
            if self._size > len(self._numbers):
                self._spread(before, self._size + self._size // 8)
            self._numbers[before : self._size] = numbers

    def taken(self) -> Any:
        """All numbers, in order; nothing can be added any more. An empty array, if nothing was."""
        self._spread(self._size, self._size)
        return self._numbers

    def taken_as_one(self) -> Any:
        """The same; or the one number that all of them are, in an array of one."""
        return self._numbers if len(self._numbers) == 1 else self.taken()

    def _spread(self, used: int, room: int) -> None:
        """Keep each of the numbers so far by itself, with room for more."""
        is_one, number = len(self._numbers) == 1, self._numbers[:1].copy()
        self._numbers.resize(room, refcheck=False)
        if is_one:
            self._numbers[:used] = number


def places_among(codes: Words, known: Words) -> Numbers:
    """The places at which codes stand, or would stand, among others that are in order.

    They are looked up in their own order, each near the one before it: eight times as fast where there are many.

    >>> places_among(np.array([3, 1], dtype=np.uint64), np.array([1, 2, 3], dtype=np.uint64)).tolist()
    [2, 0]
    """
    order = np.argsort(codes)
    places = np.empty(len(codes), dtype=np.int64)
    places[order] = np.searchsorted(known, codes[order])
    return places


def are_among(codes: Words, known: Words) -> Flags:
    """Which of some codes are among others, which are in order.

    >>> are_among(np.array([1, 2], dtype=np.uint64), np.array([2, 3], dtype=np.uint64)).tolist()
    [False, True]
    """
    if not len(known):
        return np.zeros(len(codes), dtype=np.bool_)
    places = np.minimum(places_among(codes, known), len(known) - 1)
    among: Flags = known[places] == codes
    return among


def each_point(sets: Words, grid: Grid) -> tuple[Numbers, Words]:
    """Every point of every set: the indices of the sets, and the points, as sets of one.

    >>> [column.tolist() for column in each_point(np.array([0b101, 0b010], dtype=np.uint64), Grid(3, 1))]
    [[0, 1, 0], [1, 2, 4]]
    """
    indices_with = [np.flatnonzero(sets & np.uint64(1 << number)) for number in range(grid.size)]
    points = [np.full(len(indices), 1 << number, dtype=np.uint64) for number, indices in enumerate(indices_with)]
    return np.concatenate(indices_with), np.concatenate(points)


def flags(condition: Condition, number: int) -> Flags:
    """A condition of a number of things as an array, also where it is one for all."""
    return np.broadcast_to(np.asarray(condition, dtype=np.bool_), (number,))


def as_integers(c: Coloring[Words], index: int) -> Coloring[int]:
    """One of the colorings of an array, under the integer reading."""
    grid = c.board.grid
    return Coloring(integer_board(grid.width, grid.height), int(c.black[index]), int(c.white[index]))
