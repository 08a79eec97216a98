"""Rules 1 to 4: the grid, colors, what reaches what, and clearing."""

from __future__ import annotations

from ..algebra import Board, Color, Coloring, Grid
from ..algebra.board import P
from ..registry import clause


@clause("tromp-taylor/grid")
def grid(width: int, height: int) -> Grid:
    """Go is played by two players, Black and White, on a grid whose size is a parameter here."""
    return Grid(width, height)


@clause("tromp-taylor/colors")
def coloring(board: Board[P], black: P, white: P) -> Coloring[P]:
    """Every point is black, white or empty."""
    return Coloring(board, black, white)


@clause("tromp-taylor/reach")
def reaching(c: Coloring[P], same_colored: P, target: P) -> P:
    """A point reaches a color when a path of adjacent points of its own color leads to a point of that color."""
    last_on_the_path = same_colored & c.board.neighbours(target)
    return c.board.closure(last_on_the_path, within=same_colored)


@clause("tromp-taylor/clear")
def cleared(c: Coloring[P], color: Color) -> P:
    """Clearing a color empties all points of that color that do not reach empty."""
    return c.of(color) & ~reaching(c, c.of(color), c.empty)
