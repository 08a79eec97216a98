"""Games counted layer by layer: many sets of numbers at once, each as a few 64-bit words, and unions over members."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise, product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import BLACK, Color, Coloring
from ...spec.algebra.arrays import Flags, Words
from ...spec.rules import Refusal
from ..phase.symmetry import Permutation, board_symmetries, image_of
from .superko_steps import StepTable, SuperkoStep, successors

WideSets: TypeAlias = tuple[Words, ...]
_Numbers: TypeAlias = npt.NDArray[np.int64]

WORD = 64
_LOOKED_UP_AT_ONCE = 11
_WITHIN = np.uint64((1 << _LOOKED_UP_AT_ONCE) - 1)
_WHOLE_WORD = (1 << WORD) - 1


def wide(members: int, words: int) -> WideSets:
    """One set, given as an integer with a bit for each member, as an array of one.

    >>> [word.tolist() for word in wide(1 << 64 | 0b11, words=2)]
    [[3], [1]]
    """
    return tuple(np.array([members >> WORD * word & _WHOLE_WORD], dtype=np.uint64) for word in range(words))


def sets_at(sets: WideSets, chosen: _Numbers | slice) -> WideSets:
    """Those of the sets that are chosen."""
    return tuple(word[chosen] for word in sets)


def has(sets: WideSets, member: int) -> Flags:
    """Whether each set has a member."""
    word, bit = divmod(member, WORD)
    return (sets[word] >> np.uint64(bit) & np.uint64(1)).astype(np.bool_)


def any_member(sets: WideSets) -> Flags:
    """Whether each set has any member."""
    nonempty: Flags = sets[0] != 0
    for word in sets[1:]:
        nonempty |= word != 0
    return nonempty


class Unions:
    """The unions of sets that belong to the members of sets, each of some words.

    What belongs to each possible member is given as an integer with a bit for each member.

    >>> below = Unions([0b000, 0b001, 0b011], words=1)
    >>> below((np.array([0b101, 0b010], dtype=np.uint64),))[0].tolist()
    [3, 1]
    """

    def __init__(self, belonging: Sequence[int], words: int) -> None:
        self._words = words
        self._tables = [
            (first, [_lookup(belonging[first : min(first + _LOOKED_UP_AT_ONCE, end)], word) for word in range(words)])
            for start in range(0, len(belonging), WORD)
            for end in [start + WORD]
            for first in range(start, min(end, len(belonging)), _LOOKED_UP_AT_ONCE)
        ]

    def __call__(self, sets: WideSets) -> WideSets:
        """For each set, the union of what belongs to its members."""
        unions: list[Words] = [np.zeros_like(sets[0]) for _ in range(self._words)]
        for first, tables in self._tables:
            word, shift = divmod(first, WORD)
            members = sets[word] >> np.uint64(shift) & _WITHIN if shift else sets[word] & _WITHIN
            for number, table in enumerate(tables):
                unions[number] |= table[members]
        return tuple(unions)


def _lookup(belonging: Sequence[int], word: int) -> Words:
    """One word of the union for every set of a few members."""
    unions = np.zeros(1 << len(belonging), dtype=np.uint64)
    for number, members in enumerate(belonging):
        half = 1 << number
        unions[half : 2 * half] = unions[:half] | np.uint64(members >> WORD * word & _WHOLE_WORD)
    return unions


def reachable(onward: Unions, seeds: WideSets, within: WideSets) -> WideSets:
    """The members of each of some sets that a walk inside it reaches from a seed, if steps lead onward so."""
    reached = tuple(seed & inside for seed, inside in zip(seeds, within, strict=True))
    growing: _Numbers = np.arange(len(reached[0]))
    while len(growing):
        current, inside = sets_at(reached, growing), sets_at(within, growing)
        grown = tuple(now | more & limit for now, more, limit in zip(current, onward(current), inside, strict=True))
        for word, larger in zip(reached, grown, strict=True):
            word[growing] = larger
        has_grown = any_member(tuple(now ^ larger for now, larger in zip(current, grown, strict=True)))
        growing = growing[has_grown]
    return reached


def least(first: WideSets, second: WideSets) -> WideSets:
    """The lesser of two sets each, by some order that is the same for all."""
    if len(first) == 1:
        return (np.minimum(first[0], second[0]),)
    smaller = np.zeros(len(first[0]), dtype=np.bool_)
    for word, other in zip(first, second, strict=True):
        smaller = (word < other) | (word == other) & smaller
    return tuple(np.where(smaller, word, other) for word, other in zip(first, second, strict=True))


def symmetries(table: StepTable) -> dict[Permutation, bool]:
    """For each symmetry, the number of the state that each state is taken to, and whether the players change places.

    The first one takes each state to itself. Those that take a step to none, as they may under amended clauses, or the
    start elsewhere, are left out.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.superko_steps import step_table
    >>> [len(symmetries(step_table(Rules(), Grid(*sides)))) for sides in ((1, 1), (2, 1), (2, 2))]
    [1, 4, 16]
    """
    numbers = {state: number for number, state in enumerate(table.states)}
    kept: dict[Permutation, bool] = {}
    for points, swap in product(board_symmetries(table.grid), (False, True)):
        images = [numbers.get(tuple(_image(part, points, swap) for part in state)) for state in table.states]
        permutation = tuple(image for image in images if image is not None)
        if len(permutation) == len(images) and permutation not in kept and _keeps_steps(table, permutation, swap):
            kept[permutation] = swap
    return kept


def _keeps_steps(table: StepTable, permutation: Permutation, swap: bool) -> bool:
    def steps(number: int, images: Permutation, swap: bool) -> list[tuple[int, int, bool]]:
        return sorted(
            (images[step.target], images[step.passed], (step.mover is BLACK) is not swap)
            for step in table.steps[number]
        )

    itself = tuple(range(len(permutation)))
    return permutation[0] == 0 and all(
        steps(number, permutation, swap) == steps(image, itself, swap=False) for number, image in enumerate(permutation)
    )


def _image(part: Any, points: Permutation, swap: bool) -> Any:
    """Where a symmetry takes a part of a state."""
    match part:
        case Color():
            return part.opponent if swap else part
        case Coloring(black=black, white=white):
            black, white = (white, black) if swap else (black, white)
            return Coloring(part.board, image_of(black, points), image_of(white, points))
        case _:
            return part


_SLICE = 1 << 16
GATHERED_AT_MOST = 1 << 22
_MOST_GAMES = 1 << 62


@dataclass(frozen=True)
class Layer:
    """How many games there are with a number of moves, and how many lines stand for those that can be carried on."""

    moves: int
    games: int
    lines: int


# Lines in order: for each, a word or more for its open set and the state that stands; and how many games it is.
GameLines: TypeAlias = tuple[WideSets, _Numbers]


def layers(table: StepTable, symmetric: Iterable[Permutation] | None = None) -> Iterator[Layer]:
    """The games of each length, the shortest first; by all symmetries that there are, unless some are given.

    Raises:
        ValueError: a layer has more games than 64 bits can count.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> from superko.checker.counting.superko_steps import step_table
    >>> [layer.games for layer in layers(step_table(Rules(), Grid(2, 1)))]
    [1, 4, 4]
    """
    longer = _Longer(table, tuple(symmetries(table) if symmetric is None else symmetric))
    moves, games, lines = 0, 1, longer.start
    while games:
        yield Layer(moves, games, len(lines[1]))
        moves, (games, lines) = moves + 1, longer(lines)


class _Longer:
    """Carries lines on by a move, in one of all symmetric ways.

    An open set and where a line stands are one key, which is the same for all symmetric ones.
    """

    def __init__(self, table: StepTable, symmetric: Sequence[Permutation]) -> None:
        size = len(table.states)
        self._table = table
        self._images_of = [min(images) for images in zip(*symmetric, strict=True)]
        self._standing = sorted(set(self._images_of))
        place_bits = len(self._standing).bit_length()
        self._words = (size + place_bits + WORD - 1) // WORD
        self._shift = np.uint64(WORD - place_bits)
        self._open_bits = np.uint64((1 << WORD - place_bits) - 1)
        unions = [Unions([1 << image for image in images], self._words) for images in symmetric]
        self._turned = [
            [union for union, images in zip(unions, symmetric, strict=True) if images[number] == least_image]
            for number, least_image in enumerate(self._images_of)
        ]
        self._onward = Unions([successors(steps) for steps in table.steps], self._words)
        self.start: GameLines = self._keys(wide((1 << size) - 2, self._words), 0), np.ones(1, dtype=np.int64)

    def _keys(self, still_open: WideSets, stands: int) -> WideSets:
        """The least of the images of open sets, of those in which the state is the representative of its images."""
        keys = reduce(least, (turned(still_open) for turned in self._turned[stands]))
        keys[-1][:] |= np.uint64(self._standing.index(self._images_of[stands])) << self._shift
        return keys

    def _by_state(self, keys: WideSets) -> Iterator[tuple[int, WideSets, slice]]:
        """The keys, in order, a slice at a time, all with the same state: it, their open sets, and which they are."""
        ranks = np.arange(len(self._standing) + 1, dtype=np.uint64)
        for stands, (start, end) in zip(
            self._standing, pairwise(np.searchsorted(keys[-1] >> self._shift, ranks)), strict=True
        ):
            for first in range(start, end, _SLICE):
                chosen = slice(first, min(first + _SLICE, end))
                *others, last = sets_at(keys, chosen)
                yield stands, (*others, last & self._open_bits), chosen

    def __call__(self, lines: GameLines) -> tuple[int, GameLines]:
        """How many games there are of one move more, and the lines of those that can be carried on."""
        total, waiting, (keys, games) = 0, 0, lines
        gathered: list[GameLines] = []
        for number, kept, chosen in self._by_state(keys):
            for step in self._table.steps[number]:
                number_of_games, longer = self._taking(step, kept, games[chosen])
                total += number_of_games
                waiting += len(longer[1])
                gathered.append(longer)
            if waiting > GATHERED_AT_MOST:
                gathered, waiting = [together(gathered)], 0
        if total > _MOST_GAMES:
            raise Refusal("There are more games of one length here than 64 bits can count.")
        return total, together(gathered) if gathered else lines

    def _taking(self, step: SuperkoStep, unvisited: WideSets, games: _Numbers) -> tuple[int, GameLines]:
        """Take one step wherever it is legal."""
        legal = np.flatnonzero(has(unvisited, step.target))
        games = games[legal]
        visited = wide(1 << step.target | 1 << step.passed, self._words)
        rest = tuple(word & ~gone for word, gone in zip(sets_at(unvisited, legal), visited, strict=True))
        seeds = wide(successors(self._table.steps[step.target]), self._words)
        still_open = reachable(self._onward, seeds, rest)
        going_on = np.flatnonzero(any_member(still_open))
        return int(games.sum()), (self._keys(sets_at(still_open, going_on), step.target), games[going_on])


def together(several: Sequence[GameLines]) -> GameLines:
    """The same lines in order, where equal ones are one."""
    keys = tuple(np.concatenate(words) for words in zip(*(keys for keys, _ in several), strict=True))
    order = np.argsort(keys[0]) if len(keys) == 1 else np.lexsort(keys)
    keys, games = sets_at(keys, order), np.concatenate([games for _, games in several])[order]
    is_first = np.ones(len(games), dtype=np.bool_)
    is_first[1:] = any_member(tuple(word[1:] ^ word[:-1] for word in keys))
    starts = np.flatnonzero(is_first)
    return sets_at(keys, starts), np.add.reduceat(games, starts) if len(starts) else games
