"""`superko judge`: try an engine against the rules, and show the shortest games on which it is wrong."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.rules_files import named_rules
from ...interpreter.wording import no_such
from ...spec.algebra import Grid
from ..evidence.workers import Lost, in_processes
from ..oracle.deviations import allowing_for
from ..oracle.engine import EVERYTHING, Aspect, Introduction
from ..oracle.engines.opening import opener
from ..oracle.engines.process import SECONDS_TO_REPLY
from ..oracle.findings import (
    OracleAnswer,
    OracleFinding,
    Report,
    ResultsFile,
    RuleSetReport,
    changes_since,
    finding_as_json,
    report_as_json,
)
from ..oracle.games import recorded_in
from ..oracle.pieces import Piece, plan_for
from ..oracle.plan import USUAL_EFFORT, Plan
from ..oracle.run import Watch, judge_engine
from ..telling.data import as_data
from ..telling.effort import Effort
from ..telling.options import (
    BOARD,
    KEPT_FILE,
    NEW_FOLDER,
    RULES,
    BadRequest,
    ChoiceType,
    FiniteRange,
    NamedRules,
    effort_option,
    json_option,
    refusing,
    workers_option,
)
from ..telling.progress import Bar, progress_bar
from ..telling.report import Console
from ..telling.schemas import tell_json
from ..telling.terminal import Exit
from .journals import KeptPieces
from .judge_report import show_report

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


@dataclass
class InPieces:
    """How an engine is tried under one rule set after the other, or beside each other.

    Attributes:
        engine: the text that names it.
        timeout: the most seconds that it may take to answer.
        workers: how many processes of this machine to use.
        journal: the file that keeps what each rule set came to, if any.
        lost: whatever came to nothing; it grows.
    """

    engine: str
    timeout: float
    workers: int
    journal: Path | None
    lost: list[Lost] = field(default_factory=list)

    def __call__(self, introduction: Introduction, plan: Plan) -> Iterator[Piece]:
        """Try it under every rule set that a plan names, but for those that the journal knows.

        Raises:
            BadRequest: the journal is none, or one of another version or of other rules, or can't be read or written.
        """
        rules = {name: named_rules(name) for name in plan.rules}
        with refusing():
            asked = {name: self._asked(introduction, plan_for(plan, name)) for name in rules}
            kept = KeptPieces(self.journal, rules, asked)
            known = kept.known()
        yield from known
        left = [name for name in rules if name not in {piece.rule_set.name for piece in known}]
        task = partial(piece_named, start=(self.engine, self.timeout), plan=plan)
        for answer in in_processes(task, left, self.workers):
            if isinstance(answer, Lost):
                self.lost.append(answer)
                yield Piece(RuleSetReport(answer.name, rules[answer.name], skipped=answer.reason))
                continue
            kept.add(answer)
            yield answer

    def _asked(self, introduction: Introduction, plan: Plan) -> str:
        """A digest of the engine and of what it is asked under a rule set."""
        games = [game.as_json() for game in plan.recorded]
        fields = as_data(plan, "effort", "seed", "boards", "without", "deviations", "trying", "shrinking")
        asked = [self.engine, self.timeout, as_data(introduction), {**fields, "effort": str(plan.effort)}, games]
        return sha256(json.dumps(asked).encode()).hexdigest()[:16]


def piece_named(rules: str, start: tuple[str, float], plan: Plan) -> Piece | Lost:
    """Try an engine under one of the rule sets that a plan names, so that any process can be asked.

    Where there is no such engine, as on a machine that lacks it, the rule set is lost.
    """
    report = judge_engine(opener(*start), plan_for(plan, rules))
    return Lost(rules, report.skipped or report.broke) if report.introduction is None else Piece.of(report)


class Listener(Watch):
    """Shows how a run goes as a progress bar, and writes what is found to the results file as it comes."""

    def __init__(self, bar: Bar, results: ResultsFile | None) -> None:
        self._bar, self._results = bar, results
        self.found_so_far = 0
        self.trouble = ""

    def introduced(self, introduction: Introduction) -> None:
        """Show its name."""
        self._bar.doing("trying the engine")

    def doing(self, activity: str, spent: float) -> None:
        """Show what is being done, and how many disagreements there are."""
        so_far = f" ({self.found_so_far} found)" if self.found_so_far else ""
        self._bar.doing(f"{activity}{so_far}", spent)

    def added(self, finding: OracleFinding) -> None:
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
    help="jsonl:COMMAND, gtp:COMMAND (gtp+score: if its scores are by the rules), or python: or batch:MODULE:FACTORY.",
)
@click.option("--rules", multiple=True, type=RULES, metavar="RULES", help=TO_JUDGE_BY)
@effort_option(USUAL_EFFORT, FOR_ALL)
@click.option("--seed", type=int, help="What chance starts from. [the clock]")
@click.option(
    "--board", "boards", multiple=True, type=BOARD, metavar="WxH", help="A board of random games; again for more."
)
@click.option("--sgf", "records", multiple=True, type=click.Path(path_type=Path), help="Also try a recorded game.")
@click.option("--vectors", type=ChoiceType(["tiny", "small", "standard"]), help="Also try the vectors of a tier.")
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
@click.option("--coverage", "coverage_wanted", is_flag=True, help="Say what was played, and which clauses acted.")
@workers_option
@click.option("--journal", type=KEPT_FILE, metavar="FILE", help="Keep results in this file, and go on from there.")
@json_option
def judge_command(
    engine: str | None,
    rules: tuple[NamedRules, ...],
    effort: Effort,
    seed: int | None,
    boards: tuple[Grid, ...],
    records: tuple[Path, ...],
    vectors: str | None,
    without: tuple[str, ...],
    allow: tuple[str, ...],
    timeout: float,
    output: Path | None,
    results: Path | None,
    coverage_wanted: bool,
    workers: int,
    journal: Path | None,
    json_wanted: bool,
) -> None:
    """Try an engine against the rules, and show the shortest games on which it is wrong.

    Rules of FILE.py:NAME that have amended clauses have no name in any protocol: the engine is given the rules that the
    amendments were made on, and judged by the amended ones.

    With --workers it is tried under several rule sets beside each other, by several processes; what all of them do
    counts as effort. With --journal the result of each rule set is kept, and is not done again as long as the same
    engine is asked for the same; chance starts from 0 then, if no seed is given.

    Exits with 0 when it agrees, with 1 when it disagrees, with 2 when it could not be judged or the request can't be
    understood, and with 130 when it was interrupted; what was found until then is shown.
    """
    with refusing():
        if engine is None:
            raise ValueError('Name an engine, such as --engine "gtp:gnugo --mode gtp".')
        plan = Plan(
            rules=tuple(named.text for named in rules),
            effort=effort,
            seed=_usual_seed(journal) if seed is None else seed,
            boards=boards,
            without=frozenset(_aspect(name) for name in without),
            deviations=allow,
            recorded=recorded_in(records, vectors),
        )
        allowing_for(plan.deviations)
        start = opener(engine, timeout)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
        if results is not None:
            results.parent.mkdir(parents=True, exist_ok=True)
        file = None if results is None else ResultsFile(results)
        if file is not None:
            asked = {"engine": engine, "rules": list(plan.rules), "seed": plan.seed, "effort": str(effort)}
            file.header({"time": now(), **asked})
    try:
        bars = progress_bar(kept_text(plan), 1.0, counts=False, quiet=json_wanted)
        with bars as bar:
            listener = Listener(bar, file)
            in_pieces = InPieces(engine, timeout, workers, journal)
            apart = workers > 1 or journal is not None
            report = judge_engine(start, plan, listener, in_pieces if apart else None)
    except KeyboardInterrupt:
        click.echo("Interrupted before anything was tried.", err=True)
        sys.exit(Exit.INTERRUPTED)
    results_file = None if report.interrupted or listener.trouble else file
    _tell(report, results_file, output, coverage_wanted, json_wanted)
    if listener.trouble:
        raise BadRequest(listener.trouble)
    for loss in in_pieces.lost:
        click.echo(f"The engine was not tried under {loss.name}. {loss.reason}", err=True)
    sys.exit(Exit.INTERRUPTED if report.interrupted else _exit_status(report, in_pieces.lost))


def _usual_seed(journal: Path | None) -> int:
    """What chance starts from where nobody says it: the clock; a journal has use for one only if it stays."""
    return time.time_ns() % 1_000_000 if journal is None else 0


def _exit_status(report: Report, lost: Sequence[Lost]) -> int:
    """An engine agrees only if none of its rule sets was lost."""
    lacking = report.outcome is OracleAnswer.AGREE and lost
    return (OracleAnswer.SKIPPED if lacking else report.outcome).exit_status


def now() -> str:
    """The date and time, to the second, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _aspect(name: str) -> Aspect:
    known = {aspect.value.lower(): aspect for aspect in EVERYTHING}
    if name.lower() not in known:
        raise ValueError(no_such("aspect", name, sorted(known)))
    return known[name.lower()]


def _tell(
    report: Report, file: ResultsFile | None, output: Path | None, coverage_wanted: bool, json_wanted: bool
) -> None:
    """Show what was found, and only then write it: what can't be written is not lost."""
    fields = report_as_json(report)
    names = _names_of_records(report, output)
    changes = changes_since(file.before, fields) if file is not None and file.before is not None else None
    if json_wanted:
        tell_json("judge", fields | ({"changes": changes} if changes else {}))
    else:
        show_report(Console(), report, names, changes, coverage_wanted)
    with refusing():
        if file is not None:
            file.footer(fields)
        for number, path in names.items():
            write_file(path, report.findings[number - 1].sgf)


def _names_of_records(report: Report, output: Path | None) -> dict[int, Path]:
    """The game record of each finding, by its number."""
    numbered = enumerate(report.findings, start=1) if output is not None else ()
    folder = output or Path()
    return {number: folder / f"{number}-{finding.disagreement.aspect.value}.sgf" for number, finding in numbered}
