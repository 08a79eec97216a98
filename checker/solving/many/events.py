"""The events that clauses ask about while a phase is read, with their images, each with a number."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np

from ....spec.algebra.arrays import Words
from ...model.dependence import HISTORIES
from ...model.many import Numbers, are_among, distinct
from ..memory import MOST_EVENTS, MOST_TIMES, TOO_MUCH
from .trees import Packed, Questions, code_of, layout_of
from .turning import Turning

NOT_ASKED = -(1 << 30)
NOTHING = np.zeros(0, dtype=np.uint64)


class Events:
    """The events of each history that somebody asks about, and all of their images.

    Args:
        turning: the symmetries in use.
    """

    def __init__(self, turning: Turning) -> None:
        self._turning = turning
        self._least = [NOTHING for _ in HISTORIES]
        self._layouts: list[tuple[int, ...]] = [() for _ in HISTORIES]

    def add(self, questions: Questions) -> None:
        """Take note of what questions ask about; only before any event is numbered.

        Raises:
            ValueError: they ask whether something has happened more often than a fact can tell.
        """
        if questions.times > MOST_TIMES:
            raise ValueError(TOO_MUCH)
        known = self._least[questions.history]
        least = distinct(self._turning.canonical(questions.codes, questions.layout)[0])
        further = least[~are_among(least, known)]
        self._layouts[questions.history] = questions.layout
        self._least[questions.history] = np.sort(np.concatenate([known, further]), kind="stable")

    @cached_property
    def _first(self) -> list[int]:
        """For each history, the number of its first orbit; then how many orbits there are."""
        orbits = np.cumsum([0, *map(len, self._least)])
        if len(self._turning.symmetries) * orbits[-1] > MOST_EVENTS:
            raise ValueError(TOO_MUCH)
        return cast("list[int]", orbits.tolist())

    def is_asked(self, history: int) -> bool:
        """Whether anybody asks about a history."""
        return len(self._least[history]) > 0

    def numbers(self, history: int, codes: Words) -> Numbers:
        """The number of each event, by its code (see `Tables`); NOT_ASKED where nobody asks."""
        known = self._least[history]
        if not len(known):
            return np.full(len(codes), NOT_ASKED, dtype=np.int64)
        least, by = self._turning.canonical(codes, self._layouts[history])
        places = np.minimum(np.searchsorted(known, least), len(known) - 1)
        numbers = (self._first[history] + places) * len(self._turning.symmetries) + by
        found: Numbers = np.where(known[places] == least, numbers, NOT_ASKED)
        return found

    def number(self, history: int, event: Any, symmetry: int) -> int:
        """The number of the image of an event."""
        points = self._turning.grid.size
        image = self._turning.turned(code_of(event, points, 1), layout_of(event, points), symmetry)
        return int(self.numbers(history, image)[0])

    def histories(self) -> Packed:
        """For each orbit, the number of its history."""
        return np.repeat(np.arange(len(HISTORIES), dtype=np.int8), [len(codes) for codes in self._least])

    def alike(self) -> Packed:
        """For each orbit, which symmetries leave its first event as it is."""
        return np.concatenate([self._turning.alike(*some) for some in zip(self._least, self._layouts, strict=True)])
