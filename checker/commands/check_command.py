"""`superko check`: choose checks, run them with a progress bar, and say whether every verdict is the recorded one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from ...interpreter.rule_names import last_amendments
from ...interpreter.rules_files import names_a_file
from ...interpreter.wording import counted
from ...spec.claim import claims as registered_claims
from ...spec.rules import Refusal, Rules
from ...spec.written import written_rules
from ..evidence.checks import AS_FOR_THE_DOCUMENT, Check, Scope
from ..evidence.choosing import askable, chosen_checks
from ..evidence.decided import everything_decided, recorded_outcomes
from ..evidence.queries import Asking
from ..evidence.recorded import record, recorded_verdicts
from ..evidence.runner import Finding, run, unanswered
from ..evidence.verdict import Outcome
from ..proofs.solvers import CVC5, Z3, MissingSolver, cvc5_answer, cvc5_package
from ..telling.data import tell_json
from ..telling.names import NamedThing
from ..telling.options import (
    NEW_FOLDER,
    NEW_TABLE,
    BadRequest,
    ChoiceType,
    IdType,
    NamedRules,
    json_option,
    optional_rules,
    refusing,
)
from ..telling.progress import progress_bar
from ..telling.report import INDENT, Console, say
from ..telling.terminal import Exit, remark
from .claims_report import claim_as_json, show_claims, write_claims, write_queries
from .findings_report import CheckRun, run_found, show_run, show_whole_run


@click.command("check")
@click.option(
    "--claim",
    "claims",
    multiple=True,
    type=IdType(NamedThing.CLAIM),
    metavar="ID",
    help="Only this claim; `*` stands for anything.",
)
@click.option("--board", "boards", multiple=True, metavar="WxH", help="Only this board.")
@optional_rules("Only under these rules: a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME.")
@click.option(
    "--scope",
    type=ChoiceType([scope.value for scope in Scope]),
    default=Scope.QUICK.value,
    help="How much to check: quick, about a minute; standard, tens of minutes; deep, as long as it takes.",
)
@click.option(
    "--smt",
    type=NEW_FOLDER,
    metavar="DIR",
    help="Only proofs; write every query of theirs into this directory, new or empty, as a file of SMT-LIB, with an "
    "index.",
)
@click.option(
    "--solver",
    type=ChoiceType([CVC5]),
    help="Only proofs; have every query answered by this solver too. A claim that solvers disagree on is not proved.",
)
@json_option
@click.option("--each", is_flag=True, help="Every verdict in full, a line for each board.")
@click.option("--explain", "explained", is_flag=True, help="Under rules of your own: say why there is no proof, too.")
@click.option(
    "--list",
    "list_wanted",
    is_flag=True,
    help="List the claims, and decide none; with --each, the checks.",
)
@click.option(
    "-o",
    "--output",
    type=NEW_TABLE,
    metavar="FILE",
    help="With --list: write the table into FILE.csv, or between the markers of FILE.md.",
)
@click.option("--workers", type=click.IntRange(1), help="How many processes to use; one for each core if not given.")
@click.option("--record", "record_wanted", is_flag=True, help="Write the verdicts down as the recorded ones.")
def check_command(
    claims: Sequence[str],
    boards: Sequence[str],
    named: NamedRules | None,
    scope: str,
    smt: Path | None,
    solver: str | None,
    json_wanted: bool,
    each: bool,
    explained: bool,
    list_wanted: bool,
    output: Path | None,
    workers: int | None,
    record_wanted: bool,
) -> None:
    """Decide claims about the rules, and compare every verdict with the recorded one.

    FILE.py:NAME are the rules of that name in a Python file. Where they have amended clauses, every claim that can be
    asked of them is decided for them, and compared with what is recorded for the document; those that can't be asked
    are listed with the reason. What is recorded of every ko rule, tax and so on is then decided for theirs alone.

    Exits with 0 when all are as recorded, with 1 when one is not, with 2 when the request can't be understood, with 3
    when none can be asked of amended rules, with 130 when it was interrupted, and with 143 when it was terminated; what
    was found until then is printed all the same.
    """
    rules = named and named.text
    amended = named if named and named.rules.amendments else None
    if output is not None and not list_wanted:
        raise BadRequest("Only the list of claims is written as a table; add --list.")
    if amended and record_wanted:
        raise BadRequest("What is found of amended rules is not recorded; leave out --record.")
    with refusing():
        if list_wanted:
            _list(claims, boards, rules, Scope(scope), each, output, json_wanted)
            return
        chosen = chosen_checks(claims, boards, rules, Scope(scope))
        if smt or solver:
            chosen = those_with_queries(chosen)
        asking = way_of_asking(solver, smt)
        asked, not_asked = askable(chosen, amended.rules) if amended else (chosen, {})
    elsewhere = rules is not None and names_a_file(rules)
    run_all = partial(run, workers=workers, amended=amended.text if amended else "", how=asking, elsewhere=elsewhere)
    in_pieces = partial(_found_by, run_all, json_wanted)
    is_whole = not (claims or boards or each or smt or solver or explained or json_wanted)
    findings = _after_what_changed(amended, asked, in_pieces) if amended and is_whole else in_pieces(asked)
    if record_wanted:
        with refusing():
            record({finding.check.name: finding.verdict for finding in findings})
    others = () if amended else recorded_outcomes(findings)
    checked = run_found(asked, findings, others, amended, not_asked)
    if json_wanted:
        tell_json("check", checked.as_json())
    elif is_whole and (amended or not rules):
        show_whole_run(Console(), checked)
    elif findings or amended:
        show_run(Console(), checked, each, explained)
    for contradiction in checked.contradicted:
        click.secho(f"Error: {contradiction}", fg="red", err=True)
    tell_of_queries(findings, smt, json_wanted)
    _exit(checked)


def _found_by(
    run_all: Callable[[Sequence[Check]], Iterable[Finding]], quiet: bool, chosen: Sequence[Check]
) -> list[Finding]:
    """What some checks find, in their order, with a progress bar; until then, where the user interrupts it."""
    order = {check.name: number for number, check in enumerate(chosen)}
    findings: list[Finding] = []
    # The costs of checks differ a hundredfold, so the bar advances by cost and not by number.
    total = sum(check.cost for check in chosen)
    with suppress(KeyboardInterrupt), progress_bar("checking", total, quiet=quiet, counts=False) as bar:
        for finding in run_all(chosen) if chosen else ():
            findings.append(finding)
            bar.advance(f"{len(findings)} of {len(chosen)} checks", finding.check.cost)
    return sorted(findings, key=lambda finding: order[finding.check.name])


def _after_what_changed(
    amended: NamedRules, chosen: Sequence[Check], in_pieces: Callable[[Sequence[Check]], list[Finding]]
) -> list[Finding]:
    """Print what amended rules change, each sentence as soon as it is known, and then run the checks."""
    console = Console()
    for sentence in what_changed(amended.rules, amended.text):
        say(console, sentence, further=INDENT)
    about_it = [check for check in chosen if check.claim == on_whether_it_ends(amended.rules)]
    findings = in_pieces(about_it)
    if len(findings) < len(about_it):
        return findings
    say(console, whether_it_ends(amended.rules, findings), further=INDENT)
    others = [check for check in chosen if check not in about_it]
    remark(f"{counted(len(others), 'other check')} follow; Ctrl-C ends them.")
    return [*findings, *in_pieces(others)]


def _exit(run: CheckRun) -> None:
    """Exit with the status for what was found, and say if checks are left because it was interrupted."""
    if run.undecided:
        click.echo(f"Interrupted: {len(run.undecided)} of {len(run.chosen)} checks were not decided.", err=True)
        sys.exit(Exit.INTERRUPTED)
    if run.contradicted or run.otherwise:
        sys.exit(Exit.DIFFERENCE)
    if not run.findings and any(reason != AS_FOR_THE_DOCUMENT for reason in run.not_asked.values()):
        sys.exit(Exit.NOT_DECIDED)


def _list(
    claims: Sequence[str],
    boards: Sequence[str],
    rules: str | None,
    scope: Scope,
    each: bool,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Print or write what is recorded of claims, of all those too that no check decides; with each, names of checks."""
    is_narrowed = each or claims or boards or rules
    chosen = chosen_checks(claims, boards, rules, scope) if is_narrowed else ()
    if each:
        click.echo("\n".join(made.name for made in chosen))
        return
    asked = {check.claim for check in chosen}
    decided = [of_claim for of_claim in everything_decided() if of_claim.claim.id in asked or not is_narrowed]
    if output is not None:
        write_claims(output, decided)
    elif json_wanted:
        tell_json("claims", {"claims": [claim_as_json(decided_claim) for decided_claim in decided]})
    else:
        show_claims(Console(), decided)


def those_with_queries(chosen: Sequence[Check]) -> list[Check]:
    """The checks that ask solvers, as far as it is recorded, and those of which nothing is recorded."""
    recorded = recorded_verdicts()
    with_queries = [
        check
        for check in chosen
        if (known := recorded.get(check.name)) is None or known["method"] == Z3 or "queries" in known.get("counts", {})
    ]
    if not with_queries:
        raise ValueError(
            "None of these checks asks a solver anything, so there is no query to write down or to answer again."
        )
    return with_queries


def way_of_asking(solver: str | None, directory: Path | None) -> Asking:
    """How solvers are to be asked, as the options say; the directory is made, so that nothing is asked in vain."""
    if directory is not None:
        directory.mkdir(parents=True, exist_ok=True)
    if solver != CVC5:
        return Asking(written=directory is not None)
    try:
        cvc5_package()
    except MissingSolver as error:
        raise ValueError(str(error)) from None
    return Asking({CVC5: cvc5_answer}, directory is not None)


def tell_of_queries(findings: Sequence[Finding], directory: Path | None, quiet: bool) -> None:
    """Write the queries into a directory, if one is given, and say which ones a solver left open."""
    asked = [query for finding in findings for query in finding.asked]
    for solver, left in unanswered(asked).items():
        named = "; ".join(dict.fromkeys(f"{query.claim}, {query.step}" for query in left))
        click.echo(f"{solver} has no answer to {len(left)} of {len(asked)} queries: {named}.", err=True)
    if directory is None:
        return
    with refusing():
        number = write_queries(directory, findings)
    if not quiet:
        click.echo(f"{number} queries are written into {directory}.")


_BOARDS_VALUED = ("1x1", "2x1", "3x1", "2x2")
_MOST_NODES = 20_000
_SECONDS_TO_COMPARE = 10.0
_ENDS = "-terminates"


def what_changed(rules: Rules, name: str) -> Iterator[str]:
    """Sentences on amended rules, beside those that they were made of; `name` is what they are called."""
    # Searches take a while to import, here and below.
    from ..play.comparison import compare_rules  # noqa: PLC0415

    before = replace(rules, amendments=())
    made_of = written_rules(before)
    yield f"{name} is {made_of} with these changes:"
    for clause, amendment in last_amendments(rules).items():
        yield f"  {clause} is {amendment.change}: {amendment.text}"
    yield f"Beside {made_of}: {compare_rules(before, rules, seconds=_SECONDS_TO_COMPARE)}"
    leads = [(board, value_on(board, rules), value_on(board, before)) for board in _BOARDS_VALUED]
    listed = (f"{board} {now}" if now == was else f"{board} {now} (was {was})" for board, now, was in leads)
    yield f"Black's lead under best play, from the empty board: {', '.join(listed)}."


def on_whether_it_ends(rules: Rules) -> str:
    """The claim that every game under some rules ends; "" if their document has none."""
    about = [claim.id for claim in registered_claims() if claim.document == rules.document and claim.id.endswith(_ENDS)]
    return max(about, key=lambda claim: (claim == "claim/game-terminates", -len(claim)), default="")


def whether_it_ends(rules: Rules, findings: Sequence[Finding]) -> str:
    """Whether every game ends under some rules, in a sentence: by a proof, or by a game that goes on forever."""
    if {finding.verdict.outcome for finding in findings} == {Outcome.PROVED}:
        return f"Every game ends, on boards of every size ({on_whether_it_ends(rules)} is proved)."
    from ..proofs.endless import endless_game_in_any_phase  # noqa: PLC0415

    try:
        endless = endless_game_in_any_phase(rules)
    except Refusal as refused:
        return f"It is not known whether every game ends. {refused}"
    if endless is not None:
        return f"A game can go on forever: {endless}."
    return "It is not known whether every game ends: there is no proof, and no endless game was found on tiny boards."


def value_on(board: str, rules: Rules) -> str:
    """What an empty board is worth to Black under some rules; "?" where a short search does not say."""
    from ..solving.budget import Budget  # noqa: PLC0415
    from ..solving.solution import solve  # noqa: PLC0415

    try:
        solution = solve(rules, board, Budget(nodes=_MOST_NODES))
    except Refusal:
        return "?"
    if solution.value is not None:
        return f"{solution.value:g}"
    return "?" if solution.both is None else f"{solution.both.worst:g} or {solution.both.best:g}"
