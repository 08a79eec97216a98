"""`superko changes`: what changed between two runs of `superko judge`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from ..oracle.engines.process import printable
from ..oracle.findings import Changes, Told, changes_between, last_whole_run
from ..telling.options import (
    json_option,
    refusing,
)
from ..telling.report import say
from ..telling.schemas import tell_json
from ..telling.terminal import Exit
from .replay_report import INDENT


@click.command("changes")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@json_option
def changes_command(old: Path, new: Path, json_wanted: bool) -> None:
    """Tell what changed between two results files of `superko judge`.

    Of each file the last run is looked at. Exits with 0 when nothing changed, with 1 when something did, and with 2
    when a file is no results file or its last run was cut off.
    """
    with refusing():
        changes = changes_between(last_whole_run(old), last_whole_run(new))
    if json_wanted:
        tell_json("changes", changes_as_json(changes))
    else:
        _show_changes(Console(), changes)
    if changes.any:
        sys.exit(Exit.DIFFERENCE)


def changes_as_json(changes: Changes) -> dict[str, object]:
    """What changed, as a JSON object."""
    before, after = changes.outcomes
    return {
        "outcome": {"old": before, "new": after},
        "gone": list(changes.gone),
        "new": list(changes.new),
        "still": list(changes.still),
    }


def _show_changes(console: Console, changes: Changes) -> None:
    before, after = changes.outcomes
    say(console, f"The outcome was {before} and is {after}." if before != after else f"The outcome is still {after}.")
    for heading, findings in (("New", changes.new), ("Gone", changes.gone), ("Still there", changes.still)):
        if findings:
            say(console, f"{heading}:")
            for found in findings:
                say(console, INDENT + _finding_line(found))


def _finding_line(found: Told) -> str:
    clauses = ", ".join(found["clauses"]) or "no clause"
    turns = " ".join(found["turns"]) or "no turn"
    return printable(f"{found['aspect']} ({clauses}) on {found['width']}x{found['height']} after {turns}")
