"""`superko check`: choose checks, run them with a progress bar, and tell whether every verdict is the recorded one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import shorten, wrap
from typing import Any

import click

from ...interpreter.files import NotWritten
from ...interpreter.rules_files import names_a_file
from ...interpreter.wording import counted
from ...spec.claim import claim_named
from ...spec.rules import Rules
from ..evidence.checks import AS_FOR_THE_DOCUMENT, Check, Scope
from ..evidence.choosing import Askable, NotAsked, askable, asked_as_json, chosen_checks
from ..evidence.decided import (
    Decided,
    Outcomes,
    all_beside_the_record,
    everything_decided,
    headlines,
    recorded_outcomes,
)
from ..evidence.headlines import Headline, Truth
from ..evidence.journal import Journal
from ..evidence.queries import AskedQuery, Asking
from ..evidence.recorded import Contradiction, contradictions, record, recorded_verdicts
from ..evidence.runner import Finding, Trouble, run, unanswered
from ..evidence.verdict import Outcome, Verdict
from ..evidence.workers import processors
from ..proofs.solvers import CVC5, Z3, MissingSolver, cvc5_answer, cvc5_package
from ..telling.names import NamedThing
from ..telling.options import (
    KEPT_FILE,
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
from ..telling.report import Console, show_whole
from ..telling.schemas import tell_json
from ..telling.terminal import Exit
from .claims_report import claim_as_json, show_claims, write_claims
from .findings_report import amended_as_json, findings_as_json, show_amended, show_asked, show_change, show_findings
from .queries import write_queries

CLAIMS_OF = "claims of"


def summary(findings: Sequence[Finding], width: int, workers: int) -> Iterator[str]:
    """The lines about many findings, for a terminal of some columns; only sentences of claims are cut.

    Args:
        findings: of several claims.
        width: of the terminal, in columns.
        workers: how many processors the checks ran on.
    """
    of_claims = headlines(findings)
    yield from _of_documents(of_claims)
    yield ""
    for answer, heading in ((Truth.FALSE, "False:"), (Truth.DEPENDS, "It depends:"), (Truth.OPEN, "Open:")):
        said = {
            claim: headline.rest.removeprefix(": ") if answer is Truth.DEPENDS else claim_named(claim).text
            for claim, headline in of_claims.items()
            if headline.answer is answer
        }
        yield from _of_a_kind(heading, said, width)
    needed = {finding.check.claim: None for finding in findings if finding.verdict.outcome is Outcome.NEEDED}
    if needed:
        names = ", ".join(claim.partition("/")[2] for claim in needed)
        yield from wrap(f"Not so without one of the clauses: {names}.", width, break_on_hyphens=False)
    yield ""
    yield from wrap(total(findings, workers), width)
    yield "Read about one, with its game: superko show ID. All: superko check --each"


def total(findings: Sequence[Finding], workers: int) -> str:
    """How many checks there were, whether all came out as recorded, and what it took, in a sentence."""
    otherwise = sum(not finding.as_recorded for finding in findings)
    work = sum(finding.seconds for finding in findings)
    ending = "what differs stands above" if otherwise else "nothing is unexplained"
    checked = f"{counted(len(findings), 'check')}, {all_beside_the_record(findings)}"
    return f"{checked}, {work:.0f} s of work on {counted(workers, 'processor')}; {ending}."


def _of_documents(of_claims: Mapping[str, Headline]) -> Iterator[str]:
    """A line for each document: how many of its claims are true, false and so on."""
    numbers: dict[str, Counter[Truth]] = {}
    for claim, headline in of_claims.items():
        numbers.setdefault(claim_named(claim).document, Counter())[headline.answer] += 1
    name = max(map(len, (*numbers, CLAIMS_OF)))
    yield " ".join((CLAIMS_OF.ljust(name), *(answer.value for answer in Truth)))
    for document, counts in numbers.items():
        cells = (str(counts[answer] or "").rjust(len(answer.value)) for answer in Truth)
        yield " ".join((document.ljust(name), *cells)).rstrip()


def _of_a_kind(heading: str, said: Mapping[str, str], width: int) -> Iterator[str]:
    if said:
        yield heading
    for claim, sentence in said.items():
        rest = width - len(claim) - 4
        text = shorten(sentence, rest, placeholder=" …", break_on_hyphens=False) if rest > len(" …") else ""
        yield f"  {claim}  {text}".rstrip()


@dataclass(frozen=True)
class HowToCheck:
    """How checks are run, whatever they are.

    Attributes:
        workers: how many processes to use; as many as there are cores, if None.
        asking: how solvers are asked.
        smt: the directory to write their queries into, if any.
        journal: the file that keeps the findings, if any.
        json_wanted: whether to print JSON, and nothing else.
        each: whether to tell every verdict in full.
        explained: whether to tell why there is no proof.
        elsewhere: whether nothing is to be decided in this process, as a file of an author has run in it.
    """

    workers: int | None = None
    asking: Asking = field(default_factory=Asking)
    smt: Path | None = None
    journal: Path | None = None
    json_wanted: bool = False
    each: bool = False
    explained: bool = False
    elsewhere: bool = False


def run_with_progress(
    chosen: Sequence[Check], how_to: HowToCheck, amended: str = "", journal: Journal | None = None
) -> list[Finding]:
    """Run the checks with a progress bar on standard error; the findings come in the order of the checks.

    What stands in a journal is not run again, and what is found is written down in it. When the user interrupts it, the
    findings until then are given. See `run` for amended rules and for how solvers are asked.
    """
    order = {check.name: number for number, check in enumerate(chosen)}
    with refusing():
        findings = journal.known(chosen) if journal else []
    left = [chosen[order[name]] for name in undecided(chosen, findings)]
    # What is left is told by what the checks cost, which differs from one to the next a hundredfold.
    done, total = (sum(made.cost for made in group) for group in ([finding.check for finding in findings], chosen))
    bars = progress_bar("checking", total, quiet=how_to.json_wanted, counts=False, done=done)
    with suppress(KeyboardInterrupt), bars as bar:
        for finding in run(left, how_to.workers, amended, how_to.asking, how_to.elsewhere) if left else ():
            findings.append(finding)
            journal = journal and _written(journal, finding)
            bar.advance(f"{len(findings)} of {len(chosen)} checks", finding.check.cost)
    return sorted(findings, key=lambda finding: order[finding.check.name])


def _written(journal: Journal, finding: Finding) -> Journal | None:
    """The journal with a finding more; none from now on, if it can't be written: what is found is told in the end."""
    try:
        journal.add(finding)
    except NotWritten as error:
        click.echo(f"Error: {error} The check goes on without it.", err=True)
        return None
    return journal


def journal_of(how_to: HowToCheck, rules: Rules, named: str = "") -> Journal | None:
    """The journal that is asked for; what can't be used as one is refused."""
    if how_to.journal is None:
        return None
    if how_to.asking.second or how_to.smt:
        raise BadRequest("A journal does not keep queries; leave out --journal, or --smt and --solver.")
    with refusing():
        return Journal(how_to.journal, rules, named)


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
@click.option(
    "--journal",
    type=KEPT_FILE,
    metavar="FILE",
    help="Keep every verdict in this file as it comes, and go on from there.",
)
@click.option(
    "--record", "record_wanted", is_flag=True, hidden=True, help="Write the verdicts down as the recorded ones."
)
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
    journal: Path | None,
    record_wanted: bool,
) -> None:
    """Decide claims about the rules, and compare every verdict with the recorded one.

    FILE.py:NAME are the rules of that name in a Python file. Where they have amended clauses, every claim that can be
    asked of them is decided for them, and compared with what is recorded for the document; those that can't be asked
    are listed with the reason. What is recorded of every ko rule, tax and so on is then decided for theirs alone.

    With --journal a check that takes long can be done in pieces: the same command goes on where it was stopped.

    Exits with 0 when all are as recorded, with 1 when one is not, with 2 when the request can't be understood, with 3
    when none can be asked of amended rules, with 130 when it was interrupted, and with 143 when it was terminated; what
    was found until then is printed all the same.
    """
    rules = named and named.text
    if output is not None and not list_wanted:
        raise BadRequest("Only the list of claims is written as a table; add --list.")
    if list_wanted and not (named and named.rules.amendments):
        with refusing():
            if each:
                click.echo("\n".join(made.name for made in chosen_checks(claims, boards, rules, Scope(scope))))
            else:
                _list(chosen_claims(claims, boards, rules, Scope(scope)), output, json_wanted)
        return
    with refusing():
        try:
            chosen = chosen_checks(claims, boards, rules, Scope(scope))
            if smt or solver:
                chosen = those_with_queries(chosen)
            how = way_of_asking(solver, smt)
        except MissingSolver as error:
            raise ValueError(str(error)) from None
        if named is not None and named.rules.amendments and record_wanted:
            raise ValueError("What is found of amended rules is not recorded; leave out --record.")
    of_a_file = rules is not None and names_a_file(rules)
    how_to = HowToCheck(workers, how, smt, journal, json_wanted, each, explained, of_a_file)
    if named is not None and named.rules.amendments:
        whole = not (claims or boards or each or explained)
        _ask(askable(chosen, named.rules), named.text, how_to, list_wanted, whole)
        return
    findings = run_with_progress(chosen, how_to, journal=journal_of(how_to, Rules()))
    if record_wanted:
        with refusing():
            record({finding.check.name: finding.verdict for finding in findings})
    findings, contradicted = without_contradicted(findings, recorded_outcomes(findings))
    if json_wanted:
        tell_json("check", findings_as_json(findings, undecided(chosen, findings), contradicted))
    elif findings and (each or claims or boards or rules or smt or solver):
        show_findings(Console(), findings, each)
    elif findings:
        show_summary(Console(), findings, workers or processors())
    tell_of_contradictions(contradicted)
    tell_of_queries(findings, smt, json_wanted)
    _exit(chosen, findings, contradicted, journal)


def without_contradicted(
    findings: Sequence[Finding], others: Outcomes = ()
) -> tuple[list[Finding], Sequence[Contradiction]]:
    """The findings, in which no proof stands that another verdict contradicts; and where verdicts do.

    Args:
        findings: what was found.
        others: what other checks have come to under the same rules.
    """
    contradicted = contradictions([*others, *((finding.check, finding.verdict.outcome) for finding in findings)])
    notes = {contradiction.proof.name: str(contradiction) for contradiction in contradicted}
    return [
        _untold(finding, notes[finding.check.name]) if finding.check.name in notes else finding for finding in findings
    ], contradicted


def _untold(finding: Finding, why: str) -> Finding:
    verdict = Verdict(Outcome.UNKNOWN, finding.verdict.scope, finding.verdict.method, notes=why)
    return replace(finding, verdict=verdict, as_recorded=False)


def tell_of_contradictions(contradicted: Sequence[Contradiction]) -> None:
    """Say on standard error which verdicts contradict each other: an error of ours, or of what is recorded."""
    for contradiction in contradicted:
        click.secho(f"Error: {contradiction}", fg="red", err=True)


def show_summary(console: Console, findings: Sequence[Finding], workers: int) -> None:
    """Print what there is to say of everything at once; a finding that is not as recorded is told in full before."""
    wrong = [finding for finding in findings if not finding.as_recorded]
    if wrong:
        show_findings(console, wrong)
        console.print()
    for line in summary(findings, console.width, workers):
        show_whole(console, line)


def undecided(chosen: Sequence[Check], findings: Sequence[Finding]) -> list[str]:
    """The names of the checks of which nothing was found, because the user had enough before."""
    decided = {finding.check.name for finding in findings}
    return [check.name for check in chosen if check.name not in decided]


def _exit(
    chosen: Sequence[Check], findings: Sequence[Finding], contradicted: Sequence[Contradiction], journal: Path | None
) -> None:
    """Exit with the status that tells what was found, and say if checks are left because it was interrupted."""
    left = undecided(chosen, findings)
    if left:
        goes_on = f" The same command goes on from {journal}." if journal else ""
        click.echo(f"Interrupted: {len(left)} of {len(chosen)} checks were not decided.{goes_on}", err=True)
        sys.exit(Exit.INTERRUPTED)
    if contradicted or not all(finding.as_recorded for finding in findings if finding.trouble is not Trouble.REFUSED):
        sys.exit(Exit.DIFFERENCE)


def chosen_claims(claims: Sequence[str], boards: Sequence[str], rules: str | None, scope: Scope) -> list[Decided]:
    """What is recorded of the claims that are asked for; of all, those that no check decides too.

    Raises:
        ValueError: as for `chosen_checks`.
    """
    decided = everything_decided()
    if not (claims or boards or rules):
        return decided
    asked = {check.claim for check in chosen_checks(claims, boards, rules, scope)}
    return [decided_claim for decided_claim in decided if decided_claim.claim.id in asked]


def _list(decided: Sequence[Decided], output: Path | None, json_wanted: bool) -> None:
    """Print or write what is recorded of claims."""
    if output is not None:
        write_claims(output, decided)
    elif json_wanted:
        tell_json("claims", {"claims": [claim_as_json(decided_claim) for decided_claim in decided]})
    else:
        show_claims(Console(), decided)


def _ask(
    asked: Askable,
    rules: str,
    how_to: HowToCheck,
    list_wanted: bool,
    whole: bool,
) -> None:
    """Ask checks of amended rules, as the command does; where all are asked, say in a few lines what changed."""
    if list_wanted and how_to.json_wanted:
        tell_json("askable", asked_as_json(asked))
        return
    if list_wanted:
        show_asked(Console(), rules, asked)
        return
    chosen = asked.checks
    all_findings = run_with_progress(chosen, how_to, rules, journal_of(how_to, asked.rules, rules))
    findings = [finding for finding in all_findings if finding.trouble is not Trouble.REFUSED]
    refused = [finding for finding in all_findings if finding.trouble is Trouble.REFUSED]
    not_asked = [NotAsked(finding.check, finding.verdict.notes) for finding in refused]
    asked = replace(asked, not_asked=[*asked.not_asked, *not_asked])
    findings, contradicted = without_contradicted(findings)
    if how_to.json_wanted:
        tell_json("check-amended", amended_as_json(asked, findings, contradicted))
    elif whole:
        show_change(Console(), asked, rules, findings)
    else:
        show_amended(Console(), rules, asked, findings, how_to.each, how_to.explained)
    tell_of_contradictions(contradicted)
    tell_of_queries(findings, how_to.smt, how_to.json_wanted)
    _exit(chosen, [*findings, *refused], contradicted, how_to.journal)
    if not findings and any(unasked.reason != AS_FOR_THE_DOCUMENT for unasked in asked.not_asked):
        sys.exit(Exit.NOT_DECIDED)


NO_PROOF = "None of these checks asks a solver anything, so there is no query to write down or to answer again."


def those_with_queries(chosen: Sequence[Check]) -> list[Check]:
    """The checks that ask solvers, as far as it is recorded, and those of which nothing is recorded.

    Raises:
        ValueError: there is none.
    """
    recorded = recorded_verdicts()
    with_queries = [check for check in chosen if check.name not in recorded or asks_solvers(recorded[check.name])]
    if not with_queries:
        raise ValueError(NO_PROOF)
    return with_queries


def asks_solvers(recorded: Mapping[str, Any]) -> bool:
    """Whether solvers are asked for a verdict, going by what is recorded of it."""
    return recorded["method"] == Z3 or "queries" in recorded.get("counts", {})


def way_of_asking(solver: str | None, directory: Path | None) -> Asking:
    """How solvers are to be asked, as the options say; the directory is made, so that nothing is asked in vain.

    Raises:
        BadRequest: the directory can't be made.
        MissingSolver: a solver is not installed.
    """
    if directory is not None:
        with writing_into(directory):
            directory.mkdir(parents=True, exist_ok=True)
    if solver != CVC5:
        return Asking(written=directory is not None)
    cvc5_package()
    return Asking({CVC5: cvc5_answer}, directory is not None)


@contextmanager
def writing_into(directory: Path) -> Iterator[None]:
    """Say in one sentence that nothing can be written into a directory, where that is so.

    Raises:
        BadRequest: it is so.
    """
    try:
        yield
    except OSError as error:
        raise BadRequest(f"The queries can't be written into {directory}: {error.strerror}.") from None


def tell_of_queries(findings: Sequence[Finding], directory: Path | None, quiet: bool = False) -> None:
    """Write the queries into a directory, if one is given, and tell which ones a solver left open."""
    asked = [query for finding in findings for query in finding.asked]
    for solver, left in unanswered(asked).items():
        click.echo(f"{solver} has no answer to {len(left)} of {len(asked)} queries: {_named(left)}.", err=True)
    if directory is None:
        return
    with writing_into(directory):
        number = write_queries(directory, findings)
    if not quiet:
        click.echo(f"{number} queries are written into {directory}.")


def _named(asked: Sequence[AskedQuery]) -> str:
    return "; ".join(dict.fromkeys(f"{query.claim}, {query.step}" for query in asked))
