"""Boards, points and turns as text; a text that names none is a `ValueError`, which says what to write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import TypeAlias

from ..spec.algebra import Coloring, Grid
from ..spec.algebra.grid import points_of
from ..spec.algebra.integers import integer_board
from ..spec.rules import Refusal
from ..spec.vocabulary import AGREE, PASS, Agree, Move, Pass, Turn, Unblock
from .wording import shown

BLACK_STONE, WHITE_STONE, NO_STONE, END_OF_ROW = "XO./"
_SIDES = re.compile(r"([0-9]{1,3})x([0-9]{1,3})", re.ASCII | re.IGNORECASE)


def board_text(c: Coloring[int]) -> str:
    """A coloring as its rows from the top, joined by `/`: `X` is black, `O` white, `.` empty.

    >>> board_text(Coloring(integer_board(2, 2), black=0b0001, white=0b0100))
    'X./O.'
    """
    return END_OF_ROW.join("".join(_symbol(c, point) for point in row) for row in _rows(c.board.grid))


@cache
def event_text(event: object) -> str:
    """An event that a history remembers as a text, another one for each event.

    >>> event_text((Coloring(integer_board(2, 2), black=0b0001, white=0b0100), 3, None))
    '(X./O. 3 None)'
    """
    match event:
        case Coloring():
            return board_text(event)
        case Enum(value=value):
            return str(value)
        case tuple():
            return f"({' '.join(map(event_text, event))})"
        case int() | None:
            return str(event)
    raise Refusal(f"What a clause remembers has no text: {event!r}.")


def parse_grid(text: str) -> Grid:
    """The empty board that a text such as 4x3 names, columns by rows."""
    sides = _SIDES.fullmatch(text)
    if sides is None:
        raise ValueError(f"{shown(text)} is no board; write columns by rows, such as 3x3.")
    return Grid(int(sides[1]), int(sides[2]))


Size: TypeAlias = int | tuple[int, int] | str | Grid
"""How a board is named: 9 for a square, (4, 3) for columns and rows, a text such as 4x3, or a grid."""


def grid_of(size: Size) -> Grid:
    """The empty board of a size.

    Raises:
        TypeError: it is none of these.
        ValueError: there is no such board.

    >>> str(grid_of(9)), str(grid_of((4, 3))), str(grid_of("4x3"))
    ('9x9', '4x3', '4x3')
    """
    if isinstance(size, Grid):
        return size
    if isinstance(size, str):
        return parse_grid(size)
    if isinstance(size, int):
        return Grid(size, size)
    if isinstance(size, tuple) and len(size) == len(("columns", "rows")):
        return Grid(*size)
    raise TypeError(f'A board is named by its size: 9, (4, 3) or "4x3", not {size!r}.')


def parse_board(text: str) -> Coloring[int]:
    """The coloring that a board text shows.

    >>> parse_board(".X/O.").white
    4
    """
    rows = text.split(END_OF_ROW)
    board = integer_board(len(rows[0]), len(rows))
    if any(len(row) != board.grid.width for row in rows):
        raise ValueError(f"The rows of the board {shown(text)} differ in length; join rows of one length by '/'.")
    if not set(text) <= {BLACK_STONE, WHITE_STONE, NO_STONE, END_OF_ROW}:
        raise ValueError(f"The board {shown(text)} holds other characters than X (black), O (white) and . (empty).")
    symbols = list(zip(points_of(board.everything), "".join(rows), strict=True))
    black, white = (sum(point for point, symbol in symbols if symbol == stone) for stone in (BLACK_STONE, WHITE_STONE))
    return Coloring(board, black, white)


def diagram(c: Coloring[int], marked: int = 0, last: int = 0) -> str:
    """A coloring as a diagram with coordinates.

    Args:
        c: the coloring.
        marked: points to mark, as `[X]`.
        last: the point of the last move, shown as `(X)`; as `{X}` when it is marked too.

    >>> c = parse_board(".XO/OX.")
    >>> print(diagram(c, marked=c.empty, last=0b10))
        A  B  C
     2 [.](X) O
     1  O  X [.]
    """
    grid = c.board.grid
    lines = ["   " + "".join(f"{letter:>2} " for letter in COLUMNS[: grid.width])]
    for row, points in enumerate(_rows(grid)):
        cells = (_framed(_symbol(c, point), bool(point & marked), bool(point & last)) for point in points)
        lines.append(f"{grid.height - row:2} {''.join(cells)}")
    return "\n".join(line.rstrip() for line in lines)


def _framed(symbol: str, is_marked: bool, is_last: bool) -> str:
    if is_marked:
        return f"{{{symbol}}}" if is_last else f"[{symbol}]"
    return f"({symbol})" if is_last else f" {symbol} "


def _rows(grid: Grid) -> Iterator[list[int]]:
    for row in range(grid.height):
        yield [grid.point(column, row) for column in range(grid.width)]


def _symbol(c: Coloring[int], point: int) -> str:
    if point & c.black:
        return BLACK_STONE
    return WHITE_STONE if point & c.white else NO_STONE


_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COLUMNS = (*_LETTERS, *(f"A{letter}" for letter in _LETTERS), "BA", "BB")
LONGEST_SIDE_IN_GTP = len(_LETTERS)
_VERTEX = re.compile(r"(?P<column>A?[A-HJ-Z]|B[AB])(?P<row>[1-9][0-9]?)", re.ASCII | re.IGNORECASE)
_TURN = re.compile(
    r"(?P<pass>pass)|(?P<agree>agree)|(?P<unblock>unblock )?(?P<vertex>[A-Z]{1,2}[0-9]+)", re.ASCII | re.IGNORECASE
)
_TURNS = re.compile(r"(?:unblock )?\S+", re.ASCII | re.IGNORECASE)


def vertex(grid: Grid, point: int) -> str:
    """The vertex of a point, given as a set of one: the letter of its column, and its row counted from the bottom.

    After Z come AA, AB and so on, which GTP does not have.

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
        case Agree():
            return "agree"


def parse_turn(grid: Grid, text: str) -> Turn:
    """The turn that a text names.

    >>> parse_turn(Grid(3, 3), "unblock B2")
    Unblock(point=16)
    """
    named = _TURN.fullmatch(text)
    if named is None:
        if len(several := re.split(r"[\s,]+", text.strip())) > 1 and all(map(_TURN.fullmatch, several)):
            each = ", ".join(map(shown, several))
            raise ValueError(f"{shown(text)} is no turn but several; give each by itself: {each}.")
        raise ValueError(f'{shown(text)} is no turn; write "C3", "pass" or "unblock C3".')
    if named["pass"]:
        return PASS
    if named["agree"]:
        return AGREE
    point = parse_vertex(grid, named["vertex"])
    return Unblock(point) if named["unblock"] else Move(point)


def parse_turns(grid: Grid, text: str) -> tuple[Turn, ...]:
    """The turns that a text names one after the other, with blanks between them.

    >>> parse_turns(Grid(3, 3), "A3 unblock A3 pass")
    (Move(point=1), Unblock(point=1), Pass())
    """
    return tuple(parse_turn(grid, turn) for turn in _TURNS.findall(" ".join(text.split())))
