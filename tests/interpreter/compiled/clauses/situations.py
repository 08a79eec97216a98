"""Many situations on one board, to ask clauses about: each has a coloring, and whatever else a clause wants to know.

A situation knows sets of points, numbers and conditions by name. They are drawn when they are first asked for, by the
name and the board alone, so that the same is drawn whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

from superko.interpreter.program.ir import ALL_BITS, WORD_BITS, NameKind
from superko.spec.algebra import Color, Coloring, Grid

SINGLE_POINTS = {"point", "stone", "other"}
NUMBERS_UP_TO = 5
LIKELY_IN_A_SET = (0.1, 0.4, 0.8)
BEFORE = {f"before_{color.name.lower()}": color for color in Color}


@dataclass
class Situations:
    """Situations on one board, by their colorings; a column holds what is drawn for each of them, in order.

    Attributes:
        colorings: the coloring of each situation.
        columns: what was drawn so far, by name: whole numbers, which are sets of points, numbers, or conditions.
        words: the same as words of 64 bits, the lowest bits first.
    """

    colorings: Sequence[Coloring[int]]
    columns: dict[str, list[int]] = field(default_factory=dict)
    words: dict[str, list[npt.NDArray[np.uint64]]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.colorings)

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.colorings[0].board.grid

    def column(self, name: str, kind: NameKind) -> list[int]:
        """What something comes to in each situation: a set of points, a number, or a condition as 0 or 1."""
        if name not in self.columns:
            self.columns[name] = self._drawn(name, kind, Random(f"{name} on {self.grid}"))
        return self.columns[name]

    def in_words(self, name: str, kind: NameKind) -> list[npt.NDArray[np.uint64]]:
        """The same as `column`, word by word."""
        if name not in self.words:
            number = -(-self.grid.size // WORD_BITS) if kind is NameKind.WORD else 1
            self.words[name] = [
                np.array([value >> WORD_BITS * place & ALL_BITS for value in self.column(name, kind)], dtype=np.uint64)
                for place in range(number)
            ]
        return self.words[name]

    def _drawn(self, name: str, kind: NameKind, chance: Random) -> list[int]:
        if name in ("black", "white"):
            return [getattr(c, name) for c in self.colorings]
        if name in BEFORE:
            return self._before(BEFORE[name])
        draw: Callable[[Random], int] = {NameKind.NUMBER: _number, NameKind.FLAG: _flag}.get(
            kind, self._point if name in SINGLE_POINTS else self._set
        )
        return [draw(chance) for _ in self.colorings]

    def _point(self, chance: Random) -> int:
        return 1 << chance.randrange(self.grid.size)

    def _set(self, chance: Random) -> int:
        likely = chance.choice(LIKELY_IN_A_SET)
        return sum(1 << place for place in range(self.grid.size) if chance.random() < likely)

    def _before(self, color: Color) -> list[int]:
        """A color of what stood before: the same but for one point, so that a move there may well lead back to it."""
        chance = Random(f"before on {self.grid}")
        colors = [chance.choice([None, *Color]) for _ in self.colorings]
        points = self.column("point", NameKind.WORD)
        return [
            c.of(color) & ~point | (point if had is color else 0)
            for c, point, had in zip(self.colorings, points, colors, strict=True)
        ]


def _number(chance: Random) -> int:
    return chance.randint(0, NUMBERS_UP_TO)


def _flag(chance: Random) -> int:
    return chance.randint(0, 1)
