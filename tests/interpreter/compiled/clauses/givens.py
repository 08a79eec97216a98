"""What clauses are asked with, under each reading: integers of one situation, arrays of many, or names in a program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from superko.interpreter.program.fields import COLORS, HISTORIES, EmittedHistory, words_of_event
from superko.interpreter.program.ir import ALL_BITS, Field, Name, NameKind, words_of
from superko.interpreter.program.semantics import EmittedNumber, EmittingBoard, Flag
from superko.spec.algebra import Board, Color, Coloring, Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.algebra.integers import integer_board
from superko.spec.vocabulary import Event

from .situations import Situations

# By these an event is told how often it has happened; any other odd number and any other bits would do as well.
FACTOR = 0x9E3779B97F4A7C15
SHIFT, MOST_TIMES = 40, 3
DTYPES = {NameKind.WORD: np.uint64, NameKind.NUMBER: np.int64, NameKind.FLAG: np.bool_}


def times_by_words(history: str, words: Iterable[Any]) -> Any:
    """How often an event has happened, 0 to 3 times, by its words: whole numbers, or arrays of them."""
    mixed = reduce(lambda before, word: (before ^ word) * FACTOR & ALL_BITS, words, HISTORIES.index(history) + 1)
    return mixed >> SHIFT & MOST_TIMES


@dataclass(frozen=True)
class ArbitraryHistory:
    """A history in which every event has happened as often as its words say; see `History`."""

    name: str
    words: Callable[[Event], Iterator[Any]]

    def times(self, event: Event) -> Any:
        """See `History.times`."""
        return times_by_words(self.name, self.words(event))

    def contains(self, event: Event) -> Any:
        """See `History.contains`."""
        return self.times(event) >= 1

    def lacks(self, event: Event) -> Any:
        """See `History.lacks`."""
        return self.times(event) == 0


class Given(ABC):
    """What situations are under some reading: sets, numbers, conditions and histories are asked for by name."""

    board: Board[Any]

    @abstractmethod
    def named(self, name: str, kind: NameKind) -> Any:
        """A set of points, a number or a condition."""

    @abstractmethod
    def settled(self, name: str, value: Any, kind: NameKind) -> Any:
        """A number or a condition that is the same in all the situations; programs are not told which."""

    @abstractmethod
    def history(self, name: str) -> Any:
        """What has happened; see `times_by_words`."""

    def points(self, name: str) -> Any:
        """A set of points."""
        return self.named(name, NameKind.WORD)

    def number(self, name: str) -> Any:
        """A number."""
        return self.named(name, NameKind.NUMBER)

    def flag(self, name: str) -> Any:
        """A condition."""
        return self.named(name, NameKind.FLAG)

    def coloring(self, before: str = "") -> Coloring[Any]:
        """The coloring, or the one before."""
        return Coloring(self.board, self.points(f"{before}black"), self.points(f"{before}white"))


class OneSituation(Given):
    """One situation, as integers: the reading that is played."""

    def __init__(self, situations: Situations, place: int) -> None:
        grid = situations.grid
        self.board = integer_board(grid.width, grid.height)
        self._situations, self._place = situations, place

    def named(self, name: str, kind: NameKind) -> Any:
        """See `Given.named`."""
        value = self._situations.column(name, kind)[self._place]
        return bool(value) if kind is NameKind.FLAG else value

    def settled(self, name: str, value: Any, kind: NameKind) -> Any:
        """See `Given.settled`."""
        return value

    def history(self, name: str) -> ArbitraryHistory:
        """See `Given.history`."""
        words = EmittingBoard(self.board.grid).number_of_words
        return ArbitraryHistory(name, lambda event: words_of_event(event, lambda points: words_of(points, words)))


class ManySituations(Given):
    """Many situations, as arrays."""

    def __init__(self, situations: Situations) -> None:
        self.board = ArrayBoard(situations.grid)
        self._situations = situations

    def named(self, name: str, kind: NameKind) -> Any:
        """See `Given.named`."""
        return self._situations.in_words(name, kind)[0].astype(DTYPES[kind])

    def settled(self, name: str, value: Any, kind: NameKind) -> Any:
        """See `Given.settled`."""
        return value

    def history(self, name: str) -> ArbitraryHistory:
        """See `Given.history`."""
        return ArbitraryHistory(name, _words_of_arrays)


class NamedSituation(Given):
    """Any situation, by names in a program that is being written.

    Attributes:
        inputs: what the program is given, as far as it was asked for, by name.
        values: what is the same in all the situations, by name, as whole numbers.
    """

    board: EmittingBoard

    def __init__(self, grid: Grid) -> None:
        self.board = EmittingBoard(grid)
        self.inputs: dict[str, Field] = {}
        self.values: dict[str, int] = {}

    def named(self, name: str, kind: NameKind) -> Any:
        """See `Given.named`."""
        if kind is NameKind.WORD:
            words = self.board.named(f"{name}_")
            self.inputs[name] = Field(name, kind, words.atoms)
            return words
        given = Name(name, kind)
        self.inputs[name] = Field(name, kind, (given,))
        return Flag(self.board, given) if kind is NameKind.FLAG else EmittedNumber(self.board, given)

    def settled(self, name: str, value: Any, kind: NameKind) -> Any:
        """See `Given.settled`."""
        self.values[name] = int(value)
        return self.named(name, kind)

    def history(self, name: str) -> EmittedHistory:
        """See `Given.history`."""
        return EmittedHistory(self.board, name)


def _words_of_arrays(event: Event) -> Iterator[Any]:
    """An event of arrays as words, in the order of `event_words`, where a set of points is one word."""
    match event:
        case tuple():
            for part in event:
                yield from _words_of_arrays(part)
        case Coloring():
            yield from _words_of_arrays((event.black, event.white))
        case Color():
            yield COLORS[event]
        case bool():
            yield int(event)
        case points:
            yield np.asarray(points).astype(np.uint64)
