"""What turns a game into another one just like it: reflections, which make up rotations, and swapping the colors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ...spec.algebra import Color, Coloring, Condition, Grid
from ...spec.algebra.board import P
from ...spec.composition import move
from .situation import Implication, Lemma, Situation


@dataclass(frozen=True)
class Symmetry:
    """A way to turn a board into itself.

    Attributes:
        name: what is done to it.
        place: where the point of a column and row comes to.
        color: what a color becomes.
    """

    name: str
    place: Callable[[Grid, int, int], tuple[int, int]] = lambda grid, column, row: (column, row)
    color: Callable[[Color], Color] = lambda color: color

    def of_points(self, grid: Grid, points: P) -> P:
        """Where a set of points comes to."""
        image = points & 0
        for index in range(grid.size):
            row, column = divmod(index, grid.width)
            new_column, new_row = self.place(grid, column, row)
            image = image | (points >> index & 1) << (new_row * grid.width + new_column)
        return image

    def of_coloring(self, c: Coloring[P]) -> Coloring[P]:
        """What a coloring becomes."""
        grid = c.board.grid
        black, white = (self.of_points(grid, c.of(self.color(color))) for color in Color)
        return Coloring(c.board, black, white)


LEFT_RIGHT = Symmetry("left and right swapped", place=lambda grid, column, row: (grid.width - 1 - column, row))
UPSIDE_DOWN = Symmetry("upside down", place=lambda grid, column, row: (column, grid.height - 1 - row))
TRANSPOSED = Symmetry("columns and rows swapped", place=lambda grid, column, row: (row, column))
COLORS_SWAPPED = Symmetry("colors swapped", color=lambda color: color.opponent)


def symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    """Symmetries of a board that make up all others: every rotation, reflection, and swap of the colors."""
    square = (TRANSPOSED,) if grid.width == grid.height else ()
    return (LEFT_RIGHT, UPSIDE_DOWN, *square, COLORS_SWAPPED)


def play_turns_with_position(symmetry: Symmetry, s: Situation[P]) -> Implication:
    """A move on the turned board does what the move on the board does, turned, and is pseudolegal alike."""
    grid, play = s.coloring.board.grid, s.play
    point = symmetry.of_points(grid, play.point)
    turned = move(s.rules, symmetry.of_coloring(s.coloring), symmetry.color(s.player), point)
    same: Condition = (
        turned.after.same_as(symmetry.of_coloring(play.after))
        & (turned.captured == symmetry.of_points(grid, play.captured))
        & (turned.self_captured == symmetry.of_points(grid, play.self_captured))
        & (s.is_pseudolegal(turned) == s.is_pseudolegal(play))
    )
    return Implication(given=True, then=same)


def symmetry_lemma(symmetry: Symmetry) -> Lemma:
    """The lemma that a symmetry changes nothing about moves."""
    return Lemma("lemma/symmetry", partial(play_turns_with_position, symmetry))
