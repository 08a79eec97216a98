"""What empty boards are worth under rule sets: the cells of a table, each exact or with honest bounds."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ...spec.algebra import Grid
from ...spec.rules import Rules
from .valuing import Valuing, Worth, empty_board


@dataclass(frozen=True)
class Cell:
    """What an empty board is worth under a rule set.

    Attributes:
        rules: what the rule set is called.
        board: the board.
        worth: what is known of its value.
        nodes: how many nodes were looked at.
        seconds: how long that took, reading the rules included.
        refused: why these rules can't be solved, in one sentence; "" if they can.
    """

    rules: str
    board: str
    worth: Worth
    nodes: int = 0
    seconds: float = 0.0
    refused: str = ""


def cell_of(name: str, rules: Rules, grid: Grid, seconds: float) -> Cell:
    """What an empty board is worth, as far as so many seconds of searching tell.

    >>> cell_of("mine", Rules(suicide=False), Grid(4, 1), 60).worth.value
    Value(worst=4.0, best=4.0)
    """
    began = time.monotonic()
    start = empty_board(rules, grid)
    try:
        valuing = Valuing([start], seconds=seconds)
    except ValueError as reason:
        return Cell(name, str(grid), Worth(None), seconds=time.monotonic() - began, refused=str(reason))
    worth = valuing.worth(start)
    return Cell(name, str(grid), worth, valuing.nodes, time.monotonic() - began)
