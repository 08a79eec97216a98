"""Looking at an engine's board: its stones by color or its diagram, and how many stones were captured."""

from __future__ import annotations

import re

from .....interpreter.boards import END_OF_ROW, NO_STONE
from .....spec.algebra import Grid
from ...aspects import Aspect, Observation
from .dialogue import CommandFailed, Dialogue
from .standing import NAMES, OTHER, STONES, Standing, points_named, rows_of, vertices_of

_ROW = re.compile(r"\s*(?P<number>[1-9][0-9]?)(?P<points>[^0-9A-Za-z].*)", re.ASCII)
_POINT = re.compile(r"[XO.+]")
_EMPTY_FIXED_POINT = "+"
_CAPTURES = re.compile(r"[0-9]{1,9}", re.ASCII)


def stones_by_color(dialogue: Dialogue, standing: Standing) -> Observation:
    """The board, from the lists of the stones of each color."""
    grid = standing.grid
    stones = {
        color: dialogue.read(f"list_stones {NAMES[color]}", lambda text: points_named(grid, text)) for color in STONES
    }
    if both := stones["B"] & stones["W"]:
        dialogue.fail(f"It lists {min(both)} as black and as white.")
    symbols = (
        next((symbol for color, symbol in STONES.items() if point in stones[color]), NO_STONE)
        for point in vertices_of(grid)
    )
    return {Aspect.BOARD: rows_of(grid, "".join(symbols))}


def diagram(dialogue: Dialogue, standing: Standing) -> Observation:
    """The board, from the diagram that is meant for people."""
    return {Aspect.BOARD: dialogue.read("showboard", lambda text: board_shown(standing.grid, text))}


def board_shown(grid: Grid, text: str) -> str:
    r"""The board in a diagram: rows that start with their number, with X, O and a dot, or a cross at a fixed point.

    Raises:
        ValueError: there is no such diagram of a board of this size.

    >>> board_shown(Grid(2, 2), "   A B\n 2 X +  2\n 1 .(O) 1  WHITE (O) has captured 0 stones\n   A B")
    'X./.O'
    """
    rows = rows_shown(text)
    if len(rows) != grid.height or any(len(row) != grid.width for row in rows):
        raise ValueError(f"it shows no board of {grid}.")
    return END_OF_ROW.join(rows)


def rows_shown(text: str) -> list[str]:
    """The rows in a diagram of a board of any size.

    Raises:
        ValueError: no lines start with the numbers of its rows.
    """
    lines = [row for row in map(_ROW.fullmatch, text.splitlines()) if row is not None]
    parts = (line["points"].partition(f" {line['number']} ")[0] for line in lines)
    rows = ["".join(_POINT.findall(part)).replace(_EMPTY_FIXED_POINT, NO_STONE) for part in parts]
    if not rows or [int(line["number"]) for line in lines] != [*range(len(rows), 0, -1)]:
        raise ValueError("it shows no board.")
    return rows


def shows_its_board(dialogue: Dialogue) -> bool:
    """Whether it has a diagram that can be read."""
    if not dialogue.offers("showboard"):
        return False
    try:
        rows_shown(dialogue.ask("showboard"))
    except (CommandFailed, ValueError):
        return False
    return True


def captures(dialogue: Dialogue, standing: Standing) -> Observation:
    """How many points of each color were emptied: those that the other player is said to have captured."""
    numbers = (dialogue.read(f"captures {NAMES[OTHER[color]]}", _number) for color in STONES)
    return {Aspect.CAPTURES: tuple(numbers)}


def _number(text: str) -> float:
    if not _CAPTURES.fullmatch(text):
        raise ValueError("it is no number.")
    return int(text)
