"""The events that clauses ask about while a phase is read, with their images, each with a number."""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np

from ....spec.algebra.arrays import Words
from ...model.dependence import HISTORIES
from ...model.many import Numbers, are_among, distinct
from .trees import Packed, Questions, code_of, layout_of, packed
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
        """Take note of what questions ask about; only before any event is numbered."""
        known = self._least[questions.history]
        least = distinct(self._turning.canonical(questions.codes, questions.layout)[0])
        further = least[~are_among(least, known)]
        self._layouts[questions.history] = questions.layout
        self._least[questions.history] = np.sort(np.concatenate([known, further]), kind="stable")

    @cached_property
    def _codes(self) -> list[Words]:
        """For each history, the codes of its events in order."""
        return [
            self._turning.with_images(least, layout) for least, layout in zip(self._least, self._layouts, strict=True)
        ]

    @cached_property
    def _first(self) -> list[int]:
        """For each history, the number of its first event; then how many events there are."""
        return cast("list[int]", np.cumsum([0, *map(len, self._codes)]).tolist())

    def __len__(self) -> int:
        return self._first[-1]

    def is_asked(self, history: int) -> bool:
        """Whether anybody asks about a history."""
        return len(self._least[history]) > 0

    def numbers(self, history: int, codes: Words) -> Numbers:
        """The number of each event, by its code; NOT_ASKED where nobody asks."""
        known = self._codes[history]
        if not len(known):
            return np.full(len(codes), NOT_ASKED, dtype=np.int64)
        places = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        found: Numbers = np.where(known[places] == codes, self._first[history] + places, NOT_ASKED)
        return found

    def number(self, history: int, event: Any, symmetry: int) -> int:
        """The number of the image of an event."""
        points = self._turning.grid.size
        image = self._turning.turned(code_of(event, points, 1), layout_of(event, points), symmetry)
        return int(self.numbers(history, image)[0])

    def histories(self) -> Packed:
        """For each event, the number of its history."""
        return np.repeat(np.arange(len(HISTORIES), dtype=np.int8), [len(codes) for codes in self._codes])

    def images(self) -> Packed:
        """For each symmetry and event, the image of the event."""
        images = [
            self._turning.images(codes, layout) + packed(first)
            for codes, layout, first in zip(self._codes, self._layouts, self._first, strict=False)
        ]
        return np.concatenate(images, axis=1)
