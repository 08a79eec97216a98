"""Showing findings of checks: entries with an id, verdicts, and witnesses as diagrams and requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape

from ... import __version__
from ...interpreter.notation import diagram
from ...interpreter.story import Story
from ...spec.claim import claim_named
from ...spec.rules import Rules
from ..evidence.decided import first_of_each_outcome, is_to_tell, rows
from ..evidence.recorded import as_data, differences
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from ..telling.report import show_heading, show_line

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
        told = to_tell if each else first_of_each_outcome(to_tell)
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
