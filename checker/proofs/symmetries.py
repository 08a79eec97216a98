"""What turns a game into another one just like it: reflections, which make up rotations, and swapping the colors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...spec.algebra import Color, Coloring, Condition, Grid
from ...spec.algebra.board import Board, P
from ...spec.composition import move
from .situation import Implication, Lemma, Situation


@dataclass(frozen=True)
class Symmetry:
    """A way to turn a game into one just like it; this one leaves every point where it is.

    Attributes:
        name: what is done to it.
        color: what a color becomes.
    """

    name: str
    color: Callable[[Color], Color] = lambda color: color

    def of_points(self, _: Board[P], points: P) -> P:
        """Where a set of points comes to."""
        return points

    def of_coloring(self, c: Coloring[P]) -> Coloring[P]:
        """What a coloring becomes."""
        black, white = (self.of_points(c.board, c.of(self.color(color))) for color in Color)
        return Coloring(c.board, black, white)


@dataclass(frozen=True)
class Reflection(Symmetry):
    """A way to turn a grid over, which done twice leaves it as it is.

    Attributes:
        place: where the point of a column and row comes to, given what tells the width and height of the grid.
        of_squares: whether it is one of square grids only.
    """

    place: Callable[[Any, Any, Any], tuple[Any, Any]] = lambda sides, column, row: (column, row)
    of_squares: bool = False

    def of_points(self, board: Board[P], points: P) -> P:
        """See `Symmetry.of_points`."""
        grid, image = board.grid, points & 0
        for index in range(grid.size):
            row, column = divmod(index, grid.width)
            new_column, new_row = self.place(grid, column, row)
            image = image | (points >> index & 1) << (new_row * grid.width + new_column)
        return image


LEFT_RIGHT = Reflection("left and right swapped", place=lambda sides, column, row: (sides.width - 1 - column, row))
UPSIDE_DOWN = Reflection("upside down", place=lambda sides, column, row: (column, sides.height - 1 - row))
TRANSPOSED = Reflection("columns and rows swapped", place=lambda sides, column, row: (row, column), of_squares=True)
COLORS_SWAPPED = Symmetry("colors swapped", color=lambda color: color.opponent)
REFLECTIONS = (LEFT_RIGHT, UPSIDE_DOWN, TRANSPOSED)


def reflections(grid: Grid) -> tuple[Reflection, ...]:
    """Reflections of a grid that make up its others, and its rotations."""
    return tuple(some for some in REFLECTIONS if grid.width == grid.height or not some.of_squares)


def symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    """Symmetries of a board that make up all others: every rotation, reflection, and swap of the colors."""
    return (*reflections(grid), COLORS_SWAPPED)


def play_turns_with_position(symmetry: Symmetry, s: Situation[P]) -> Implication:
    """A move on the turned board does what the move on the board does, turned, and is pseudolegal alike."""
    board, play = s.coloring.board, s.play
    turned = move(
        s.rules, symmetry.of_coloring(s.coloring), symmetry.color(s.player), symmetry.of_points(board, play.point)
    )
    same: Condition = (
        turned.after.same_as(symmetry.of_coloring(play.after))
        & (turned.captured == symmetry.of_points(board, play.captured))
        & (turned.self_captured == symmetry.of_points(board, play.self_captured))
        & (s.is_pseudolegal(turned) == s.is_pseudolegal(play))
    )
    return Implication(given=True, then=same)


def symmetry_lemma(symmetry: Symmetry) -> Lemma:
    """The lemma that a symmetry changes nothing about moves."""
    return Lemma("lemma/symmetry", partial(play_turns_with_position, symmetry))
