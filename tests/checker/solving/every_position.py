"""Every position of a board as a game that starts there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from superko.interpreter.game import Game
from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.algebra.integers import integer_board
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase


def every_position(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> Iterator[Game]:
    """The game from each position of a board, each player first: wherever every stone has a liberty."""
    board = integer_board(grid.width, grid.height)
    for colors in product(range(3), repeat=grid.size):
        black, white = (sum(1 << place for place, color in enumerate(colors) if color == stone) for stone in (1, 2))
        for player in Color:
            with suppress(ValueError):
                yield Game(rules, rows=Coloring(board, black, white), to_play=player, phase=phase)
