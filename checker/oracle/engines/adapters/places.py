"""Places: where a turn goes on an engine's board, and an engine's board as text.

Engines count rows from the top or from the bottom. Here a place is a column from the left and a row from the top, both
from 0, as on the boards of `superko.spec.algebra`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from .....interpreter.boards import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE
from .....interpreter.vertices import parse_turn, vertex
from .....spec.algebra import Grid
from .....spec.vocabulary import Move, Pass
from ...engine import TurnRefused

Place: TypeAlias = tuple[int, int]


def place_of(grid: Grid, turn: str) -> Place | None:
    """Where a turn goes: a column and a row from the top; None for a pass.

    Raises:
        TurnRefused: it is neither a move nor a pass.

    >>> place_of(Grid(3, 3), "C1"), place_of(Grid(3, 3), "pass")
    ((2, 2), None)
    """
    match parse_turn(grid, turn):
        case Pass():
            return None
        case Move(point):
            return grid.place(point)
    raise TurnRefused(turn, "it knows moves and passes only")


def vertices_of(grid: Grid, places: Iterable[Place]) -> frozenset[str]:
    """The vertices of some places.

    >>> sorted(vertices_of(Grid(3, 2), [(0, 0), (2, 1)]))
    ['A2', 'C1']
    """
    return frozenset(vertex(grid, grid.point(*place)) for place in places)


def board_of(grid: Grid, color_at: Callable[[int, int], int]) -> str:
    """A board as text.

    Args:
        grid: the board.
        color_at: what stands at a column and a row from the top: 1 for black, -1 for white, 0 for nothing.

    >>> board_of(Grid(2, 2), lambda column, row: column - row)
    '.X/O.'
    """
    stones = {1: BLACK_STONE, -1: WHITE_STONE, 0: NO_STONE}
    rows = ("".join(stones[color_at(column, row)] for column in range(grid.width)) for row in range(grid.height))
    return END_OF_ROW.join(rows)


def winner_by(margin: float) -> str:
    """Who won, from by how much Black did.

    >>> winner_by(-0.5), winner_by(0)
    ('W', 'draw')
    """
    return "draw" if margin == 0 else "B" if margin > 0 else "W"
