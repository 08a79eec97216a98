"""`superko values`: what empty boards are worth under best play, under several rule sets side by side."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ...spec.presets import PRESETS
from ..telling.terminal import INTERRUPTED
from ..values.valuing import Cell, cell_of
from .bad_request import BadRequest
from .boards import boards_up_to, parse_grid
from .naming import rules_named
from .values_report import cell_as_json, show_cells

KO_RULES = ("tromp-taylor,ko=SIMPLE", "tromp-taylor,ko=SITUATIONAL")
USUAL_RULES = (*PRESETS, *KO_RULES)
USUAL_POINTS = 4
USUAL_SECONDS = 10.0


@click.command("values")
@click.argument("boards", metavar="[BOARDS]...", nargs=-1)
@click.option(
    "--rules",
    "names",
    multiple=True,
    metavar="RULES",
    help="A preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME; may be given several times.  "
    "[default: the presets, and tromp-taylor under each ko rule]",
)
@click.option(
    "--up-to",
    metavar="WxH|N",
    help=f"Without BOARDS: those that fit into this one, or have up to N points.  [default: {USUAL_POINTS}]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=USUAL_SECONDS,
    show_default=True,
    metavar="S",
    help="How long to search for each value.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def values_command(
    boards: Sequence[str], names: Sequence[str], up_to: str | None, seconds: float, json_wanted: bool
) -> None:
    """Show what empty boards are worth under best play, under several rule sets.

    A value is Black's lead if both players do their best, with the whole history of the game counted as the rules have
    it. Two values stand where best play depends on what no-result is worth: with no-result as the worst that can happen
    to Black, and as the best. Where the seconds are not enough, the bounds that are known by then are told. Reading the
    rules of a board takes its time besides.

    Exits with 0, with 2 when the request can't be understood, and with 130 when it was interrupted.
    """
    try:
        if boards and up_to is not None:
            raise ValueError("Name boards, or say up to which one; not both.")
        grids = [parse_grid(board) for board in boards] or boards_up_to(up_to or str(USUAL_POINTS))
        rule_sets = {name: rules_named(name, json_wanted) for name in names or USUAL_RULES}
    except ValueError as error:
        raise BadRequest(str(error)) from None
    cells: list[Cell] = []
    interrupted = True
    with suppress(KeyboardInterrupt), _bar(json_wanted) as bar:
        task = bar.add_task("solving", total=len(rule_sets) * len(grids))
        for name, rules in rule_sets.items():
            for grid in grids:
                bar.update(task, description=f"{grid} under {name}")
                cells.append(cell_of(name, rules, grid, seconds))
                bar.advance(task)
        interrupted = False
    if json_wanted:
        click.echo(json.dumps([cell_as_json(cell) for cell in cells], indent=1))
    else:
        show_cells(Console(), cells)
    if interrupted:
        sys.exit(INTERRUPTED)


def _bar(quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)
