"""What empty boards are worth, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from rich.console import Console
from rich.table import Table

from ...interpreter.wording import points_text
from ..values.valuing import Cell, PositionValue
from .replay_report import say
from .solve_report import both_as_json, both_text, finite


def show_cells(console: Console, cells: Sequence[Cell]) -> None:
    """Print a row for each rule set and a column for each board, and below what the signs in it mean."""
    boards = list(dict.fromkeys(cell.board for cell in cells))
    table = Table(box=None)
    table.add_column("rules")
    for board in boards:
        table.add_column(board, justify="right")
    found = {(cell.rules, cell.board): cell_text(cell) for cell in cells}
    for name in dict.fromkeys(cell.rules for cell in cells):
        table.add_row(name, *(found.get((name, board), "") for board in boards))
    console.print(table)
    for sentence in legend(cells):
        say(console, sentence)


def cell_text(cell: Cell) -> str:
    """A cell in a few letters.

    >>> cell_text(Cell("mine", "2x2", PositionValue(None, -4, 1)))
    '-4 to 1'
    >>> cell_text(Cell("mine", "2x2", PositionValue(None, -inf, inf)))
    '?'
    """
    if cell.refused:
        return "-"
    return bounds_text(cell.worth) if cell.worth.value is None else both_text(cell.worth.value)


def bounds_text(worth: PositionValue) -> str:
    """What is known of a value that was not found."""
    if worth.low == -inf:
        return "?" if worth.high == inf else f"at most {points_text(worth.high)}"
    return (
        f"at least {points_text(worth.low)}"
        if worth.high == inf
        else f"{points_text(worth.low)} to {points_text(worth.high)}"
    )


def legend(cells: Sequence[Cell]) -> list[str]:
    """What there is to say of the table, a sentence for each sign that stands in it."""
    values = [cell.worth.value for cell in cells]
    sentences = ["", "Black's lead under best play, from the empty board."]
    if any(value is not None and value.worst != value.best for value in values):
        sentences.append("Two values: with no-result as the worst that can happen to Black, and as the best.")
    if any(cell.worth.value is None and not cell.refused for cell in cells):
        sentences.append("Bounds, or a question mark: the seconds were not enough; --seconds allows more.")
    for reason in dict.fromkeys(cell.refused for cell in cells if cell.refused):
        names = dict.fromkeys(cell.rules for cell in cells if cell.refused == reason)
        sentences.append(f"{', '.join(names)}: {reason}")
    return sentences


def cell_as_json(cell: Cell) -> dict[str, object]:
    """A cell as it goes into a file; a lead that there is not, since the game ends without result, is null."""
    value = cell.worth.value
    return {
        "rules": cell.rules,
        "board": cell.board,
        "low": finite(cell.worth.low),
        "high": finite(cell.worth.high),
        "exact": value is not None,
        "no_result": None if value is None else both_as_json(value),
        "refused": cell.refused or None,
        "nodes": cell.nodes,
        "seconds": round(cell.seconds, 3),
    }
