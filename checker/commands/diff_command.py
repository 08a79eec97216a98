"""`superko diff`: try an engine against the rules, and show the shortest games on which it is wrong."""

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
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ...interpreter.files import write_file
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
from .bad_request import BadRequest
from .boards import parse_grid
from .diff_changes import show_changes
from .diff_report import show_report
from .naming import rules_named

INTERRUPTED = 130
RULES = "Rules to judge by: a preset, ko=SIMPLE and the like, or FILE.py:NAME; again for more. [all it plays by]"
EFFORT = "How long to try games: 60s, or 20000n to compare so many turns, the same ones on every machine."
TIMEOUT = "After how many seconds an answer counts as none."
SECONDS = click.FloatRange(0, min_open=True)


class Listener(Watch):
    """Shows how a run goes as a progress bar, and writes what is found to the results file as it comes."""

    def __init__(self, bar: Progress, results: ResultsFile | None) -> None:
        self._bar, self._results = bar, results
        self._task = bar.add_task("starting the engine", total=1.0)
        self.found_so_far = 0

    def introduced(self, introduction: Introduction) -> None:
        """Show its name."""
        self._bar.update(self._task, description="trying the engine")

    def doing(self, what: str, spent: float) -> None:
        """Show what is being done, and how many disagreements there are."""
        found = f" ({self.found_so_far} found)" if self.found_so_far else ""
        self._bar.update(self._task, description=f"{what}{found}", completed=spent)

    def found(self, finding: OracleFinding) -> None:
        """Write it down at once."""
        self._write(self.found_so_far, finding)
        self.found_so_far += 1

    def revised(self, number: int, finding: OracleFinding) -> None:
        """Write it down again, as it is now."""
        self._write(number, finding)

    def _write(self, number: int, finding: OracleFinding) -> None:
        if self._results is not None:
            self._results.finding({"number": number, **finding_as_json(finding)})


@click.command("diff")
@click.option(
    "--engine",
    metavar="ENGINE",
    help="jsonl:COMMAND, gtp:COMMAND (gtp+score: if its scores are by the rules), python:MODULE:FACTORY, or a name.",
)
@click.option("--rules", multiple=True, metavar="RULES", help=RULES)
@click.option("--effort", default=str(USUAL_EFFORT), show_default=True, metavar="EFFORT", help=EFFORT)
@click.option("--games", type=click.IntRange(0), metavar="N", help="The most random games for each rule set.")
@click.option("--seed", type=int, help="What chance starts from. [the clock]")
@click.option("--board", "boards", multiple=True, metavar="WxH", help="A board of random games; again for more.")
@click.option("--sgf", "records", multiple=True, type=click.Path(path_type=Path), help="Also try a recorded game.")
@click.option("--vectors", type=click.Choice(["tiny", "small", "standard"]), help="Also try the vectors of a tier.")
@click.option("--without", multiple=True, metavar="ASPECT", help="What is not to be compared; again for more.")
@click.option("--allow", multiple=True, metavar="DEVIATION", help="What it is known to do otherwise; again for more.")
@click.option("--katago", envvar="SUPERKO_KATAGO", metavar="PATH", help="Where KataGo is, if it is not in PATH.")
@click.option("--timeout", type=SECONDS, default=SECONDS_TO_REPLY, show_default=True, metavar="S", help=TIMEOUT)
@click.option("--output", type=click.Path(path_type=Path), help="A folder for the game records of what is found.")
@click.option("--results", type=click.Path(path_type=Path), help="A JSON-lines file that the run is appended to.")
@click.option(
    "--compare", nargs=2, type=click.Path(path_type=Path), help="Tell what changed between two results files."
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def diff_command(
    engine: str | None,
    rules: tuple[str, ...],
    effort: str,
    games: int | None,
    seed: int | None,
    boards: tuple[str, ...],
    records: tuple[Path, ...],
    vectors: str | None,
    without: tuple[str, ...],
    allow: tuple[str, ...],
    katago: str | None,
    timeout: float,
    output: Path | None,
    results: Path | None,
    compare: tuple[Path, Path] | None,
    json_wanted: bool,
) -> None:
    """Try an engine against the rules, and show the shortest games on which it is wrong.

    Exits with 0 when it agrees, with 1 when it disagrees, with 2 when it could not be judged or the request can't be
    understood, and with 130 when it was interrupted; what was found until then is shown. With --compare, with 0 when
    nothing changed and 1 when something did.
    """
    try:
        if compare is not None:
            sys.exit(show_changes(Console(), *compare, json_wanted=json_wanted))
        if engine is None:
            raise ValueError('Name an engine, such as --engine "gtp:gnugo --mode gtp".')
        plan = Plan(
            rules=rules,
            effort=Effort.parse(effort),
            games=games,
            seed=time.time_ns() % 1_000_000 if seed is None else seed,
            boards=tuple(parse_grid(board) for board in boards),
            without=frozenset(_aspect(name) for name in without),
            deviations=allow,
            recorded=recorded_in(records, vectors),
        )
        _check(plan)
        start = opener(engine, timeout, katago)
        file = None if results is None else ResultsFile(results)
        if file is not None:
            file.header({"engine": engine, "rules": list(rules), "seed": plan.seed, "effort": str(plan.effort)})
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"{error.filename}: {error.strerror}.") from None
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    try:
        with _ending_when_told(), Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            report = judge_engine(start, plan, Listener(bar, file))
    except KeyboardInterrupt:
        click.echo("Interrupted before anything was tried.", err=True)
        sys.exit(INTERRUPTED)
    _tell(report, None if report.interrupted else file, output, json_wanted)
    sys.exit(INTERRUPTED if report.interrupted else report.outcome.exit_status)


@contextmanager
def _ending_when_told() -> Iterator[None]:
    """Take being told to end as being interrupted, so that no engine is left behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _check(plan: Plan) -> None:
    for text in plan.rules:
        rules_named(text)
    allowing_for(plan.deviations)


def _aspect(name: str) -> Aspect:
    known = {aspect.value.lower(): aspect for aspect in EVERYTHING}
    if name.lower() not in known:
        raise ValueError(f"There is no aspect {name!r}; there are {', '.join(sorted(known))}.")
    return known[name.lower()]


def _tell(report: Report, file: ResultsFile | None, output: Path | None, json_wanted: bool) -> None:
    told = report_as_json(report)
    if file is not None:
        file.footer(told)
    written = {} if output is None else _write_records(report, output)
    if json_wanted:
        click.echo(json.dumps(told, indent=1))
    else:
        show_report(Console(), report, written)


def _write_records(report: Report, output: Path) -> dict[int, Path]:
    output.mkdir(parents=True, exist_ok=True)
    written = {}
    for number, finding in enumerate(report.findings, start=1):
        written[number] = output / f"{number}-{finding.disagreement.aspect.value}.sgf"
        write_file(written[number], sgf_of(finding.disagreement))
    return written
