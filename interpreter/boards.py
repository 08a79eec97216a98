"""Boards as text: one line for programs, and diagrams for people."""

from __future__ import annotations

from collections.abc import Iterator

from ..spec.algebra import Coloring, Grid
from ..spec.algebra.grid import points_of
from ..spec.algebra.integers import integer_board
from .vertices import COLUMNS
from .wording import shown

BLACK_STONE, WHITE_STONE, NO_STONE, END_OF_ROW = "XO./"


def board_text(c: Coloring[int]) -> str:
    """A coloring as its rows from the top, joined by `/`: `X` is black, `O` white, `.` empty.

    >>> board_text(Coloring(integer_board(2, 2), black=0b0001, white=0b0100))
    'X./O.'
    """
    return END_OF_ROW.join("".join(_symbol(c, point) for point in row) for row in _rows(c.board.grid))


def parse_board(text: str) -> Coloring[int]:
    """The coloring that a board text shows.

    Raises:
        ValueError: the rows differ in length, hold other characters, or are too many or too long.

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
    lines = ["   " + "".join(f" {letter} " for letter in COLUMNS[: grid.width])]
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
