"""Positions by their indices on arrays, and rules that are read so."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Color, Coloring
from ...spec.algebra.arrays import Words
from ...spec.algebra.integers import integer_board
from ...spec.katago_v2.faster_forms import benson
from ...spec.registry import Decision
from ...spec.rules import Rules
from .sweep import COLORS_OF_A_POINT

Indices = npt.NDArray[np.int64]


def index_of(c: Coloring[Words]) -> Indices:
    """The index of each coloring, as `sweep.colorings` counts them."""
    weights = [COLORS_OF_A_POINT**position for position in range(c.board.grid.size)]
    sets = np.arange(1 << c.board.grid.size)
    value = sum(((sets >> position) & 1) * weight for position, weight in enumerate(weights))
    index: Indices = value[c.black.astype(np.int64)] + 2 * value[c.white.astype(np.int64)]
    return index


def read_on_arrays(rules: Rules) -> Rules:
    """The same rules, to be asked what is pass-alive in many positions at once.

    Benson's algorithm reads arrays. Where it is not what the rules in force come to, one position is read at a time.
    """
    asked = rules.deciding(Decision.PASS_ALIVE)
    if all(clause.function is benson for clause in asked):
        return rules
    definition = rules.sole(Decision.PASS_ALIVE)

    def one_at_a_time(in_force: Rules, c: Coloring[Any], color: Color) -> Any:
        """What is pass-alive is found in one position after the other."""
        if isinstance(c.black, int):
            return definition.function(in_force, c, color)
        board = integer_board(c.board.grid.width, c.board.grid.height)
        positions = (Coloring(board, int(black), int(white)) for black, white in zip(c.black, c.white, strict=True))
        return np.array([definition.function(in_force, position, color) for position in positions], dtype=np.uint64)

    return rules.replacing(definition.name, one_at_a_time)
