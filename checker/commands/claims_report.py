"""What is recorded about claims: in a line each, as a table, or all about one; and the queries of proofs as files."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import Any

import click
from rich.markup import escape

from ...interpreter.files import write_file
from ...interpreter.wording import counted, full_sentence, one_of, tallied
from ...spec.claim import claim_named
from ...spec.parameters import READINGS, Choice
from ..evidence.checks import Check
from ..evidence.decided import (
    Decided,
    checked_again,
    cut_at,
    decided_about,
    in_groups,
    in_which_settings,
    is_proof,
    on_what,
    resting_on,
    rows,
)
from ..evidence.queries import AskedQuery, Asking, SolverAnswer
from ..evidence.runner import CalledFunction, Finding, functions_called, timed
from ..proofs.declarations import declared
from ..proofs.solvers import CVC5
from ..telling.data import Row, as_data, write_table
from ..telling.options import CSV, MARKDOWN, BadRequest, check_ending
from ..telling.report import INDENT, Console, say, show_heading, show_line
from .findings_report import STYLES, show_evidence, show_headline, verdict_as_json

SHORTEST_TEXT = 20
BEGIN, END = "<!-- claims: begin -->\n", "<!-- claims: end -->\n"


def with_table(text: str, table: str) -> str:
    """A Markdown text with a table in the place of what stands between the two markers.

    >>> with_table(f"before{BEGIN}old{END}after", "new") == f"before{BEGIN}new{END}after"
    True
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"it must have a line {BEGIN.strip()} and below it a line {END.strip()}.")
    return f"{before}{BEGIN}{table}{END}{after}"


def write_claims(file: Path, decided: Sequence[Decided]) -> None:
    """Write the table of claims: between the markers of a Markdown file, or as a new file of CSV."""
    check_ending(file, MARKDOWN, CSV)
    if file.suffix != MARKDOWN:
        write_table(file, list(map(as_row, decided)))
        return
    try:
        text = with_table(file.read_text(encoding="utf-8"), as_markdown(decided))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else reason
        raise BadRequest(full_sentence(f"The table can't be put into {file}: {why}")) from None
    write_file(file, text)


HEADINGS = ("claim", "what it says", "is it so", "verdicts", "on what", "how")


def show_claims(console: Console, decided: Iterable[Decided]) -> None:
    """Print whether each of several claims is so, in a line, and what it says, as far as it fits."""
    for decided_claim in decided:
        claim, width = decided_claim.claim, console.width
        show_heading(console, f"{claim.id}: {decided_claim.headline}")
        text = shorten(claim.text, max(width - len(INDENT), SHORTEST_TEXT), placeholder=" …", break_on_hyphens=False)
        show_line(console, text)


def reading_text(reading: Choice) -> str:
    """What a reading asks, what it is taken as, and which other answers there are.

    >>> reading_text(Choice("reading/no-result", "Which time ends the game?", ("third", "second")))
    'reading/no-result: Which time ends the game? Taken as third; rules can say reading/no-result=second.'
    """
    others = one_of([f"{reading.name}={value}" for value in reading.values[1:]])
    return f"{reading.name}: {reading.question} Taken as {reading.default}; rules can say {others}."


def show_claim(console: Console, whole: bool, decided: Decided) -> None:
    """Print what a claim says and where, what bears on it, and its verdicts."""
    claim = decided.claim
    console.print(f"[bold]{escape(claim.id)}[/]: {escape(claim.text)}", highlight=False)
    show_headline(console, decided.headline)
    for other in map(decided_about, decided.qualifying):
        say(console, f"Read with {other.claim.id} ({other.headline.answer.value}): {other.claim.text}")
    console.print(f"{claim.document}, {claim.section}; {claim.strength.value}", highlight=False, markup=False)
    for name in decided.readings:
        say(console, reading_text(READINGS[name]))
    console.print()
    if decided.undecided:
        outcome, reason = decided.undecided
        console.print(f"[{STYLES[outcome]}]{outcome.value}[/]: {escape(reason)}", highlight=False)
        return
    for row in rows(decided.findings, each=whole):
        counts = f": {row.counts}" if row.counts and whole else ""
        show_line(console, f"on {row.on}, by {row.method}{counts}", row.outcome.value, STYLES[row.outcome])
    for function in dict.fromkeys(finding.check.function for finding in decided.findings):
        file = function.__module__.partition("checker.")[2].replace(".", "/")
        say(console, f"Decided by {function.__name__}, in checker/{file}.py.")
    if not whole:
        if proof := next(filter(is_proof, decided.findings), None):
            again = checked_again(proof)
            say(console, f"--all makes the proof again and prints its steps. To check it again: {again}")
        return
    for finding in decided.findings:
        if finding.verdict.witness or finding.verdict.notes:
            console.print()
            show_evidence(console, finding)
    show_proofs(console, claim.id, decided.findings)


def show_proof_made_again(console: Console, decided: Decided, query: bool, trusts: bool) -> None:
    """Make the first proof of a claim again, and print a query of it, or the functions that were called for it."""
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


def as_row(decided: Decided) -> Row:
    """A claim as a row of a table that can be cited."""
    claim, others = decided.claim, _cells(decided)[3:]
    known = {"claim": claim.id, "document": claim.document, "section": claim.section, "says": claim.text}
    known |= {"strength": claim.strength.value, "answer": decided.headline.answer.value}
    return {**known, "sentence": str(decided.headline), **dict(zip(HEADINGS[3:], others, strict=True))}


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
        **as_data(claim, "id", "document", "section", "text", "strength"),
        "answer": decided.headline.answer,
        "sentence": str(decided.headline),
        "qualified_by": decided.qualifying,
        "readings": decided.readings,
        "undecided": decided.undecided[1] if decided.undecided else "",
        "verdicts": [
            verdict_as_json(finding)
            | ({"assumes": made.assumes, "reads": made.names, "beside": made.in_words()} if made else {})
            for finding, made in ((finding, declared(finding)) for finding in decided.findings)
        ],
        "rested_on_by": resting_on(claim.id),
        "checked_again_by": list(dict.fromkeys(map(checked_again, filter(is_proof, decided.findings)))),
    }


ASKS_NO_SOLVER = "It goes through finitely many cases itself, and asks no solver."


def show_proofs(console: Console, claim: str, findings: Iterable[Finding]) -> None:
    """Make each proof among the findings about a claim again, and print it in words."""
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
    if any("queries" in finding.verdict.counts for finding in proofs):
        say(console, f"By a second solver too: {checked_again(proofs[0], '--solver', CVC5)}")
        say(console, f"To have its queries as files: {checked_again(proofs[0], '--smt', 'DIR')}")


def _show_proof(console: Console, finding: Finding) -> None:
    check, verdict = finding.check, finding.verdict
    console.print(f"[bold]The proof[/] for {escape(check.on)}:", highlight=False)
    made = declared(finding)
    for assumption in made.assumes if made else ():
        say(console, f"  It is assumed: {assumption}")
    say(console, f"  It rests on {', '.join(verdict.rests_on)}." if verdict.rests_on else "  It rests on no lemma.")
    if made:
        say(console, f"  It reads every clause that takes part in {', '.join(made.names)}. Nothing else matters:")
    for reason in made.in_words() if made else ():
        say(console, f"    {reason}")
    asked = timed(check.name).asked
    steps = dict.fromkeys(query.step for query in asked if query.answers[0][1] is SolverAnswer.UNSAT)
    if not steps:
        say(console, f"  {ASKS_NO_SOLVER}")
        return
    queries = tallied(verdict.counts["queries"], "queries")
    say(console, f"  It takes {counted(len(steps), 'step')}, shown in {queries} to z3:")
    for line in in_groups(list(steps)):
        say(console, f"    {line}")


INDEX = "index.json"
WIDTH = 110


def write_queries(directory: Path, findings: Iterable[Finding]) -> int:
    """Write a file for each query that was asked into a directory, and an index of them; give their number."""
    index = []
    for finding in findings:
        for number, asked in enumerate(finding.asked, 1):
            name = f"{stem(finding.check)}-{number:03}.smt2"
            write_file(directory / name, file_text(finding, asked))
            expected = asked.expected.value
            index.append({"file": name, "claim": asked.claim, "step": asked.step, "expected": expected})
    write_file(directory / INDEX, json.dumps(index, indent=1) + "\n")
    return len(index)


def stem(check: Check) -> str:
    """What the names of the files of a check begin with.

    >>> stem(Check("lemma/ko-move", "every size", "suicide=no", print, cost=1))
    'lemma-ko-move-every-size-suicide=no'
    """
    return re.sub(r"[^A-Za-z0-9.=]+", "-", check.name).strip("-")


def file_text(finding: Finding, asked: AskedQuery) -> str:
    """A query with its head."""
    return "".join(f"; {line}\n" for line in head(finding, asked)) + asked.text


def head(finding: Finding, asked: AskedQuery) -> Iterator[str]:
    """What a query is about, in lines."""
    check, verdict = finding.check, finding.verdict
    yield from _lines("claim", f"{asked.claim}: {claim_named(asked.claim).text}")
    yield from _lines("decided", check.on)
    yield from _lines("step", asked.step)
    yield from _lines("speaks of", asked.kind.value)
    made = declared(finding)
    yield from _lines("clauses read on", ", ".join(made.names) if made else "nothing; it is about definitions or grids")
    for assumption in made.assumes if made else ():
        yield from _lines("assumes", assumption)
    if verdict.rests_on:
        yield from _lines("rests on", ", ".join(verdict.rests_on))
    if asked.needed is not None and asked.needed is not asked.expected:
        yield from _lines("needed", f"{asked.needed.value}, so this is no step of a proof")
    yield from _lines("expected", asked.expected.value)


def _lines(heading: str, text: str) -> list[str]:
    line = f"{heading}: {text}"
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
