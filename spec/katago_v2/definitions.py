"""Basic definitions: the grid, colorings, borders and regions."""

from __future__ import annotations

from enum import Enum

from ..algebra import BLACK, WHITE, Board, Coloring, Condition, Grid
from ..algebra.board import P
from ..registry import clause


class Region(Enum):
    """The five kinds of region."""

    BLACK = "black"
    WHITE = "white"
    EMPTY = "empty"
    MAXIMAL_NON_BLACK = "maximal-non-black"
    MAXIMAL_NON_WHITE = "maximal-non-white"


@clause("katago-v2/def/grid")
def grid(width: int, height: int) -> Grid:
    """Two players, Black and White, play on a grid of X columns by Y rows."""
    return Grid(width, height)


@clause("katago-v2/def/coloring")
def coloring(board: Board[P], black: P, white: P) -> Coloring[P]:
    """Every point is black, white or empty, and the grid coloring says which."""
    return Coloring(board, black, white)


@clause("katago-v2/def/adjacent")
def adjacent(board: Board[P], point: P) -> P:
    """The points adjacent to a point are those that touch it horizontally or vertically."""
    return board.neighbours(point)


@clause("katago-v2/def/connected")
def connected(board: Board[P], point: P, other: P, within: P) -> Condition:
    """Two points of a set are connected in it when they are adjacent, or are joined by other points of the set."""
    return board.meets(board.closure(point, within), other)


@clause("katago-v2/def/border")
def borders_color(c: Coloring[P], points: P, of_color: P) -> Condition:
    """A set borders a color when a point of that color is outside the set and adjacent to a member of it."""
    return c.meets(c.border(points), of_color)


@clause("katago-v2/def/region")
def points_of_kind(c: Coloring[P], kind: Region) -> P:
    """The regions of a kind are the maximal connected sets of the points that are, or are not, of a color."""
    match kind:
        case Region.BLACK:
            return c.of(BLACK)
        case Region.WHITE:
            return c.of(WHITE)
        case Region.EMPTY:
            return c.empty
        case Region.MAXIMAL_NON_BLACK:
            return c.not_of(BLACK)
        case Region.MAXIMAL_NON_WHITE:
            return c.not_of(WHITE)
