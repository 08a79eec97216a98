"""`superko check`: choose checks, run them with a progress bar, and tell whether every verdict is the recorded one."""

from __future__ import annotations

import fnmatch
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ...interpreter.rule_names import AMENDMENTS, KEY_OF_PARAMETER, key_of, rules_to_json
from ...interpreter.rules_files import named_rules, names_a_file
from ...spec.guard import word
from ..checks import Check, Scope, checks
from ..proofs.asking import Asking
from ..proofs.second_solver import CVC5, MissingSolver
from ..recorded import record
from ..report import as_json, show_findings
from ..runner import Finding, Trouble, interrupted, run
from .amended_report import amended_as_json, show_amended
from .asking import Asked, NotAsked, asked
from .bad_request import BadRequest
from .naming import rules_named
from .solver_options import tell_of_queries, those_with_queries, way_of_asking

NOT_AS_RECORDED = 1


def chosen_checks(
    claims: Sequence[str], boards: Sequence[str], rules: str | None, scope: Scope = Scope.QUICK
) -> list[Check]:
    """The checks of a scope that are asked for: any of the claims (patterns allowed), any of the boards, and the rules.

    Raises:
        ValueError: the rules are unknown, or nothing is left to check.
    """
    named = _named_parameters(rules) if rules else {}
    chosen = [
        check
        for check in checks().values()
        if scope.takes_in(check.scope)
        and (not claims or any(_matches(check.claim, pattern) for pattern in claims))
        and (not boards or any(_same_board(check.board, board) for board in boards))
        and _agrees(check, named)
    ]
    if not chosen:
        raise ValueError(
            "No check is of that claim, board, rules and scope; `superko check --list` shows what there is."
        )
    return chosen


def _matches(claim: str, pattern: str) -> bool:
    return fnmatch.fnmatchcase(claim, pattern) or claim.rsplit("/", 1)[-1] == pattern


def _same_board(board: str, other: str) -> bool:
    """Whether two boards are the same, lying or standing: what holds on 4x1 holds on 1x4."""
    return sorted(board.split("x")) == sorted(other.lower().split("x"))


def _named_parameters(rules: str) -> dict[str, str]:
    """The parameters that a rules text names: all of a preset's, or just the ones written out."""
    written = rules_to_json(named_rules(rules))
    values = {name: word(value) for name, value in written.items() if name != AMENDMENTS}
    if "=" in rules and not rules.strip().startswith("{") and not names_a_file(rules):
        mentioned = {key_of(part.split("=")[0].strip()) for part in rules.split(",")}
        if all("=" in part for part in rules.split(",")):
            values = {name: value for name, value in values.items() if name in mentioned}
    # Checks call parameters as clauses do, so that hasButton is also button.
    return values | {name: values[key] for name, key in KEY_OF_PARAMETER.items() if key in values}


def _agrees(check: Check, named: dict[str, str]) -> bool:
    label = dict(part.split("=", 1) for part in check.rules.split() if "=" in part)
    return all(named[name] in value.split("/") for name, value in label.items() if name in named)


def run_with_progress(
    chosen: Sequence[Check], workers: int | None, amended: str = "", how: Asking | None = None
) -> list[Finding]:
    """Run the checks with a progress bar on standard error; the findings come in the order of the checks.

    When the user interrupts it, the checks that were not decided by then are `unknown`. See `run` for amended rules and
    for how solvers are asked.
    """
    order = {check.name: number for number, check in enumerate(chosen)}
    findings: list[Finding] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("checking", total=len(chosen))
        try:
            for finding in run(chosen, workers, amended, how):
                findings.append(finding)
                progress.update(task, advance=1, description=finding.check.claim)
        except KeyboardInterrupt:
            decided = {finding.check.name for finding in findings}
            findings += [interrupted(check) for check in chosen if check.name not in decided]
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
    help="How much to check: quick, about a minute; standard, about ten; deep, as long as it takes.",
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
@click.option("--each", is_flag=True, help="A line for each board, also where the verdict is the same on several.")
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

    Exits with 0 when all are as recorded, with 1 when one is not, and with 2 when the request can't be understood.
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
    findings = run_with_progress(chosen, workers, how=how)
    if record_wanted:
        record({finding.check.name: finding.verdict for finding in findings})
    if json_wanted:
        click.echo(as_json(findings))
    else:
        show_findings(Console(), findings, each)
    tell_of_queries(findings, smt)
    if not all(finding.as_recorded for finding in findings):
        sys.exit(NOT_AS_RECORDED)


def _ask(
    some: Asked,
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
    found = run_with_progress(some.checks, workers, rules, how) if some.checks else []
    findings = [finding for finding in found if finding.trouble is not Trouble.REFUSED]
    refused = [
        NotAsked(finding.check, finding.verdict.notes) for finding in found if finding.trouble is Trouble.REFUSED
    ]
    some = replace(some, not_asked=[*some.not_asked, *refused])
    if json_wanted:
        click.echo(amended_as_json(some, findings))
    else:
        show_amended(Console(), rules, some, findings, each)
    tell_of_queries(findings, smt)
    if not all(finding.as_recorded for finding in findings):
        sys.exit(NOT_AS_RECORDED)
