"""`superko claims`: what has been decided about every claim, or everything about one of them, its proofs in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from ...interpreter.files import write_file
from ...interpreter.wording import counted, full_sentence, shown, tallied
from ...spec.parameters import READINGS
from ..evidence.checks import checks
from ..evidence.choosing import askable, asked_as_json
from ..evidence.decided import (
    Decided,
    checked_again,
    cut_at,
    decided_about,
    everything_decided,
    in_groups,
    in_which_settings,
    is_proof,
    on_what,
    resting_on,
    rows,
)
from ..evidence.queries import Asking
from ..evidence.recorded import verdict_data
from ..evidence.runner import Finding, timed
from ..evidence.trusted import CalledFunction, functions_called
from ..evidence.verdict import Outcome
from ..proofs.solvers import CVC5
from ..telling.names import TOPICS, NamedThing, ids_of, speaking_of
from ..telling.options import KEPT_FILE, RULES, BadRequest, IdType, NamedRules, json_option, refusing
from ..telling.report import Console, say, show_line
from ..telling.schemas import tell_json
from .check_command import file_text
from .findings_report import STYLES, show_asked, show_evidence, show_headline

BEGIN, END = "<!-- claims: begin -->\n", "<!-- claims: end -->\n"


def with_table(text: str, table: str) -> str:
    """A Markdown text with a table in the place of what stands between the two markers.

    Raises:
        ValueError: the text has no such markers.

    >>> with_table(f"before{BEGIN}old{END}after", "new") == f"before{BEGIN}new{END}after"
    True
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"it must have a line {BEGIN.strip()} and below it a line {END.strip()}.")
    return f"{before}{BEGIN}{table}{END}{after}"


@click.command("claims")
@click.argument(
    "claim",
    type=IdType(NamedThing.CLAIM),
    metavar="[ID|WORDS]",
    nargs=-1,
    callback=lambda context, parameter, words: " ".join(words) or None,
)
@click.option("--document", metavar="D", help="Only the claims about this document, such as katago-v2.")
@click.option(
    "--rules",
    "named",
    type=RULES,
    metavar="RULES",
    help="Which claims can be asked of these rules, FILE.py:NAME, and which can't.",
)
@click.option("--query", is_flag=True, help="Make a proof of the claim ID again, and print a query of it in full.")
@click.option(
    "--trusts", is_flag=True, help="Make a proof of the claim ID again, and list the functions that were called for it."
)
@json_option
@click.option("--markdown", is_flag=True, help="Print the table that CLAIMS.md has.")
@click.option(
    "-o",
    "--output",
    type=KEPT_FILE,
    metavar="FILE",
    help="With --markdown: put the table between the markers of this file, instead of printing it; the rest stays.",
)
def claims_command(
    claim: str | None,
    document: str | None,
    named: NamedRules | None,
    query: bool,
    trusts: bool,
    json_wanted: bool,
    markdown: bool,
    output: Path | None,
) -> None:
    """Tell what is recorded about every claim, or all about the claim ID, its proofs explained.

    WORDS, such as draw or triple ko, find the claims that speak of them.

    Nothing is decided anew but a proof for --query or --trusts; `superko check` does that. With --rules, tell instead
    what it can ask of the amended rules of that name in a Python file, and why it can't ask the rest.

    Exits with 0, or with 2 when the request can't be understood.
    """
    if output and not markdown:
        raise BadRequest("Only the Markdown table can be written into a file; add --markdown.")
    if claim and (document or markdown):
        raise BadRequest("Name a claim to read about it alone; leave it out to choose a document or print Markdown.")
    if named and (markdown or document):
        raise BadRequest("What can be asked of rules is not told by document, nor as Markdown; leave that out.")
    if (query or trusts) and (not claim or named or json_wanted):
        raise BadRequest("A query, or what a proof trusts, is printed of one claim, by its id and by nothing else.")
    with refusing():
        if query or trusts:
            _show_proof_made_again(Console(), decided_about(claim or ""), query, trusts)
        elif named:
            _tell_askable(claim, named, json_wanted)
        elif claim:
            _tell_those_meant(claim, json_wanted)
        else:
            _tell_all(document, json_wanted, markdown, output)


def _tell_askable(claim: str | None, named: NamedRules, json_wanted: bool) -> None:
    text, rules = named
    if not rules.amendments:
        raise ValueError(f"{text} has no amended clauses: what is recorded is what holds for it.")
    meant = None if claim is None else decided_about(claim).claim.id
    chosen = [check for check in checks().values() if meant in (None, check.claim)]
    if not chosen:
        raise ValueError(f"The claim {meant} has no checks; `superko claims` lists the claims.")
    asked = askable(chosen, rules)
    if json_wanted:
        tell_json("askable", asked_as_json(asked))
    else:
        show_asked(Console(), text, asked)


def _tell_those_meant(text: str, json_wanted: bool) -> None:
    """Tell of the claim with an id, or of those that speak of some words."""
    topic = TOPICS.get(text.strip().casefold())
    named = not topic and ids_of(text, NamedThing.CLAIM)
    elsewhere = [] if named else [*_told_elsewhere(text)]
    if decided_claims := [] if named else _speaking_of(text):
        if json_wanted:
            tell_json("claims", {"claims": [claim_as_json(decided) for decided in decided_claims]})
            return
        say(Console(), topic.answer if topic else f"{counted(len(decided_claims), 'claim')} of {shown(text)}:")
        show_claims(Console(), decided_claims)
        for sentence in elsewhere:
            say(Console(), sentence)
        return
    if elsewhere:
        raise ValueError(f"There is no claim {shown(text)}. {' '.join(elsewhere)}")
    decided = decided_about(text)
    if json_wanted:
        tell_json("claim", claim_as_json(decided))
    else:
        show_claim(Console(), decided)


def _speaking_of(text: str) -> list[Decided]:
    """What is recorded about the claims that speak of some words, or that our glossary names beside them."""
    # The games of the glossary take a while to import, and most who ask for a claim name it.
    from ..pages.glossary import ids_seen_with  # noqa: PLC0415

    by_id = {decided.claim.id: decided for decided in everything_decided()}
    seen = () if "/" in text else ids_seen_with(text)
    return [by_id[claim] for claim in dict.fromkeys([*speaking_of(text, NamedThing.CLAIM), *seen]) if claim in by_id]


def _told_elsewhere(text: str) -> Iterator[str]:
    """Which other commands tell about a word, in a sentence each."""
    # What the map asks takes a while to import.
    from ..map.boards import PROPERTIES  # noqa: PLC0415

    if ids_of(text, NamedThing.CLAUSE):
        yield f"`superko rules {text}` tells about the clause."
    if text in PROPERTIES:
        yield f"`superko map --property {text}` asks it of every rule set of a document."


def _tell_all(document: str | None, json_wanted: bool, markdown: bool, output: Path | None) -> None:
    if output:
        # See that there are markers in it before there is any work.
        _with_table(output, "")
    decided = everything_decided(document)
    if output:
        with refusing():
            write_file(output, _with_table(output, as_markdown(decided)))
    elif markdown:
        click.echo(as_markdown(decided), nl=False)
    elif json_wanted:
        tell_json("claims", {"claims": [claim_as_json(decided_claim) for decided_claim in decided]})
    else:
        show_claims(Console(), decided)


def _with_table(file: Path, table: str) -> str:
    try:
        return with_table(file.read_text(encoding="utf-8"), table)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason
        raise BadRequest(full_sentence(f"The table can't be put into {file}: {why}")) from None


HEADINGS = ("claim", "what it says", "is it so", "verdicts", "on what", "how")


def show_claims(console: Console, decided: Iterable[Decided]) -> None:
    """Print a claim after the other: what it says and how strongly, whether it is so, and in a line each verdict."""
    for decided_claim in decided:
        claim = decided_claim.claim
        console.print(f"[bold]{escape(claim.id)}[/] ({claim.strength.value}): {escape(claim.text)}", highlight=False)
        show_headline(console, decided_claim.headline)
        if decided_claim.undecided:
            outcome, reason = decided_claim.undecided
            show_line(console, reason, outcome.value, STYLES[outcome])
        for row in rows(decided_claim.findings):
            show_line(console, f"on {row.on}, by {row.method}", row.outcome.value, STYLES[row.outcome])
        if decided_claim.qualifying:
            show_line(console, f"read with {', '.join(decided_claim.qualifying)}")


def _styled(outcome: Outcome) -> str:
    return f"[{STYLES[outcome]}]{outcome.value}[/]"


def show_claim(console: Console, decided: Decided) -> None:
    """Print one claim in full: what it says and where, what bears on it, and every verdict with its evidence."""
    claim = decided.claim
    console.print(f"[bold]{escape(claim.id)}[/]: {escape(claim.text)}", highlight=False)
    show_headline(console, decided.headline)
    for other in map(decided_about, decided.qualifying):
        say(console, f"Read with {other.claim.id} ({other.headline.answer.value}): {other.claim.text}")
    console.print(f"{claim.document}, {claim.section}; {claim.strength.value}", highlight=False, markup=False)
    for name in decided.readings:
        console.print(f"{name}: {READINGS[name].question}", highlight=False, markup=False)
    console.print()
    if decided.undecided:
        outcome, reason = decided.undecided
        console.print(f"{_styled(outcome)}: {escape(reason)}", highlight=False)
        return
    for row in rows(decided.findings, each=True):
        counts = f": {row.counts}" if row.counts else ""
        show_line(console, f"on {row.on}, by {row.method}{counts}", row.outcome.value, STYLES[row.outcome])
    for function in dict.fromkeys(finding.check.function for finding in decided.findings):
        file = function.__module__.partition("checker.")[2].replace(".", "/")
        say(console, f"Decided by {function.__name__}, in checker/{file}.py.")
    for finding in decided.findings:
        if finding.verdict.witness or finding.verdict.notes:
            console.print()
            show_evidence(console, finding)
    show_proofs(console, claim.id, decided.findings)


def _show_proof_made_again(console: Console, decided: Decided, query: bool, trusts: bool) -> None:
    """Make the first proof of a claim again, and print a query of it, or the functions that were called for it.

    Raises:
        ValueError: nothing is proved of the claim, or its proof asks no solver.
    """
    proof = next(filter(is_proof, decided.findings), None)
    if proof is None:
        raise ValueError(f"Nothing is proved of {decided.claim.id}.")
    made, called = functions_called(partial(timed, proof.check.name, how=Asking(written=True)))
    if query and not made.asked:
        raise ValueError(f"The proof of {decided.claim.id} asks no solver.")
    if query:
        say(console, f"The last query of {counted(len(made.asked), 'step')} for {proof.check.on}:")
        click.echo(file_text(proof, made.asked[-1]), nl=False)
    if trusts:
        rooms = sorted({function.room for function in called})
        say(console, f"{_functions(called)} were called for {proof.check.on}, beside Python and the solver:")
        for room in rooms:
            here = [function for function in called if function.room == room]
            say(console, f"{room or 'superko'}: {_functions(here)}")
            for file in dict.fromkeys(function.file for function in here):
                names = ", ".join(f"{one.name} ({one.lines})" for one in here if one.file == file)
                say(console, f"  {file}: {names}")


def _functions(called: Sequence[CalledFunction]) -> str:
    return f"{counted(len(called), 'function')} of {counted(sum(one.lines for one in called), 'line')}"


def as_markdown(decided: Iterable[Decided]) -> str:
    """The table of all claims: a line for each, with what it says, whether it is so, and the verdicts that say so."""
    lines = [HEADINGS, ("---",) * len(HEADINGS), *map(_cells, decided)]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def _cells(decided: Decided) -> tuple[str, ...]:
    others = ", ".join(f"`{other}`" for other in decided.qualifying)
    claim_cells = f"`{decided.claim.id}`", decided.claim.text + (f" Read with {others}." if others else "")
    if decided.undecided:
        outcome, reason = decided.undecided
        return (*claim_cells, str(decided.headline), outcome.value, reason, "")
    outcomes = [outcome.value for outcome, _ in decided.by_outcome]
    scopes = [on_what(findings) + in_which_settings(findings) + cut_at(findings) for _, findings in decided.by_outcome]
    methods = dict.fromkeys(finding.verdict.method for finding in decided.findings)
    return (*claim_cells, str(decided.headline), "; ".join(outcomes), "; ".join(scopes), ", ".join(methods))


def claim_as_json(decided: Decided) -> dict[str, Any]:
    """A claim and its recorded verdicts as a JSON object; a witness comes with the requests that replay it."""
    claim = decided.claim
    return {
        "id": claim.id,
        "document": claim.document,
        "section": claim.section,
        "text": claim.text,
        "strength": claim.strength,
        "answer": decided.headline.answer,
        "sentence": str(decided.headline),
        "qualified_by": decided.qualifying,
        "readings": decided.readings,
        "undecided": decided.undecided[1] if decided.undecided else "",
        "verdicts": [_verdict_as_json(finding) for finding in decided.findings],
        **proofs_as_json(claim.id, decided.findings),
    }


def _verdict_as_json(finding: Finding) -> dict[str, Any]:
    witness = finding.verdict.witness
    where = {"board": finding.check.board, "label": finding.check.rules}
    return where | verdict_data(finding.verdict) | ({"requests": witness.requests()} if witness else {})


ASKS_NO_SOLVER = "It goes through finitely many cases itself, and asks no solver."


def show_proofs(console: Console, claim: str, findings: Iterable[Finding]) -> None:
    """Print each proof among the findings about a claim, in words."""
    proofs = [finding for finding in findings if is_proof(finding)]
    for finding in proofs:
        console.print()
        _show_proof(console, finding)
    if not proofs:
        return
    console.print()
    resting = resting_on(claim)
    say(console, f"On it rests: {', '.join(resting)}." if resting else "No other claim rests on it.")
    for command in dict.fromkeys(checked_again(finding) for finding in proofs):
        say(console, f"To check it again: {command}")
    if any(finding.verdict.steps for finding in proofs):
        say(console, f"By a second solver too: {checked_again(proofs[0], '--solver', CVC5)}")
        say(console, f"To have its queries as files: {checked_again(proofs[0], '--smt', 'DIR')}")


def _show_proof(console: Console, finding: Finding) -> None:
    check, verdict = finding.check, finding.verdict
    console.print(f"[bold]The proof[/] for {escape(check.on)}:", highlight=False)
    for assumption in verdict.assumes:
        say(console, f"  It is assumed: {assumption}")
    say(console, f"  It rests on {', '.join(verdict.rests_on)}." if verdict.rests_on else "  It rests on no lemma.")
    if verdict.reads:
        say(console, f"  It reads every clause that takes part in {', '.join(verdict.reads)}. Nothing else matters:")
    for reason in verdict.beside:
        say(console, f"    {reason}")
    if not verdict.steps:
        say(console, f"  {ASKS_NO_SOLVER}")
        return
    queries = tallied(verdict.counts["queries"], "queries")
    say(console, f"  It takes {counted(len(verdict.steps), 'step')}, shown in {queries} to z3:")
    for line in in_groups(verdict.steps):
        say(console, f"    {line}")


def proofs_as_json(claim: str, findings: Iterable[Finding]) -> dict[str, Any]:
    """What rests on a claim, and the command that checks each of its proofs again, as JSON values."""
    proofs = [finding for finding in findings if is_proof(finding)]
    return {
        "rested_on_by": resting_on(claim),
        "checked_again_by": list(dict.fromkeys(checked_again(finding) for finding in proofs)),
    }
