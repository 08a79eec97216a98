"""`superko check`: choose checks, run them with a progress bar, and tell whether every verdict is the recorded one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ..evidence.checks import Check, Scope
from ..evidence.recorded import record
from ..evidence.runner import Finding, Trouble, run
from ..evidence.workers import processors
from ..proofs.solvers import CVC5, Asking, MissingSolver
from ..telling.terminal import INTERRUPTED
from .amended_report import amended_as_json, show_amended
from .asking import Askable, NotAsked, asked
from .bad_request import BadRequest
from .check_summary import summary
from .choosing import chosen_checks
from .findings_report import as_json, show_findings
from .naming import rules_named
from .solver_options import tell_of_queries, those_with_queries, way_of_asking

NOT_AS_RECORDED = 1


def run_with_progress(
    chosen: Sequence[Check], workers: int | None, amended: str = "", how: Asking | None = None, quiet: bool = False
) -> list[Finding]:
    """Run the checks with a progress bar on standard error; the findings come in the order of the checks.

    When the user interrupts it, the findings until then are given. See `run` for amended rules and for how solvers are
    asked.
    """
    order = {check.name: number for number, check in enumerate(chosen)}
    findings: list[Finding] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    hidden = quiet or not console.is_terminal
    with (
        Progress(*columns, console=console, transient=True, disable=hidden) as progress,
        suppress(KeyboardInterrupt),
    ):
        task = progress.add_task("checking", total=len(chosen))
        for finding in run(chosen, workers, amended, how):
            findings.append(finding)
            progress.update(task, advance=1, description=finding.check.claim)
    return sorted(findings, key=lambda finding: order[finding.check.name])


@click.command("check")
@click.option("--claim", "claims", multiple=True, metavar="ID", help="Only this claim; `*` stands for anything.")
@click.option("--board", "boards", multiple=True, metavar="WxH", help="Only this board.")
@click.option(
    "--rules",
    metavar="RULES",
    help="Only under these rules: a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME.",
)
@click.option(
    "--scope",
    type=click.Choice([scope.value for scope in Scope]),
    default=Scope.QUICK.value,
    help="How much to check: quick, about a minute; standard, tens of minutes; deep, as long as it takes.",
)
@click.option(
    "--smt",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Only proofs; write every query of theirs into this directory, as a file of SMT-LIB, with an index.",
)
@click.option(
    "--solver",
    type=click.Choice([CVC5]),
    help="Only proofs; have every query answered by this solver too. A claim that solvers disagree on is not proved.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Print the findings as JSON.")
@click.option("--each", is_flag=True, help="Every verdict in full, a line for each board.")
@click.option("--list", "list_wanted", is_flag=True, help="List the checks, and run none.")
@click.option(
    "--workers", type=click.IntRange(1), help="How many processes to use; as many as there are cores if not given."
)
@click.option(
    "--record", "record_wanted", is_flag=True, hidden=True, help="Write the verdicts down as the recorded ones."
)
def check_command(
    claims: Sequence[str],
    boards: Sequence[str],
    rules: str | None,
    scope: str,
    smt: Path | None,
    solver: str | None,
    json_wanted: bool,
    each: bool,
    list_wanted: bool,
    workers: int | None,
    record_wanted: bool,
) -> None:
    """Decide claims about the rules, and compare every verdict with the recorded one.

    FILE.py:NAME are the rules of that name in a Python file. Where they have amended clauses, every claim that can be
    asked of them is decided for them, and compared with what is recorded for the document; those that can't be asked
    are listed with the reason.

    Exits with 0 when all are as recorded, with 1 when one is not, with 2 when the request can't be understood, and with
    130 when it was interrupted; what was found until then is told all the same.
    """
    try:
        told = None if rules is None else rules_named(rules)
        chosen = chosen_checks(claims, boards, rules, Scope(scope))
        if smt or solver:
            chosen = those_with_queries(chosen)
        how = way_of_asking(solver, smt)
        amended = told if told is not None and told.amendments else None
        if amended is not None and record_wanted:
            raise ValueError("What is found of amended rules is not recorded; leave out --record.")
    except (ImportError, ValueError, MissingSolver) as error:
        raise BadRequest(str(error)) from None
    if amended is not None and rules is not None:
        _ask(asked(chosen, amended), rules, workers, how, smt, json_wanted, each, list_wanted)
        return
    if list_wanted:
        for check in chosen:
            click.echo(check.name)
        return
    findings = run_with_progress(chosen, workers, how=how, quiet=json_wanted)
    if record_wanted:
        record({finding.check.name: finding.verdict for finding in findings})
    if json_wanted:
        click.echo(as_json(findings, undecided(chosen, findings)))
    elif findings and (each or claims or boards or rules or smt or solver):
        show_findings(Console(), findings, each)
    elif findings:
        show_summary(Console(), findings, workers or processors())
    tell_of_queries(findings, smt, json_wanted)
    _exit(undecided(chosen, findings), len(chosen), findings)


def show_summary(console: Console, findings: Sequence[Finding], processors: int) -> None:
    """Print what there is to say of everything at once; a finding that is not as recorded is told in full before."""
    wrong = [finding for finding in findings if not finding.as_recorded]
    if wrong:
        show_findings(console, wrong)
        console.print()
    for line in summary(findings, console.width, processors):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def undecided(chosen: Sequence[Check], findings: Sequence[Finding]) -> list[str]:
    """The names of the checks of which nothing was found, because the user had enough before."""
    decided = {finding.check.name for finding in findings}
    return [check.name for check in chosen if check.name not in decided]


def _exit(left: Sequence[str], number: int, findings: Sequence[Finding]) -> None:
    """Exit with the status that tells what was found, and say if checks are left because it was interrupted."""
    if left:
        click.echo(f"Interrupted: {len(left)} of {number} checks were not decided.", err=True)
        sys.exit(INTERRUPTED)
    if not all(finding.as_recorded for finding in findings):
        sys.exit(NOT_AS_RECORDED)


def _ask(
    some: Askable,
    rules: str,
    workers: int | None,
    how: Asking,
    smt: Path | None,
    json_wanted: bool,
    each: bool,
    list_wanted: bool,
) -> None:
    """Ask checks of amended rules, as the command does."""
    if list_wanted:
        for check in some.checks:
            click.echo(check.name)
        return
    chosen = some.checks
    found = run_with_progress(chosen, workers, rules, how, json_wanted) if chosen else []
    findings = [finding for finding in found if finding.trouble is not Trouble.REFUSED]
    refused = [
        NotAsked(finding.check, finding.verdict.notes) for finding in found if finding.trouble is Trouble.REFUSED
    ]
    some = replace(some, not_asked=[*some.not_asked, *refused])
    if json_wanted:
        click.echo(amended_as_json(some, findings))
    else:
        show_amended(Console(), rules, some, findings, each)
    tell_of_queries(findings, smt, json_wanted)
    _exit(undecided(chosen, found), len(chosen), findings)
