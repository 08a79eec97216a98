"""Boards as the command line names them."""

from __future__ import annotations

import re

from ...interpreter.wording import shown
from ...spec.algebra import Grid

_BOARD = re.compile(r"([0-9]{1,3})x([0-9]{1,3})", re.ASCII | re.IGNORECASE)


def parse_grid(text: str) -> Grid:
    """The board that a text such as 4x3 (columns by rows) names.

    Raises:
        ValueError: the text names no board.

    >>> parse_grid("4x3").height
    3
    """
    sides = _BOARD.fullmatch(text)
    if sides is None:
        raise ValueError(f"{shown(text)} is no board; write columns by rows, such as 3x3.")
    return Grid(int(sides[1]), int(sides[2]))
