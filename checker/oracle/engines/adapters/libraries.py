"""Libraries that hold an engine: imported when it is asked for, what they demand of a game, and their boards as text.

Engines count rows from the top or from the bottom. Here a place is a column from the left and a row from the top, both
from 0, as on the boards of `superko.spec.algebra`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module, metadata
from typing import Any, TypeAlias

from .....interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE, parse_turn, vertex
from .....spec.algebra import Grid
from .....spec.parameters import Ko, Scoring, Tax
from .....spec.vocabulary import Move, Pass
from ...engine import TurnRefused, Unsupported
from ...setting import Setting

Place: TypeAlias = tuple[int, int]


def library(module: str) -> Any:
    """A module of a library.

    Raises:
        Unsupported: it is not installed.

    >>> library("no_such_library")
    Traceback (most recent call last):
    superko.checker.oracle.engine.Unsupported: no_such_library is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        missing = error.name or module
        raise Unsupported(f"{missing} is not installed.") from error


def version_of(distribution: str) -> str:
    """The version of what was installed under a name."""
    return metadata.version(distribution)


def demand(met: bool, otherwise: str) -> None:
    """See that something that the engine needs holds.

    Raises:
        Unsupported: it does not; says what is otherwise.
    """
    if not met:
        raise Unsupported(otherwise)


def demand_plain_area_scoring(setting: Setting, name: str) -> None:
    """See that what counts is the area, and nothing else.

    Raises:
        Unsupported: there is territory scoring, a tax, a button, or an early end.
    """
    rules = setting.rules
    plain = rules.scoring is Scoring.AREA and rules.tax is Tax.NONE and not rules.button and not rules.self_play_opts
    demand(plain, f"{name} counts the area, without tax, button or early end.")


def demand_square(setting: Setting, name: str) -> None:
    """See that the board has as many columns as rows.

    Raises:
        Unsupported: it has not.
    """
    demand(setting.width == setting.height, f"{name} plays on square boards only.")


def demand_empty_start(setting: Setting, name: str) -> None:
    """See that the game starts with an empty board and Black's turn.

    Raises:
        Unsupported: it does not.
    """
    demand(not setting.is_set_up, f"{name} starts from the empty board only.")


def demand_superko_by_area(setting: Setting, name: str) -> None:
    """See that it is a plain game: a square and empty board, area scoring, positional superko, and no suicide.

    Raises:
        Unsupported: it is not.
    """
    demand_square(setting, name)
    demand_empty_start(setting, name)
    demand_plain_area_scoring(setting, name)
    rules = setting.rules
    demand(rules.ko is Ko.POSITIONAL and not rules.suicide, f"{name} has positional superko and no suicide.")


def place_of(grid: Grid, turn: str) -> Place | None:
    """Where a turn goes: a column and a row from the top; None for a pass.

    Raises:
        TurnRefused: it is neither a move nor a pass.

    >>> place_of(Grid(3, 3), "C1"), place_of(Grid(3, 3), "pass")
    ((2, 2), None)
    """
    match parse_turn(grid, turn):
        case Pass():
            return None
        case Move(point):
            return grid.place(point)
    raise TurnRefused(turn, "it knows moves and passes only")


def vertices_at(grid: Grid, places: Iterable[Place]) -> frozenset[str]:
    """The vertices of some places.

    >>> sorted(vertices_at(Grid(3, 2), [(0, 0), (2, 1)]))
    ['A2', 'C1']
    """
    return frozenset(vertex(grid, grid.point(*place)) for place in places)


def board_of(grid: Grid, color_at: Callable[[int, int], int]) -> str:
    """A board as text.

    Args:
        grid: the board.
        color_at: what stands at a column and a row from the top: 1 for black, -1 for white, 0 for nothing.

    >>> board_of(Grid(2, 2), lambda column, row: column - row)
    '.X/O.'
    """
    stones = {1: BLACK_STONE, -1: WHITE_STONE, 0: NO_STONE}
    rows = ("".join(stones[color_at(column, row)] for column in range(grid.width)) for row in range(grid.height))
    return END_OF_ROW.join(rows)
