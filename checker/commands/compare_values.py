"""Comparing what best play comes to under two rule sets, board by board, for `superko compare --values`."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import click
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ...interpreter.story import Start
from ...spec.algebra import Grid
from ..telling.terminal import INTERRUPTED
from ..values.difference import Both, ComparedPositions, GoOn, Otherwise, in_games, in_positions
from .bad_request import BadRequest
from .boards import boards_up_to, parse_grid
from .compare_values_report import differences_as_json, show_differences
from .naming import rules_named

DIFFERENT = 1
# For each position, under each rule set.
MOST_NODES = 1_000_000


@dataclass
class Differences:
    """Where best play comes out otherwise, as far as was searched.

    Attributes:
        position: the smallest position, if one was found.
        game: the shortest game from an empty board, if one was found.
        positions: what was covered by positions, for each board.
        games: what was covered by games, for each board.
    """

    position: Otherwise | None = None
    game: Otherwise | None = None
    positions: list[ComparedPositions] = field(default_factory=list)
    games: list[ComparedPositions] = field(default_factory=list)


def compare_values(
    names: tuple[str, str],
    board: str | None,
    up_to: str,
    depth: int | None,
    seconds: float,
    json_wanted: bool,
    start: Start | None = None,
) -> int:
    """Search boards for the smallest position and the shortest game whose value tells two rule sets apart; print them.

    Where a start is given, the games begin there, and no other positions are gone through.

    Returns:
        The exit status: 1 if there is one, 130 if the search was interrupted, else 0.

    Raises:
        BadRequest: there are no such rules or boards, or they can't be solved.
    """
    found, interrupted = Differences(), True
    try:
        both = rules_named(names[0], json_wanted), rules_named(names[1], json_wanted)
        grids = [start.grid] if start else boards_up_to(up_to) if board is None else [parse_grid(board)]
        with suppress(KeyboardInterrupt):
            search(both, grids, depth, seconds, found, json_wanted, start)
            interrupted = False
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if json_wanted:
        click.echo(json.dumps(differences_as_json(names, found.position, found.game, found.positions, found.games)))
    else:
        show_differences(Console(), names, found.position, found.game, found.positions, found.games)
    if found.position is not None or found.game is not None:
        return DIFFERENT
    return INTERRUPTED if interrupted else 0


def search(
    both: Both,
    grids: Sequence[Grid],
    depth: int | None,
    seconds: float,
    found: Differences,
    quiet: bool,
    start: Start | None = None,
) -> None:
    """Go through boards until both differences are found; the time that is left is shared by what is left to do."""
    end = time.monotonic() + seconds
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("reading the rules")

        def until(share: float) -> GoOn:
            deadline = time.monotonic() + (end - time.monotonic()) * share

            def go_on(covered: ComparedPositions) -> bool:
                bar.update(task, description=f"{covered.board}: {covered.compared:,} compared")
                return time.monotonic() < deadline

            return go_on

        for number, grid in enumerate(grids):
            left = 1 if start else 2 * (len(grids) - number)
            if found.position is None and start is None:
                some = in_positions(both, grid, MOST_NODES, go_on=until(1 / left))
                found.position = some.first
                found.positions.append(some.covered)
            if found.game is None:
                begin = start.game if start else None
                some = in_games(both, grid, MOST_NODES, depth, until(1 / max(left - 1, 1)), begin)
                found.game = some.first
                found.games.append(some.covered)
            if found.position is not None and found.game is not None:
                return
