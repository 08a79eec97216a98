"""`superko compare`: find the shortest game on which two rule sets part, or tell on which games they agree."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from ...interpreter.files import write_file
from ...interpreter.game import Game
from ...interpreter.records.game_record import GameRecord
from ...interpreter.records.sgf import read_sgf
from ...interpreter.story import Start
from ...spec.algebra import Color, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..play.comparison import NOTHING, Begin, Comparison, Parting, Progress, along, compare
from ..play.outcomes import Leniency
from ..telling.terminal import INTERRUPTED
from .bad_request import BadRequest
from .boards import boards_up_to, set_up_options, start_on
from .compare_report import as_sgf, comparison_as_json, show_comparison
from .compare_values import compare_values
from .naming import rules_named

DIFFERENT = 1
USUAL_SECONDS = 60.0
USUAL_POINTS = "6"
NOT_WITH_VALUES = (
    "Beside --values, give only --board or --up-to, --start, --player, --phase, --depth, --seconds and --json."
)
FROM_RECORD = "Games begin with the turns of the record; what is said of all games is said of those."
FROM_SET_UP = "Games begin where stones are set up; what is said of all games is said of those."


class ComparisonUnderWay:
    """A comparison under way: how far it has come, shown as a progress bar, and whether it was interrupted."""

    def __init__(self, seconds: float, quiet: bool = False) -> None:
        self.progress = Progress(NOTHING, 0, 0)
        self.interrupted = False
        self._end = time.monotonic() + seconds
        self._deadline = self._end
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = ProgressBar(*columns, console=Console(stderr=True, quiet=quiet), transient=True)
        self._on = ""

    def run(
        self,
        rule_sets: tuple[Rules, Rules],
        grid: Grid,
        depth: int | None,
        leniency: Leniency,
        start: Begin | None = None,
        every: bool = False,
    ) -> Comparison:
        """Search until a difference is found, everything is covered, the time is up, or the user has enough."""
        self._on = f" on {grid}"
        with self._bar:
            self._task = self._bar.add_task("comparing")
            with suppress(KeyboardInterrupt):
                return compare(*rule_sets, grid, depth, leniency, self._go_on, start=start, every=every)
        self.interrupted = True
        return Comparison(None, self.progress.covered, leniency)

    def by_size(
        self, rule_sets: tuple[Rules, Rules], grids: Sequence[Grid], depth: int | None, leniency: Leniency, every: bool
    ) -> list[tuple[Grid, Comparison]]:
        """Search boards by their size, until there is a difference; the time that is left is shared by those left."""
        found: list[tuple[Grid, Comparison]] = []
        for number, grid in enumerate(grids):
            now = time.monotonic()
            self._deadline = now + (self._end - now) / (len(grids) - number)
            found.append((grid, self.run(rule_sets, grid, depth, leniency, None, every)))
            if found[-1][1].parting is not None or self.interrupted:
                break
        return found

    def _go_on(self, progress: Progress) -> bool:
        self.progress = progress
        description = f"games of {progress.covered.turns + 1} turns{self._on}"
        self._bar.update(self._task, description=description, completed=progress.done, total=progress.lines)
        return time.monotonic() < self._deadline


@click.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--board", metavar="WxH", help="The board: columns by rows; one after the other by size, if left out.")
@click.option(
    "--up-to",
    default=USUAL_POINTS,
    show_default=True,
    metavar="WxH|N",
    help="Without --board: those that fit into this one, or have up to N points.",
)
@set_up_options
@click.option("--sgf", "record", type=click.File("rb"), metavar="FILE", help="Start with the game of this record.")
@click.option("--depth", type=click.IntRange(0), metavar="N", help="Only games of up to N turns.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=USUAL_SECONDS,
    metavar="S",
    show_default=True,
    help="How long to search.",
)
@click.option("--margin", "margin_only", is_flag=True, help="Compare who wins and by how much, not what each scores.")
@click.option(
    "--pass-on",
    is_flag=True,
    help="Where only one game is over, have both players of the other pass to its end, and compare the results.",
)
@click.option("--all", "every", is_flag=True, help="Go on after the first difference, and show one of each kind.")
@click.option(
    "--values",
    "by_values",
    is_flag=True,
    help="Compare what best play comes to: the smallest position, and the shortest game, where it is something else.",
)
@click.option("--boards", is_flag=True, help="Show the board after every turn.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the games as SGF."
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def compare_command(
    first: str,
    second: str,
    board: str | None,
    up_to: str,
    start: str | None,
    player: str,
    phase: str,
    record: BinaryIO | None,
    depth: int | None,
    seconds: float,
    margin_only: bool,
    pass_on: bool,
    every: bool,
    by_values: bool,
    boards: bool,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Find the shortest game on which the rule sets A and B part, or tell on which games they agree.

    Two games with the same turns part where they differ in which turns are legal, in the phase, in when they end, in
    what stands on the board, or in the result. A and B are presets, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME
    for rules in a Python file, of the same document or of two. Without a board, boards are searched by their size. An
    interrupted search tells what it has covered.

    With --values, two games differ where best play comes to another lead of Black under A than under B. With --start,
    --player or --phase they begin there; else positions of whole boards are compared as well.

    Exits with 0 when no difference was found, with 1 when one was, with 2 when the request can't be understood, and
    with 130 when it was interrupted.
    """
    if by_values:
        if any((record, output, margin_only, pass_on, every, boards)):
            raise BadRequest(NOT_WITH_VALUES)
        begin = _begin(board, start, Color(player), Phase(phase))
        sys.exit(compare_values((first, second), board, up_to, depth, seconds, json_wanted, begin))
    leniency = Leniency(scores=margin_only, ends=pass_on)
    search = ComparisonUnderWay(seconds, json_wanted)
    try:
        rule_sets = rules_named(first, json_wanted), rules_named(second, json_wanted)
        if record is not None:
            grid, found = _from_record(search, rule_sets, read_sgf(record.read()), depth, leniency, every)
        elif board is None and start is None:
            if (player, phase) != ("B", Phase.MAIN.value):
                raise ValueError("Name a board to start on it otherwise, by --board or --start.")
            grid, found = _gathered(search.by_size(rule_sets, boards_up_to(up_to), depth, leniency, every))
        else:
            place = start_on(board, start, Color(player), Phase(phase))
            for rules in rule_sets:
                place.game(rules)
            grid, found = place.grid, search.run(rule_sets, place.grid, depth, leniency, place.game, every)
        _write(output, found)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    if json_wanted:
        click.echo(json.dumps(comparison_as_json((first, second), grid, found), indent=1))
    else:
        origin = FROM_RECORD if record is not None else FROM_SET_UP if start is not None else ""
        show_comparison(Console(), (first, second), grid, found, boards, origin)
    if found.parting is not None:
        sys.exit(DIFFERENT)
    if search.interrupted:
        sys.exit(INTERRUPTED)


def _begin(board: str | None, rows: str | None, player: Color, phase: Phase) -> Start | None:
    """Where games are to start, if not on empty boards; see `start_on`.

    Raises:
        BadRequest: there is no such start.
    """
    if rows is None and (player, phase) == (Color.BLACK, Phase.MAIN):
        return None
    try:
        return start_on(board, rows, player, phase)
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _from_record(
    search: ComparisonUnderWay,
    rule_sets: tuple[Rules, Rules],
    record: GameRecord,
    depth: int | None,
    leniency: Leniency,
    every: bool,
) -> tuple[Grid, Comparison]:
    """Compare along a record, and from its end on."""
    plain = replace(record, komi=None)
    grid = record.coloring.board.grid
    starts = Game.recorded(plain, rule_sets[0]), Game.recorded(plain, rule_sets[1])
    came_to = along(starts, record.turns, leniency)
    if isinstance(came_to, Parting):
        return grid, Comparison(came_to, NOTHING, leniency, (came_to,))
    games = dict(zip(rule_sets, came_to.games, strict=True))
    return grid, search.run(rule_sets, grid, depth, leniency, lambda rules: games[rules], every)


def _write(output: Path | None, found: Comparison) -> None:
    """Write the games on which the rule sets part to a file, if one is named."""
    if output is None:
        return
    try:
        write_file(output, b"".join(map(as_sgf, found.partings)))
    except OSError as error:
        raise BadRequest(f"{output} can't be written: {error.strerror}.") from None


def _gathered(found: list[tuple[Grid, Comparison]]) -> tuple[Grid, Comparison]:
    """The comparison on the last board, on which they part if they do, with what was covered on the others."""
    (grid, last) = found[-1]
    return grid, replace(last, boards=tuple((str(each), some.covered) for each, some in found))
