"""What has been decided: every claim with its recorded verdicts, in short, in full, as Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.markup import escape

from ...spec.parameters import READINGS
from ..evidence.decided import Decided, cut_at, in_which_settings, on_what, rows
from ..evidence.recorded import as_data
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from ..telling.report import show_line
from .explanation import as_json as explained_as_json
from .explanation import show_proofs
from .findings_report import STYLES, show_evidence

HEADINGS = ("claim", "what it says", "verdict", "on what", "how")


def show_claims(console: Console, decided: Iterable[Decided]) -> None:
    """Print a claim after the other: what it says and how strongly, and in a line each verdict, on what and how."""
    for some in decided:
        claim = some.claim
        console.print(f"[bold]{escape(claim.id)}[/] ({claim.strength.value}): {escape(claim.text)}", highlight=False)
        if some.undecided:
            outcome, reason = some.undecided
            show_line(console, reason, outcome.value, STYLES[outcome])
        for row in rows(some.findings):
            show_line(console, f"on {row.on}, by {row.method}", row.outcome.value, STYLES[row.outcome])


def _styled(outcome: Outcome) -> str:
    return f"[{STYLES[outcome]}]{outcome.value}[/]"


def show_claim(console: Console, decided: Decided) -> None:
    """Print one claim in full: what it says and where, what bears on it, and every verdict with its evidence."""
    claim = decided.claim
    console.print(f"[bold]{escape(claim.id)}[/]: {escape(claim.text)}", highlight=False)
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
    for finding in decided.findings:
        if finding.verdict.witness or finding.verdict.notes:
            console.print()
            show_evidence(console, finding)
    show_proofs(console, claim.id, decided.findings)


def as_markdown(decided: Iterable[Decided]) -> str:
    """The table of all claims: a line for each claim, with what it says, the verdicts, on what and by which method."""
    lines = [HEADINGS, ("---",) * len(HEADINGS), *map(_cells, decided)]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def _cells(decided: Decided) -> tuple[str, ...]:
    what = f"`{decided.claim.id}`", decided.claim.text
    if decided.undecided:
        outcome, reason = decided.undecided
        return (*what, outcome.value, reason, "")
    outcomes = [outcome.value for outcome, _ in decided.by_outcome]
    scopes = [on_what(found) + in_which_settings(found) + cut_at(found) for _, found in decided.by_outcome]
    methods = dict.fromkeys(finding.verdict.method for finding in decided.findings)
    return (*what, "; ".join(outcomes), "; ".join(scopes), ", ".join(methods))


def as_json(decided: Decided) -> dict[str, Any]:
    """A claim and its recorded verdicts as a JSON object; a witness comes with the requests that replay it."""
    claim = decided.claim
    return {
        "id": claim.id,
        "document": claim.document,
        "section": claim.section,
        "text": claim.text,
        "strength": claim.strength.value,
        "readings": list(decided.readings),
        "undecided": decided.undecided[1] if decided.undecided else "",
        "verdicts": [_verdict_as_json(finding) for finding in decided.findings],
        **explained_as_json(claim.id, decided.findings),
    }


def _verdict_as_json(finding: Finding) -> dict[str, Any]:
    witness = finding.verdict.witness
    where = {"board": finding.check.board, "rules": finding.check.rules}
    return where | as_data(finding.verdict) | ({"requests": witness.requests()} if witness else {})
