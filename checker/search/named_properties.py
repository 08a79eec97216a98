"""Properties of situations that a command can name: a few of ours, and any in a Python file."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

import numpy as np

from ...interpreter.rules_files import named_in_file
from ...interpreter.wording import one_of, shown
from ...spec.algebra import WHITE, Coloring
from ...spec.algebra.arrays import Flags
from ...spec.algebra.integers import integer_board
from ...spec.vocabulary import Position
from ..model.codes import ManySituations
from ..model.situations import Situation
from .properties import Property

OF_MANY = "many"


def is_empty(many: ManySituations) -> Flags:
    """No stone is on the board."""
    found: Flags = np.equal(many.coloring.black | many.coloring.white, 0)
    return found


def is_full(many: ManySituations) -> Flags:
    """A single point is empty."""
    empty = many.coloring.empty
    return np.not_equal(empty, 0) & np.equal(empty & (empty - np.uint64(1)), 0)


def has_ban(many: ManySituations) -> Flags:
    """A move is forbidden because of the turn before."""
    return np.broadcast_to(np.not_equal(many.banned, 0), many.coloring.black.shape)


def has_mark(many: ManySituations) -> Flags:
    """A stone is marked."""
    return np.broadcast_to(np.not_equal(many.marks, 0), many.coloring.black.shape)


def is_white_to_play(many: ManySituations) -> Flags:
    """It is White's turn."""
    return np.full(many.coloring.black.shape, many.player is WHITE)


NAMED: Mapping[str, Property] = {
    "empty": is_empty,
    "full": is_full,
    "ban": has_ban,
    "mark": has_mark,
    "white-to-play": is_white_to_play,
}


def property_named(text: str) -> Property:
    """The property that a text names: one of ours, or `FILE.py:NAME`.

    A function in a file takes a `Situation` and returns whether it is so; or, if its parameter is called `many`,
    `ManySituations`, and returns a flag for each of them.

    Raises:
        ValueError: there is none, or it takes anything else.

    >>> property_named("ban") is has_ban
    True
    """
    if text in NAMED:
        return NAMED[text]
    if ".py:" not in text:
        raise ValueError(f"There is no property {shown(text)}; the names are {one_of(NAMED)}, or FILE.py:NAME.")
    function = named_in_file(text)
    parameters = list(inspect.signature(function).parameters) if callable(function) else []
    if not callable(function) or len(parameters) != 1:
        raise ValueError(f"{text} is no function of one situation.")
    return function if parameters == [OF_MANY] else of_each(function)


def of_each(function: Callable[[Situation], object]) -> Property:
    """A property of one situation, asked of many, one after the other."""

    def flags(many: ManySituations) -> Flags:
        c, phase = many.coloring, many.position.phase
        board = integer_board(c.board.grid.width, c.board.grid.height)
        rows = zip(
            *(np.broadcast_to(some, c.black.shape) for some in (c.black, c.white, many.marks, many.banned)), strict=True
        )
        return np.array(
            [
                bool(function(Situation(Position(Coloring(board, black, white), many.player, phase, marks), banned)))
                for black, white, marks, banned in (map(int, row) for row in rows)
            ],
            dtype=np.bool_,
        )

    return flags
