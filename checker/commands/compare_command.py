"""`superko compare`: find the shortest game on which two rule sets part, or tell on which games they agree."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as ProgressBar

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..search.comparison import NOTHING, Comparison, Leniency, Progress, compare
from ..terminal import INTERRUPTED
from .bad_request import BadRequest
from .boards import parse_grid
from .compare_report import comparison_as_json, show_comparison
from .naming import rules_named

DIFFERENT = 1
USUAL_SECONDS = 60.0


class Search:
    """A comparison under way: how far it has come, shown as a progress bar, and whether it was interrupted."""

    def __init__(self, seconds: float) -> None:
        self.progress = Progress(NOTHING, 0, 0)
        self.interrupted = False
        self._deadline = time.monotonic() + seconds
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = ProgressBar(*columns, console=Console(stderr=True), transient=True)

    def run(self, rule_sets: tuple[Rules, Rules], grid: Grid, depth: int | None, leniency: Leniency) -> Comparison:
        """Search until a difference is found, everything is covered, the time is up, or the user has enough."""
        with self._bar:
            self._task = self._bar.add_task("comparing")
            with suppress(KeyboardInterrupt):
                return compare(*rule_sets, grid, depth, leniency, self._go_on)
        self.interrupted = True
        return Comparison(None, self.progress.covered, leniency)

    def _go_on(self, progress: Progress) -> bool:
        self.progress = progress
        description = f"games of {progress.covered.turns + 1} turns"
        self._bar.update(self._task, description=description, completed=progress.done, total=progress.lines)
        return time.monotonic() < self._deadline


@click.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--board", required=True, metavar="WxH", help="The board: columns by rows.")
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
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def compare_command(
    first: str,
    second: str,
    board: str,
    depth: int | None,
    seconds: float,
    margin_only: bool,
    pass_on: bool,
    json_wanted: bool,
) -> None:
    """Find the shortest game on which the rule sets A and B part, or tell on which games they agree.

    Two games with the same turns part where they differ in which turns are legal, in the phase, in when they end, in
    what stands on the board, or in the result. A and B are presets, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME
    for rules in a Python file, of the same document or of two. An interrupted search tells what it has covered.

    Exits with 0 when no difference was found, with 1 when one was, with 2 when the request can't be understood, and
    with 130 when it was interrupted.
    """
    try:
        rule_sets = rules_named(first), rules_named(second)
        grid = parse_grid(board)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    search = Search(seconds)
    found = search.run(rule_sets, grid, depth, Leniency(scores=margin_only, ends=pass_on))
    if json_wanted:
        click.echo(json.dumps(comparison_as_json((first, second), grid, found), indent=1))
    else:
        show_comparison(Console(), (first, second), grid, found)
    if found.parting is not None:
        sys.exit(DIFFERENT)
    if search.interrupted:
        sys.exit(INTERRUPTED)
