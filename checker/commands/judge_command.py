"""`superko judge`: try an engine against the rules, and show the shortest games on which it is wrong."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.json_lines import json_line
from ...interpreter.wording import no_such
from ...spec.algebra import Grid
from ..oracle.changes import allowing_for
from ..oracle.engine import EVERYTHING, Aspect
from ..oracle.engines.process import SECONDS_TO_REPLY
from ..oracle.findings import (
    OracleFinding,
    Report,
    add_run,
    changes_since,
    last_run,
    report_as_json,
)
from ..oracle.games import recorded_in
from ..oracle.plan import USUAL_EFFORT, Plan
from ..oracle.run import Watch, judge_engine, opener
from ..telling.data import tell_json
from ..telling.effort import Effort
from ..telling.options import (
    BOARD,
    KEPT_FILE,
    NEW_FOLDER,
    RULES,
    FiniteRange,
    NamedRules,
    effort_option,
    json_option,
    output_option,
    refusing,
)
from ..telling.progress import Bar, progress_bar
from ..telling.report import Console
from ..telling.terminal import Exit
from .judge_report import badge, junit, show_report

TO_JUDGE_BY = "Rules to judge by: a preset, ko=SIMPLE and the like, or FILE.py:NAME; again for more. [all it plays by]"
FOR_ALL = (
    "How long it may take, once the engine has started: 60s, or 20000n to compare that number of turns, the same "
    "ones on every machine. A third is kept for making smaller what is found."
)
TIMEOUT = "After how many seconds an answer counts as none; six times as many for the first."
_SECONDS = FiniteRange(0, min_open=True)


def kept_text(plan: Plan) -> str:
    """What is said while an engine starts: what of the effort is kept for making smaller what may be found.

    >>> kept_text(Plan())
    'starting the engine; 20s of 60s are kept for making smaller what is found'
    """
    kept = plan.effort.part(1 - plan.trying)
    return f"starting the engine; {kept} of {plan.effort} are kept for making smaller what is found"


def shown_by(bar: Bar) -> Watch:
    """What shows how a run goes: what is being done, and how many there are that were found, whichever the rules."""
    kinds = set[tuple[object, ...]]()

    def watch(news: str | OracleFinding, spent: float) -> None:
        if isinstance(news, OracleFinding):
            kinds.add((*news.disagreement.kind, *news.clauses))
        else:
            bar.doing(f"{news} ({len(kinds)} found)" if kinds else news, spent)

    return watch


@click.command("judge")
@click.option(
    "--engine",
    metavar="ENGINE",
    help="jsonl:COMMAND, gtp:COMMAND (gtp+score: if its scores are by the rules), or python:MODULE:FACTORY.",
)
@click.option("--rules", multiple=True, type=RULES, metavar="RULES", help=TO_JUDGE_BY)
@effort_option(USUAL_EFFORT, FOR_ALL)
@click.option("--seed", type=int, help="What chance starts from. [the clock]")
@click.option(
    "--board", "boards", multiple=True, type=BOARD, metavar="WxH", help="A board of random games; again for more."
)
@click.option("--sgf", "records", multiple=True, type=click.Path(path_type=Path), help="Also try a recorded game.")
@click.option("--without", multiple=True, metavar="ASPECT", help="What is not to be compared; again for more.")
@click.option("--allow", multiple=True, metavar="DEVIATION", help="What it is known to do otherwise; again for more.")
@click.option("--timeout", type=_SECONDS, default=SECONDS_TO_REPLY, show_default=True, metavar="S", help=TIMEOUT)
@click.option(
    "-o",
    "--output",
    type=NEW_FOLDER,
    help="A folder for the game records of what is found, new or empty.",
)
@click.option(
    "--results",
    type=KEPT_FILE,
    help="Say what changed since the last run in this file, in JSON lines, and append this run.",
)
@output_option(
    "Also write what was found as JUnit XML, which most build servers show.", ".xml", names=("--junit", "junit_file")
)
@output_option(
    "Also write the outcome as JSON from which shields.io makes a badge.", ".json", names=("--badge", "badge_file")
)
@click.option("--first", is_flag=True, help="Stop at the first disagreement.")
@click.option("--coverage", "coverage_wanted", is_flag=True, help="Say what was played, and which clauses acted.")
@json_option
def judge_command(
    engine: str | None,
    rules: tuple[NamedRules, ...],
    effort: Effort,
    seed: int | None,
    boards: tuple[Grid, ...],
    records: tuple[Path, ...],
    without: tuple[str, ...],
    allow: tuple[str, ...],
    timeout: float,
    output: Path | None,
    results: Path | None,
    junit_file: Path | None,
    badge_file: Path | None,
    first: bool,
    coverage_wanted: bool,
    json_wanted: bool,
) -> None:
    """Try an engine against the rules, and show the shortest games on which it is wrong.

    Rules of FILE.py:NAME that have amended clauses have no name in any protocol: the engine is given the rules that the
    amendments were made on, and judged by the amended ones.

    Exits with 0 when it agrees, with 1 when it disagrees, with 2 when it could not be judged or the request can't be
    understood, and with 130 when it was interrupted; what was found until then is shown.
    """
    with refusing():
        if engine is None:
            raise ValueError('Name an engine, such as --engine "gtp:gnugo --mode gtp".')
        plan = Plan(
            rules=tuple(named.text for named in rules),
            effort=effort,
            seed=time.time_ns() % 1_000_000 if seed is None else seed,
            boards=boards,
            without=frozenset(_aspect(name) for name in without),
            deviations=allow,
            recorded=recorded_in(records),
            first=first,
        )
        allowing_for(plan.deviations)
        start = opener(engine, timeout)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
        if results is not None:
            results.parent.mkdir(parents=True, exist_ok=True)
        before = None if results is None else last_run(results)
    try:
        bars = progress_bar(kept_text(plan), 1.0, counts=False, quiet=json_wanted)
        with bars as bar:
            report = judge_engine(start, plan, shown_by(bar))
    except KeyboardInterrupt:
        click.echo("Interrupted before anything was tried.", err=True)
        sys.exit(Exit.INTERRUPTED)
    asked = {"asked": engine, "rules": list(plan.rules), "effort": str(effort)}
    fields = report_as_json(report)
    names = _names_of_records(report, output)
    changes = None if before is None or report.interrupted else changes_since(before, asked | fields)
    # What was found is shown first: what can't be written is not lost.
    if json_wanted:
        tell_json("judge", fields | ({"changes": changes} if changes else {}))
    else:
        show_report(Console(), report, names, changes, coverage_wanted)
    with refusing():
        if results is not None and not report.interrupted:
            add_run(results, datetime.now(UTC).isoformat(timespec="seconds"), asked | fields)
        if junit_file is not None:
            write_file(junit_file, junit(report))
        if badge_file is not None:
            write_file(badge_file, json_line(badge(report)))
        for number, path in names.items():
            write_file(path, report.findings[number - 1].sgf)
    sys.exit(Exit.INTERRUPTED if report.interrupted else report.outcome.exit_status)


def _aspect(name: str) -> Aspect:
    known = {aspect.value.lower(): aspect for aspect in EVERYTHING}
    if name.lower() not in known:
        raise ValueError(no_such("aspect", name, sorted(known)))
    return known[name.lower()]


def _names_of_records(report: Report, output: Path | None) -> dict[int, Path]:
    """The game record of each finding, by its number."""
    numbered = enumerate(report.findings, start=1) if output is not None else ()
    folder = output or Path()
    return {number: folder / f"{number}-{finding.disagreement.aspect.value}.sgf" for number, finding in numbered}
