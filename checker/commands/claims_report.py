"""What has been decided: every claim with its recorded verdicts, in short, in full, as Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape

from ...interpreter.story import Story
from ...spec.claim import Claim, claims
from ...spec.parameters import READINGS
from ...spec.registry import statements_of
from ..evidence.checks import Check, checks
from ..evidence.recorded import as_data, recorded_verdicts
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome, Verdict
from ..telling.report import STYLES, cut_at, rows, show_evidence, show_line
from .choosing import near
from .explanation import as_json as explained_as_json
from .explanation import show_proofs

HEADINGS = ("claim", "what it says", "verdict", "on what", "how")
SEVERAL = ("assumes", "rests_on", "steps", "reads", "beside")
NOT_RECORDED = "No verdict is recorded yet."


@dataclass(frozen=True)
class Decided:
    """A claim with its recorded verdicts, as findings: in the order of the checks, and each as recorded."""

    claim: Claim
    findings: tuple[Finding, ...]

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings that bear on it: those that it is about, or that a check of it or a witness chooses."""
        chosen = {self.claim.id}
        for finding in self.findings:
            chosen |= {part.split("=")[0] for part in finding.check.rules.split()}
            if finding.verdict.witness:
                chosen |= set(finding.verdict.witness.rules.get("readings", {}))
        return tuple(name for name in READINGS if name in chosen)

    @property
    def by_outcome(self) -> tuple[tuple[Outcome, tuple[Finding, ...]], ...]:
        """The findings with each verdict, in the order of the vocabulary of verdicts."""
        together = {outcome: tuple(f for f in self.findings if f.verdict.outcome is outcome) for outcome in Outcome}
        return tuple((outcome, findings) for outcome, findings in together.items() if findings)

    @property
    def undecided(self) -> tuple[Outcome, str] | None:
        """That no check decides it, or none has yet, and why; None where there is a verdict."""
        if self.findings:
            return None
        if self.claim.not_formalised:
            return Outcome.NOT_FORMALISED, self.claim.not_formalised
        return Outcome.UNKNOWN, NOT_RECORDED


def everything_decided(document: str | None = None) -> list[Decided]:
    """Every registered claim with its recorded verdicts, in the order of the documents; or those of one document.

    Raises:
        ValueError: no claim is of that document.
    """
    documents = list(dict.fromkeys(claim.document for claim in claims()))
    if document not in (None, *documents):
        raise ValueError(f"No claim is of a document {document!r}; the documents are {', '.join(documents)}.")
    recorded = recorded_verdicts()
    findings: dict[str, list[Finding]] = {}
    for check in checks().values():
        if check.name in recorded:
            findings.setdefault(check.claim, []).append(_finding(check, recorded[check.name]))
    ordered = sorted(claims(), key=lambda claim: documents.index(claim.document))
    return [
        Decided(claim, tuple(findings.get(claim.id, ()))) for claim in ordered if document in (None, claim.document)
    ]


def _finding(check: Check, data: dict[str, Any]) -> Finding:
    several: dict[str, Any] = {name: tuple(data[name]) for name in SEVERAL if name in data}
    fields = data | several | {"outcome": Outcome(data["outcome"])}
    if "witness" in data:
        fields["witness"] = Story.from_json(data["witness"])
    return Finding(check, Verdict(**{"scope": "", "method": ""} | fields), seconds=0, as_recorded=True)


def decided_about(claim_id: str) -> Decided:
    """The claim with this id, or with this last part of an id, and its recorded verdicts.

    Raises:
        ValueError: there is no such claim, or several have that last part.
    """
    found = [some for some in everything_decided() if claim_id in (some.claim.id, some.claim.id.rsplit("/", 1)[-1])]
    if not found and statements_of(claim_id):
        raise ValueError(f"{claim_id} is a clause; `superko rules {claim_id}` tells about it.")
    if not found:
        known = [claim.id for claim in claims()]
        hint = near(claim_id, known) or near(claim_id, (name.rsplit("/", 1)[-1] for name in known))
        raise ValueError(f"There is no claim {claim_id!r}.{hint} `superko claims` lists them.")
    if len(found) > 1:
        raise ValueError(f"Name one claim in full: {' or '.join(some.claim.id for some in found)}.")
    return found[0]


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


def on_what(findings: Sequence[Finding]) -> str:
    """On which boards a claim has a verdict, the smallest and the largest where there are several."""
    boards = dict.fromkeys(finding.check.board for finding in findings)
    sides = {board: tuple(map(int, board.split("x"))) for board in boards if _is_board(board)}
    sized = sorted(sides, key=lambda board: (sides[board][0] * sides[board][1], sides[board]))
    others = [board for board in boards if board not in sides]
    if len(sized) > 1:
        sized = [f"{sized[0]} … {sized[-1]} ({len(sized)} boards)"]
    return ", ".join(others + sized)


def in_which_settings(findings: Sequence[Finding]) -> str:
    """Under which rules, or for which part of the claim, after a comma; how many they are, if there are several."""
    settings = dict.fromkeys(finding.check.rules for finding in findings if finding.check.rules)
    if len(settings) > 1:
        return f", {len(settings)} settings"
    return "".join(f", {setting}" for setting in settings)


def _is_board(text: str) -> bool:
    return all(side.isdigit() for side in text.split("x")) and "x" in text


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
