"""Boards as the command line names them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...interpreter.notation import parse_grid
from ...interpreter.story import Start
from ...interpreter.wording import shown
from ...spec.algebra import Color, Grid
from ...spec.algebra.grid import boards_by_size
from ...spec.vocabulary import Phase

__all__ = ["MOST_POINTS", "boards_up_to", "parse_grid", "set_up_options", "start_on"]

MOST_POINTS = 36

Command = TypeVar("Command", bound=Callable[..., Any])


def set_up_options(command: Command) -> Command:
    """The options by which a command is told where games start: `start`, `player` and `phase`."""
    options = (
        click.option(
            "--start", metavar="ROWS", help="Set up stones first: the rows from the top, joined by /, such as X./.O."
        ),
        click.option(
            "--player", type=click.Choice([some.value for some in Color]), default="B", help="Who plays first."
        ),
        click.option(
            "--phase",
            type=click.Choice([phase.value for phase in Phase if phase is not Phase.OVER]),
            default=Phase.MAIN.value,
            help="The phase to start in.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def boards_up_to(text: str, most: int = MOST_POINTS) -> list[Grid]:
    """The boards that a text such as 6 or 2x3 goes up to, the smallest first: of so many points, or fitting into it.

    A board and the same board turned count as one.

    Raises:
        ValueError: the text names neither, or too large a board.

    >>> [str(grid) for grid in boards_up_to("2x3")]
    ['1x1', '2x1', '3x1', '2x2', '3x2']
    """
    points = text.isascii() and text.isdecimal() and int(text)
    within = Grid(points, points) if points else parse_grid(text)
    size = points or within.size
    if size > most:
        raise ValueError(f"{shown(text)} is too large; boards of up to {most} points can be gone through.")
    sides = sorted((within.width, within.height), reverse=True)
    return [grid for grid in boards_by_size(size) if grid.width <= sides[0] and grid.height <= sides[1]]


def start_on(board: str | None, rows: str | None, player: Color, phase: Phase) -> Start:
    """The start that options describe; where no board is named, the rows show it.

    Raises:
        ValueError: there is no such board, or the rows show another.
    """
    if board is None:
        if rows is None:
            raise ValueError("Name a board, columns by rows, such as 3x3, or set one up by --start.")
        return Start.at(rows, player, phase)
    grid = parse_grid(board)
    start = Start.at(rows or "/".join(["." * grid.width] * grid.height), player, phase)
    if start.grid != grid:
        raise ValueError(f"The rows show a board of {start.grid}, but {grid} was asked for.")
    return start
