"""`superko diff --compare`: what changed between two runs of the oracle."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console

from ..oracle.engines.process import printable
from ..oracle.findings import Changes, Told, changes_between, last_whole_run
from .replay_report import INDENT, say

SAME, CHANGED = 0, 1


def show_changes(console: Console, old: Path, new: Path, json_wanted: bool) -> int:
    """Print what changed between the last runs of two results files.

    Returns:
        The exit status: 0 when nothing changed, 1 when something did.

    Raises:
        OSError: a file can't be read.
        ValueError: a file is no results file, or its last run was cut off.
    """
    changes = changes_between(last_whole_run(old), last_whole_run(new))
    if json_wanted:
        click.echo(json.dumps(as_json(changes), indent=1))
    else:
        _show(console, changes)
    return CHANGED if changes.any else SAME


def as_json(changes: Changes) -> dict[str, object]:
    """What changed, as a JSON object."""
    before, after = changes.outcomes
    return {
        "outcome": {"old": before, "new": after},
        "gone": list(changes.gone),
        "new": list(changes.new),
        "still": list(changes.still),
    }


def _show(console: Console, changes: Changes) -> None:
    before, after = changes.outcomes
    say(console, f"The outcome was {before} and is {after}." if before != after else f"The outcome is still {after}.")
    for heading, findings in (("New", changes.new), ("Gone", changes.gone), ("Still there", changes.still)):
        if findings:
            say(console, f"{heading}:")
            for found in findings:
                say(console, INDENT + _line(found))


def _line(found: Told) -> str:
    clauses = ", ".join(found["clauses"]) or "no clause"
    turns = " ".join(found["turns"]) or "no turn"
    return printable(f"{found['aspect']} ({clauses}) on {found['width']}x{found['height']} after {turns}")
