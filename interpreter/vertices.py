"""Vertices and turns as text: `C3` for a point, and `C3`, `pass` or `unblock C3` for a turn."""

from __future__ import annotations

import re

from ..spec.algebra import Grid
from ..spec.algebra.grid import points_of
from ..spec.vocabulary import PASS, Move, Pass, Turn, Unblock
from .wording import shown

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_VERTEX = re.compile(r"(?P<column>[A-HJ-Z])(?P<row>[1-9][0-9]?)", re.ASCII | re.IGNORECASE)
_TURN = re.compile(r"(?P<pass>pass)|(?P<unblock>unblock )?(?P<vertex>\S+)", re.ASCII | re.IGNORECASE)


def vertex(grid: Grid, point: int) -> str:
    """The vertex of a point, given as a set of one: the letter of its column, and its row counted from the bottom.

    >>> vertex(Grid(19, 19), Grid(19, 19).point(8, 0))
    'J19'
    """
    column, row = grid.place(point)
    return f"{COLUMNS[column]}{grid.height - row}"


def vertices(grid: Grid, points: int) -> list[str]:
    """The vertices of a set of points, from the top left, row by row.

    >>> vertices(Grid(2, 2), 0b1011)
    ['A2', 'B2', 'B1']
    """
    return [vertex(grid, point) for point in points_of(points)]


def parse_vertex(grid: Grid, text: str) -> int:
    """The point, as a set of one, that a vertex names; letters may be small.

    Raises:
        ValueError: the text is no vertex, or the vertex is off the board.

    >>> parse_vertex(Grid(3, 3), "A3"), parse_vertex(Grid(3, 3), "c1") == 1 << 8
    (1, True)
    """
    named = _VERTEX.fullmatch(text)
    if named is None:
        raise ValueError(f"{shown(text)} is no vertex; write the column's letter (no I) and the row, such as C3.")
    column, row = COLUMNS.index(named["column"].upper()), grid.height - int(named["row"])
    if column >= grid.width or row < 0:
        last = vertex(grid, grid.point(grid.width - 1, 0))
        raise ValueError(f"{text.upper()} is off the board, whose vertices go from A1 to {last}.")
    return grid.point(column, row)


def turn_text(grid: Grid, turn: Turn) -> str:
    """A turn as text.

    >>> turn_text(Grid(3, 3), PASS), turn_text(Grid(3, 3), Move(1)), turn_text(Grid(3, 3), Unblock(1))
    ('pass', 'A3', 'unblock A3')
    """
    match turn:
        case Pass():
            return "pass"
        case Move(point):
            return vertex(grid, point)
        case Unblock(stone):
            return f"unblock {vertex(grid, stone)}"


def parse_turn(grid: Grid, text: str) -> Turn:
    """The turn that a text names.

    Raises:
        ValueError: the text is no turn, or its vertex is off the board.

    >>> parse_turn(Grid(3, 3), "unblock B2")
    Unblock(point=16)
    """
    named = _TURN.fullmatch(text)
    if named is None:
        raise ValueError(f'{shown(text)} is no turn; write "C3", "pass" or "unblock C3".')
    if named["pass"]:
        return PASS
    point = parse_vertex(grid, named["vertex"])
    return Unblock(point) if named["unblock"] else Move(point)
