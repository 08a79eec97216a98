"""`superko changes`: what changed between two runs of `superko judge`, or from run to run of one results file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from ...interpreter.wording import counted
from ..oracle.engines.process import printable
from ..oracle.findings import Changes, JsonObject, RecordedRun, changes_between, last_whole_run, whole_runs
from ..telling.data import as_data
from ..telling.options import json_option, refusing
from ..telling.report import INDENT, Console, print_table, say
from ..telling.schemas import tell_json
from ..telling.terminal import Exit

NOTHING: JsonObject = {"outcome": "", "disagreements": [], "breakdowns": []}


@click.command("changes")
@click.argument("old", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("new", metavar="[NEW]", required=False, type=click.Path(path_type=Path))
@json_option
def changes_command(old: Path, new: Path | None, json_wanted: bool) -> None:
    """Tell what changed between two results files of `superko judge`.

    Of two files the last runs are compared. Of one file every run has a line, with what is new or gone since the
    run before; runs that were cut off are left out.

    Exits with 0 when the last run found what the one before it found, with 1 when it did not, and with 2 when a file is
    no results file or its last run was cut off.
    """
    with refusing():
        if new is None:
            runs = whole_runs(old)
            changes = changes_in(runs)
        else:
            changes = [changes_between(last_whole_run(old), last_whole_run(new))]
    if new is None:
        _tell_runs(runs, changes, json_wanted)
    elif json_wanted:
        tell_json("changes", changes_as_json(changes[-1]))
    else:
        _show_changes(Console(), changes[-1])
    # Before the first run there is nothing from which it could differ.
    if changes[-1].any and (new is not None or len(changes) > 1):
        sys.exit(Exit.DIFFERENCE)


def changes_in(runs: Sequence[RecordedRun]) -> list[Changes]:
    """What changed with each of some whole runs; with the first, all that it found is new."""
    reports = [NOTHING, *(run.footer or NOTHING for run in runs)]
    return [changes_between(before, after) for before, after in pairwise(reports)]


def changes_as_json(changes: Changes) -> dict[str, object]:
    """What changed, as a JSON object."""
    before, after = changes.outcomes
    return {
        "outcome": {"old": before, "new": after},
        **as_data(changes, "gone", "new", "still"),
    }


def run_as_json(run: RecordedRun, changes: Changes) -> dict[str, Any]:
    """A run of a results file, as a JSON object."""
    footer = run.footer or NOTHING
    return {
        "time": run.header.get("time", ""),
        "engine": footer.get("engine"),
        "version": footer.get("version"),
        "outcome": footer["outcome"],
        "games": footer.get("games", 0),
        "turns_compared": footer.get("turns_compared", 0),
        "disagreements": len(footer["disagreements"]),
        "breakdowns": len(footer["breakdowns"]),
        "new": list(changes.new),
        "gone": list(changes.gone),
    }


def _tell_runs(runs: Sequence[RecordedRun], changes: Sequence[Changes], json_wanted: bool) -> None:
    rows = [run_as_json(run, changed) for run, changed in zip(runs, changes, strict=True)]
    if json_wanted:
        tell_json("runs", {"runs": rows})
        return
    console = Console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("run", "engine", "outcome"):
        table.add_column(column)
    for column in ("games", "found", "new", "gone"):
        table.add_column(column, justify="right")
    for number, run in enumerate(rows, start=1):
        when = run["time"][:16].replace("T", " ") or str(number)
        engine = " ".join(printable(text) for text in (run["engine"], run["version"]) if text)
        numbers = (run["games"], run["disagreements"] + run["breakdowns"], len(run["new"]), len(run["gone"]))
        table.add_row(when, engine, run["outcome"], *(f"{count:,}" for count in numbers))
    print_table(console, table)
    _show_findings(console, "New in the last run", changes[-1].new)
    _show_findings(console, "Gone since the run before", changes[-1].gone)
    say(console, f"\n{counted(len(runs), 'run')}; the last was worth {rows[-1]['outcome']}.")


def _show_changes(console: Console, changes: Changes) -> None:
    before, after = changes.outcomes
    say(console, f"The outcome was {before} and is {after}." if before != after else f"The outcome is still {after}.")
    for heading, findings in (("New", changes.new), ("Gone", changes.gone), ("Still there", changes.still)):
        _show_findings(console, heading, findings)


def _show_findings(console: Console, heading: str, findings: Sequence[JsonObject]) -> None:
    if findings:
        say(console, f"{heading}:")
    for finding in findings:
        say(console, INDENT + _finding_line(finding))


def _finding_line(finding: JsonObject) -> str:
    clauses = ", ".join(finding["clauses"]) or "no clause"
    turns = " ".join(finding["turns"]) or "no turn"
    return printable(f"{finding['aspect']} ({clauses}) on {finding['width']}x{finding['height']} after {turns}")
