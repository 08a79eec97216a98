"""`superko judge`: try an engine against the rules, and show the shortest games on which it is wrong."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from ...interpreter.files import write_file
from ...spec.algebra import Grid
from ..oracle.aspects import EVERYTHING, Aspect
from ..oracle.deviations import allowing_for
from ..oracle.engine import Introduction
from ..oracle.engines.opening import opener
from ..oracle.engines.process import SECONDS_TO_REPLY
from ..oracle.findings import OracleFinding, Report, ResultsFile, finding_as_json, report_as_json, sgf_of
from ..oracle.games import recorded_in
from ..oracle.plan import USUAL_EFFORT, Plan
from ..oracle.run import Watch, judge_engine
from ..telling.effort import Effort
from ..telling.options import (
    BOARD,
    RULES,
    BadRequest,
    NamedRules,
    effort_option,
    json_option,
    refusing,
)
from ..telling.progress import Bar, progress_bar
from ..telling.terminal import Exit
from .judge_report import show_report

TO_JUDGE_BY = "Rules to judge by: a preset, ko=SIMPLE and the like, or FILE.py:NAME; again for more. [all it plays by]"
TO_TRY = "How long to try games: 60s, or 20000n to compare so many turns, the same ones on every machine."
TIMEOUT = "After how many seconds an answer counts as none."
SECONDS = click.FloatRange(0, min_open=True)


class Listener(Watch):
    """Shows how a run goes as a progress bar, and writes what is found to the results file as it comes."""

    def __init__(self, bar: Bar, results: ResultsFile | None) -> None:
        self._bar, self._results = bar, results
        self.found_so_far = 0
        self.trouble = ""

    def introduced(self, introduction: Introduction) -> None:
        """Show its name."""
        self._bar.doing("trying the engine")

    def doing(self, what: str, spent: float) -> None:
        """Show what is being done, and how many disagreements there are."""
        found = f" ({self.found_so_far} found)" if self.found_so_far else ""
        self._bar.doing(f"{what}{found}", spent)

    def found(self, finding: OracleFinding) -> None:
        """Write it down at once."""
        self._write(self.found_so_far, finding)
        self.found_so_far += 1

    def revised(self, number: int, finding: OracleFinding) -> None:
        """Write it down again, as it is now."""
        self._write(number, finding)

    def _write(self, number: int, finding: OracleFinding) -> None:
        if self._results is None or self.trouble:
            return
        try:
            self._results.finding({"number": number, **finding_as_json(finding)})
        except OSError as error:
            self.trouble = f"What was found can't be written down: {error.strerror}."


@click.command("judge")
@click.option(
    "--engine",
    metavar="ENGINE",
    help="jsonl:COMMAND, gtp:COMMAND (gtp+score: if its scores are by the rules), python:MODULE:FACTORY, or a name.",
)
@click.option("--rules", multiple=True, type=RULES, metavar="RULES", help=TO_JUDGE_BY)
@effort_option(USUAL_EFFORT, TO_TRY)
@click.option("--games", type=click.IntRange(0), metavar="N", help="The most random games for each rule set.")
@click.option("--seed", type=int, help="What chance starts from. [the clock]")
@click.option(
    "--board", "boards", multiple=True, type=BOARD, metavar="WxH", help="A board of random games; again for more."
)
@click.option("--sgf", "records", multiple=True, type=click.Path(path_type=Path), help="Also try a recorded game.")
@click.option("--vectors", type=click.Choice(["tiny", "small", "standard"]), help="Also try the vectors of a tier.")
@click.option("--without", multiple=True, metavar="ASPECT", help="What is not to be compared; again for more.")
@click.option("--allow", multiple=True, metavar="DEVIATION", help="What it is known to do otherwise; again for more.")
@click.option("--katago", envvar="SUPERKO_KATAGO", metavar="PATH", help="Where KataGo is, if it is not in PATH.")
@click.option("--timeout", type=SECONDS, default=SECONDS_TO_REPLY, show_default=True, metavar="S", help=TIMEOUT)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the game records of what is found.",
)
@click.option("--results", type=click.Path(path_type=Path), help="A JSON-lines file that the run is appended to.")
@json_option
def judge_command(
    engine: str | None,
    rules: tuple[NamedRules, ...],
    effort: Effort,
    games: int | None,
    seed: int | None,
    boards: tuple[Grid, ...],
    records: tuple[Path, ...],
    vectors: str | None,
    without: tuple[str, ...],
    allow: tuple[str, ...],
    katago: str | None,
    timeout: float,
    output: Path | None,
    results: Path | None,
    json_wanted: bool,
) -> None:
    """Try an engine against the rules, and show the shortest games on which it is wrong.

    Exits with 0 when it agrees, with 1 when it disagrees, with 2 when it could not be judged or the request can't be
    understood, and with 130 when it was interrupted; what was found until then is shown. `superko changes` tells what
    changed between two results files.
    """
    with refusing():
        if engine is None:
            raise ValueError('Name an engine, such as --engine "gtp:gnugo --mode gtp".')
        plan = Plan(
            rules=tuple(named.text for named in rules),
            effort=effort,
            games=games,
            seed=time.time_ns() % 1_000_000 if seed is None else seed,
            boards=boards,
            without=frozenset(_aspect(name) for name in without),
            deviations=allow,
            recorded=recorded_in(records, vectors),
        )
        allowing_for(plan.deviations)
        start = opener(engine, timeout, katago)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
        if results is not None:
            results.parent.mkdir(parents=True, exist_ok=True)
        file = None if results is None else ResultsFile(results)
        if file is not None:
            file.header({"engine": engine, "rules": list(plan.rules), "seed": plan.seed, "effort": str(effort)})
    try:
        with _ending_when_told(), progress_bar("starting the engine", 1.0, counts=False, quiet=json_wanted) as bar:
            listener = Listener(bar, file)
            report = judge_engine(start, plan, listener)
    except KeyboardInterrupt:
        click.echo("Interrupted before anything was tried.", err=True)
        sys.exit(Exit.INTERRUPTED)
    _tell(report, None if report.interrupted or listener.trouble else file, output, json_wanted)
    if listener.trouble:
        raise BadRequest(listener.trouble)
    sys.exit(Exit.INTERRUPTED if report.interrupted else report.outcome.exit_status)


@contextmanager
def _ending_when_told() -> Iterator[None]:
    """Take being told to end as being interrupted, so that no engine is left behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _aspect(name: str) -> Aspect:
    known = {aspect.value.lower(): aspect for aspect in EVERYTHING}
    if name.lower() not in known:
        raise ValueError(f"There is no aspect {name!r}; there are {', '.join(sorted(known))}.")
    return known[name.lower()]


def _tell(report: Report, file: ResultsFile | None, output: Path | None, json_wanted: bool) -> None:
    """Show what was found, and only then write it: what can't be written is not lost."""
    told = report_as_json(report)
    names = _names_of_records(report, output)
    if json_wanted:
        click.echo(json.dumps(told, indent=1))
    else:
        show_report(Console(), report, names)
    with refusing():
        if file is not None:
            file.footer(told)
        for number, path in names.items():
            write_file(path, sgf_of(report.findings[number - 1].disagreement))


def _names_of_records(report: Report, output: Path | None) -> dict[int, Path]:
    """The game record of each finding, by its number."""
    found = enumerate(report.findings, start=1) if output is not None else ()
    folder = output or Path()
    return {number: folder / f"{number}-{finding.disagreement.aspect.value}.sgf" for number, finding in found}
