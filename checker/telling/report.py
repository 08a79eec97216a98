"""Reports of checks as text: entries with an id, verdicts, and witnesses as diagrams and requests."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ... import __version__
from ...interpreter.notation import diagram
from ...interpreter.story import Story
from ...spec.claim import claim_named
from ...spec.rules import Rules
from ..evidence.recorded import as_data, differences
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome, Verdict

INDENT = "  "
# Settings that are written without spaces may go to the next line too, each whole.
AFTER_COMMA = re.compile(r",(?=[a-z])")


def wrapped(text: str, width: int, depth: int = 1) -> str:
    """A text in lines that begin with some indents; only words, never parts of them, go to the next line.

    >>> print(wrapped("without katago-v2/cleanup/legal-once it goes on", 30))
      without
        katago-v2/cleanup/legal-once
        it goes on
    """
    first = INDENT * depth
    return fill(
        AFTER_COMMA.sub(", ", text),
        width,
        initial_indent=first,
        subsequent_indent=first + INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )


def show_heading(console: Console, text: str) -> None:
    """Print an id, whole."""
    console.print(Text(text, style="bold"), soft_wrap=True)


def show_line(console: Console, text: str, word: str = "", style: str = "", depth: int = 1) -> None:
    """Print what is told of an id, below it; its first word may have a style of its own."""
    told = Text(wrapped(f"{word} {text}" if word else text, console.width, depth))
    if word:
        told.stylize(style, len(INDENT * depth), len(INDENT * depth) + len(word))
    console.print(told, soft_wrap=True)


STYLES = {
    Outcome.PROVED: "bold green",
    Outcome.HOLDS: "green",
    Outcome.WITNESSED: "cyan",
    Outcome.NEEDED: "blue",
    Outcome.REFUTED: "yellow",
    Outcome.UNKNOWN: "magenta",
    Outcome.NOT_FORMALISED: "dim",
}
NOT_AS_RECORDED = "bold red"
# How scopes say that games were followed only so far.
_CUT = re.compile(r"(?:up to|first) (?P<number>\d+) (?P<what>turns|moves|steps)")


@dataclass(frozen=True)
class FindingsRow:
    """Findings that are told in one line: the same claim, verdict and method, on one board or several."""

    claim: str
    on: str
    outcome: Outcome
    method: str
    counts: str
    seconds: float
    as_recorded: bool


def rows(findings: Sequence[Finding], each: bool = False) -> list[FindingsRow]:
    """The lines to tell: one for each finding, or one for all those in which a claim has the same verdict."""
    together: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        check, verdict = finding.check, finding.verdict
        kind = (check.claim, verdict.outcome, verdict.method, verdict.solvers, finding.as_recorded)
        together.setdefault((check.name,) if each else kind, []).append(finding)
    return [_row(group) for group in together.values()]


def _row(group: list[Finding]) -> FindingsRow:
    first = group[0]
    boards = list(dict.fromkeys(finding.check.board for finding in group))
    where = boards[0] if len(boards) == 1 else f"{boards[0]} … {boards[-1]} ({len(boards)} boards)"
    settings = dict.fromkeys(finding.check.rules for finding in group)
    under = first.check.rules if len(settings) == 1 else f"under {len(settings)} settings"
    return FindingsRow(
        claim=first.check.claim,
        on=" ".join(part for part in (where, under) if part) + ("" if _CUT.search(under) else cut_at(group)),
        outcome=first.verdict.outcome,
        method=method_of(first.verdict),
        counts=_counts(group),
        seconds=sum(finding.seconds for finding in group),
        as_recorded=first.as_recorded,
    )


def cut_at(findings: Sequence[Finding]) -> str:
    """After how many turns, moves or steps games were left off, after a comma; "" where every game was followed."""
    found = [_CUT.search(finding.verdict.scope) for finding in findings]
    cuts: dict[str, list[int]] = {}
    for cut in filter(None, found):
        cuts.setdefault(cut["what"], []).append(int(cut["number"]))
    said = [f"{_from_to(min(numbers), max(numbers))} {what}" for what, numbers in cuts.items()]
    return f", {'partly ' if None in found else ''}cut at {' or '.join(said)}" if said else ""


def _from_to(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def method_of(verdict: Verdict) -> str:
    """By which method a verdict was come to, with the solvers that agreed if there were several.

    >>> method_of(Verdict(Outcome.PROVED, "every size", "z3", solvers=("z3", "cvc5")))
    'z3 and cvc5'
    """
    solvers = " and ".join(verdict.solvers)
    if len(verdict.solvers) <= 1:
        return verdict.method
    return solvers if verdict.method in verdict.solvers else f"{verdict.method} ({solvers})"


def _counts(group: list[Finding]) -> str:
    """What was counted; summed over cases that were all gone through, but not over several witnesses."""
    if len(group) > 1 and group[0].verdict.outcome not in {Outcome.PROVED, Outcome.HOLDS}:
        return f"{len(group)} checks"
    total = sum((Counter(finding.verdict.counts) for finding in group), Counter[str]())
    names = dict.fromkeys(name for finding in group for name in finding.verdict.counts)
    return ", ".join(f"{total[name]:,} {name.replace('_', ' ')}" for name in names)


def show_rows(console: Console, findings: Sequence[Finding], each: bool = False) -> None:
    """Print the verdicts, a claim after the other: what each was decided on, by which method, and how many cases."""
    for claim, group in groupby(rows(findings, each), key=lambda row: row.claim):
        show_heading(console, claim)
        for row in group:
            told = [f"on {row.on}", f"by {row.method}" if row.method else "", row.counts, f"{row.seconds:.1f} s"]
            warning = "" if row.as_recorded else "not as recorded: "
            style = STYLES[row.outcome] if row.as_recorded else NOT_AS_RECORDED
            show_line(console, warning + "; ".join(filter(None, told)), row.outcome.value, style)


def show_findings(console: Console, findings: Sequence[Finding], each: bool = False) -> None:
    """Print the verdicts, then the claims in our words with their notes and witnesses, then the sum of it.

    Unless each finding is asked for, only the first of the findings on a claim with the same verdict is told in full.
    """
    show_rows(console, findings, each)
    for claim, group in groupby(findings, key=lambda finding: finding.check.claim):
        to_tell = [finding for finding in group if is_to_tell(finding.verdict, each)]
        told = to_tell if each else _first_of_each_outcome(to_tell)
        if told:
            console.print(f"\n[bold]{escape(claim)}[/]: {escape(claim_named(claim).text)}")
        for finding in told:
            show_evidence(console, finding)
        if len(told) < len(to_tell):
            more = len(to_tell) - len(told)
            console.print(f"  [dim]{more} more: superko check --claim {escape(claim)} --each[/]", highlight=False)
    wrong = [finding for finding in findings if not finding.as_recorded]
    seconds = sum(finding.seconds for finding in findings)
    console.print(
        f"\n{len(findings)} verdict{'s' if len(findings) > 1 else ''}, {len(findings) - len(wrong)} as recorded, "
        + (f"[bold red]{len(wrong)} not as recorded[/]" if wrong else "none otherwise")
        + f"; {seconds:.0f} s of work."
    )
    for finding in wrong:
        said = "; ".join(differences(finding.check.name, finding.verdict)) or "recorded now"
        console.print(f"[red]{escape(finding.check.name)}[/]: {escape(said)}", highlight=False, soft_wrap=True)


def is_to_tell(verdict: Verdict, each: bool = False) -> bool:
    """Whether a verdict has more to tell than its line: a witness, what it assumes; and if each is told, its notes."""
    return bool(verdict.witness or verdict.assumes or verdict.rests_on or (verdict.notes and each))


def _first_of_each_outcome(findings: Sequence[Finding]) -> list[Finding]:
    first: dict[Outcome, Finding] = {}
    for finding in findings:
        first.setdefault(finding.verdict.outcome, finding)
    return list(first.values())


def show_evidence(console: Console, finding: Finding) -> None:
    """Print one finding's notes and its witness, as a diagram and as turns for `superko referee`."""
    verdict = finding.verdict
    console.print(f"  [dim]{escape(finding.check.board)} {escape(finding.check.rules)}[/]", highlight=False)
    if verdict.notes:
        console.print(f"  {escape(verdict.notes)}", highlight=False)
    for assumption in verdict.assumes:
        console.print(f"  It is assumed: {escape(assumption)}", highlight=False)
    if verdict.rests_on:
        console.print(f"  It rests on {escape(' and '.join(verdict.rests_on))}.", highlight=False)
    if verdict.witness:
        smallest = " Whatever is smaller was excluded." if verdict.minimal else ""
        console.print(f"  {escape(verdict.witness.shows)}{smallest}", highlight=False)
        show_witness(console, verdict.witness)


def show_witness(console: Console, witness: Story, rules: Rules | None = None) -> None:
    """Print the board that a witness comes to, and the two requests that replay it; amended rules must be given."""
    for line in diagram(witness.game(rules).position.coloring).splitlines():
        console.print(f"    {line}", markup=False, highlight=False)
    for request in witness.requests():
        console.print(f"    {json.dumps(request)}", markup=False, highlight=False, soft_wrap=True)


def as_json(findings: Sequence[Finding], undecided: Sequence[str] = ()) -> str:
    """All findings as one JSON object, with the names of the checks that were interrupted before they were decided."""
    return json.dumps(
        {
            "version": __version__,
            "agrees": all(finding.as_recorded for finding in findings),
            **({"undecided": list(undecided)} if undecided else {}),
            "findings": [
                {
                    "claim": finding.check.claim,
                    "board": finding.check.board,
                    "rules": finding.check.rules,
                    **as_data(finding.verdict),
                    "seconds": round(finding.seconds, 3),
                    "as_recorded": finding.as_recorded,
                }
                for finding in findings
            ],
        },
        indent=1,
    )
