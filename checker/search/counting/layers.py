"""How many games there are of each number of moves, counted without playing them one by one.

What can follow depends on the state that stands and on the open set: the states that have not stood before and can
still be reached through such states. On two points, once `X.` and then `.O` have stood, it is empty: `.X` and `O.` have
not stood, but no move leads to them any more. Games of the same length that are alike in both, or are in an image of
them, are counted as one line with its number of games. So what is held at once grows with the number of different open
sets of one length, and not with the number of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ....spec.algebra.arrays import Flags
from ...model.symmetry import Permutation
from .superko_steps import Step, StepTable
from .symmetries import symmetries
from .wide_sets import WORD, Numbers, Unions, WideSets, any_member, has, in_order, least, reachable, some, wide

SLICE = 1 << 16
GATHERED_AT_MOST = 1 << 22
MOST_GAMES = 1 << 62


@dataclass(frozen=True)
class Layer:
    """All games of one length.

    Attributes:
        moves: how many moves they have.
        games: how many games there are.
        lines: how many lines stand for those of them that can be carried on.
    """

    moves: int
    games: int
    lines: int


class _Lines(NamedTuple):
    """Lines in order: for each, a word or more for its open set and the state that stands, and how many games it is."""

    keys: WideSets
    games: Numbers


def layers(table: StepTable, symmetric: Sequence[Permutation] | None = None) -> Iterator[Layer]:
    """The games of each length, the shortest first.

    Args:
        table: the states and steps.
        symmetric: the symmetries to use; all that there are, unless given.

    Raises:
        ValueError: a layer has more games than 64 bits can count.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.search.counting.superko_steps import step_table
    >>> [layer.games for layer in layers(step_table(Rules(), Grid(2, 1)))]
    [1, 4, 4]
    """
    longer = _Longer(table, symmetries(table) if symmetric is None else symmetric)
    moves, games, lines = 0, 1, longer.start
    while games:
        yield Layer(moves, games, len(lines.games))
        moves, (games, lines) = moves + 1, longer(lines)


class _Longer:
    """Carries lines on by a move, in one of all symmetric ways."""

    def __init__(self, table: StepTable, symmetric: Sequence[Permutation]) -> None:
        size = len(table.states)
        self._table = table
        self._images_of = [min(images[number] for images in symmetric) for number in range(size)]
        self._standing = sorted(set(self._images_of))
        state_bits = len(self._standing).bit_length()
        self._words = (size + state_bits + WORD - 1) // WORD
        self._shift = np.uint64(WORD - state_bits)
        self._open_bits = np.uint64((1 << WORD - state_bits) - 1)
        self._successors = [sum({1 << step.target for step in steps}) for steps in table.steps]
        self._onward = Unions(self._successors, self._words)
        unions = [Unions([1 << image for image in images], self._words) for images in symmetric]
        self._turned = [
            [union for union, images in zip(unions, symmetric, strict=True) if images[number] == image]
            for number, image in enumerate(self._images_of)
        ]
        self.start = _Lines(self._keys(wide((1 << size) - 2, self._words), 0), np.ones(1, dtype=np.int64))

    def __call__(self, lines: _Lines) -> tuple[int, _Lines]:
        """How many games there are of one move more, and the lines of those that can be carried on."""
        total, waiting = 0, 0
        gathered: list[_Lines] = []
        for steps, kept, games in self._by_state(lines):
            for step in steps:
                number, found = self._taking(step, kept, games)
                total += number
                waiting += len(found.games)
                gathered.append(found)
            if waiting > GATHERED_AT_MOST:
                gathered, waiting = [_together(gathered)], 0
        if total > MOST_GAMES:
            raise ValueError("There are more games of one length here than 64 bits can count.")
        return total, _together(gathered) if gathered else lines

    def _by_state(self, lines: _Lines) -> Iterator[tuple[Sequence[Step], WideSets, Numbers]]:
        """The lines a slice at a time, all with the same state: the steps from it, their open sets and their games."""
        ranks = np.arange(len(self._standing) + 1, dtype=np.uint64)
        for number, (start, end) in zip(
            self._standing, pairwise(np.searchsorted(lines.keys[-1] >> self._shift, ranks)), strict=True
        ):
            for first in range(start, end, SLICE):
                chosen = slice(first, min(first + SLICE, end))
                *others, last = some(lines.keys, chosen)
                yield self._table.steps[number], (*others, last & self._open_bits), lines.games[chosen]

    def _taking(self, step: Step, unvisited: WideSets, games: Numbers) -> tuple[int, _Lines]:
        """Take one step wherever it is legal."""
        legal = np.flatnonzero(has(unvisited, step.target))
        games = games[legal]
        visited = wide(1 << step.target | 1 << step.passed, self._words)
        rest = tuple(word & ~gone for word, gone in zip(some(unvisited, legal), visited, strict=True))
        still_open = reachable(self._onward, self._seeds(step.target), rest)
        going_on = np.flatnonzero(any_member(still_open))
        keys = self._keys(some(still_open, going_on), step.target)
        return int(games.sum()), _Lines(keys, games[going_on])

    def _seeds(self, number: int) -> WideSets:
        return wide(self._successors[number], self._words)

    def _keys(self, still_open: WideSets, number: int) -> WideSets:
        """The least of the images of open sets, of those in which the state is the representative of its images."""
        keys = reduce(least, (turned(still_open) for turned in self._turned[number]))
        keys[-1][:] |= np.uint64(self._standing.index(self._images_of[number])) << self._shift
        return keys


def _together(several: Sequence[_Lines]) -> _Lines:
    """The same lines in order, where equal ones are one."""
    keys = tuple(np.concatenate(words) for words in zip(*(lines.keys for lines in several), strict=True))
    games = np.concatenate([lines.games for lines in several])
    order = in_order(keys)
    keys, games = some(keys, order), games[order]
    starts = np.flatnonzero(_differs_from_the_one_before(keys))
    return _Lines(some(keys, starts), np.add.reduceat(games, starts) if len(starts) else games)


def _differs_from_the_one_before(keys: WideSets) -> Flags:
    differs = np.ones(len(keys[0]), dtype=np.bool_)
    differs[1:] = any_member(tuple(word[1:] ^ word[:-1] for word in keys))
    return differs
