"""Games in rows as machine code: the functions that take turns in them, and rows to begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Record
from .game_programs import GamePrograms
from .game_rows import most_events, write_record
from .game_text import GameText
from .machine_code import module
from .rows import Layout

Rows = npt.NDArray[np.uint64]
LEAST_CAPACITY = 16
Further: TypeAlias = Callable[[GameText], str]


def no_more(text: GameText) -> str:
    """No further functions."""
    return ""


class GameCode:
    """The functions that take turns in rows, under some rules on a board; see `GameText` for what each takes.

    Attributes:
        text: the text that was compiled.
        layout: where in a row each thing stands.
        functions: the functions by their names.

    Raises:
        NotCompiled: a clause can't be read as a program.
        ModuleNotFoundError: numba is not installed.
    """

    def __init__(self, rules: Rules, grid: Grid, further: Further = no_more, notes: int = 0) -> None:
        self.text = GameText(GamePrograms(rules, grid), notes)
        self.layout: Layout = self.text.layout
        text = self.text.functions() + further(self.text)
        self.functions: Mapping[str, Callable[..., Any]] = module(f"games_on_{grid}", text)

    @staticmethod
    @lru_cache(64)
    def of(rules: Rules, grid: Grid, further: Further = no_more, notes: int = 0) -> GameCode:
        """The code for some rules and a board, kept while the program runs.

        Args:
            rules: the rules in force.
            grid: the board.
            further: gives the text of further functions, which call those of the text that it is given.
            notes: see `GameText`.
        """
        return GameCode(rules, grid, further, notes)

    def row(self, record: Record, room: int = LEAST_CAPACITY) -> Rows:
        """A row for a record, of shape (words,), with room for so many more events in each history.

        Raises:
            NotCompiled: the game was set up as the programs can't tell.
        """
        capacity = capacity_for(most_events(self.layout, record) + room)
        row = np.zeros(self.layout.length(capacity), dtype=np.uint64)
        row[self.layout.places["capacity"]] = capacity
        functions = {name: _of_words(some) for name, some in self.functions.items() if name.startswith("add_to")}
        write_record(row, self.layout, record, functions)
        return row


def capacity_for(events: int) -> int:
    """The least power of two that is no smaller.

    >>> capacity_for(33)
    64
    """
    return int(1 << (events - 1).bit_length())


def _of_words(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda row, *words: function(row, *map(np.uint64, words))
