"""Showing what is found of amended rules: where they come out otherwise than the document, and what was not asked."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from typing import Any

from rich.console import Console

from ...interpreter.rule_names import AMENDMENTS, rules_to_json
from ...interpreter.rules_files import without_changes
from ...interpreter.story import Story
from ...interpreter.wording import counted
from ...spec.claim import claim_named
from ...spec.guard import word
from ...spec.rules import Rules
from ..evidence.recorded import as_data, recorded_verdicts
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from ..telling.report import show_heading, show_line
from .asking import Askable, not_asked_as_json, rules_of, sentences, where
from .findings_report import NOT_AS_RECORDED, STYLES, show_witness
from .replay_report import say

NO_NAME = "The rules of this game have further amendments, so no request can replay it."


def show_amended(console: Console, text: str, asked: Askable, findings: Sequence[Finding], each: bool = False) -> None:
    """Print what comes out otherwise than for the document, each with its witness; then what could not be asked.

    Args:
        console: where to print.
        text: how the command line names the rules.
        asked: which checks were asked of the rules, and which could not be.
        findings: what was found.
        each: whether to list also what comes out as for the document.
    """
    document = document_outcomes()
    otherwise = [finding for finding in findings if not finding.as_recorded]
    if each or otherwise:
        _show_rows(console, findings if each else otherwise, document)
    for group in _alike(otherwise):
        for finding in group if each else group[:1]:
            _show(console, text, asked.rules, finding, document)
        if len(group) > 1 and not each:
            console.print(f"  [dim]{len(group) - 1} more alike: --each tells them too[/]", highlight=False)
    as_before = len(findings) - len(otherwise)
    say(
        console,
        f"\n{counted(len(findings), 'check')} asked of {text}: {as_before} as for the document, "
        f"{len(otherwise) or 'none'} otherwise.",
    )
    _show_not_asked(console, asked)


def show_asked(console: Console, text: str, asked: Askable) -> None:
    """Print which claims can be asked of amended rules, on what, and why the others can't."""
    say(console, f"{counted(len(asked.checks), 'check')} can be asked of {text}:")
    boards: dict[str, list[str]] = {}
    for check in asked.checks:
        boards.setdefault(check.claim, []).append(check.board)
    for claim, some in boards.items():
        show_heading(console, f"  {claim}")
        show_line(console, f"on {', '.join(dict.fromkeys(some))}", depth=2)
    _show_not_asked(console, asked)


def _show_not_asked(console: Console, asked: Askable) -> None:
    if asked.not_asked:
        say(console, f"{counted(len(asked.not_asked), 'check')} can't be asked of these rules:")
        for sentence in sentences(asked.not_asked):
            say(console, f"  {sentence}")


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings by claim, and by what they come to."""
    together: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        kind = finding.check.claim, finding.verdict.outcome, finding.trouble, finding.trouble and finding.verdict.notes
        together.setdefault(kind, []).append(finding)
    return list(together.values())


def document_outcomes() -> dict[str, Outcome]:
    """What every check comes to for the documents, by its name."""
    return {name: Outcome(data["outcome"]) for name, data in recorded_verdicts().items()}


def _show_rows(console: Console, findings: Sequence[Finding], document: Mapping[str, Outcome]) -> None:
    for claim, group in groupby(findings, key=lambda finding: finding.check.claim):
        show_heading(console, claim)
        for finding in group:
            check, outcome = finding.check, finding.verdict.outcome
            on = " ".join(part for part in (check.board, check.rules) if part)
            word, style = ("failed", NOT_AS_RECORDED) if finding.trouble else (outcome.value, STYLES[outcome])
            show_line(console, f"on {on}; for the document {_in_words(document.get(check.name))}", word, style)


def _in_words(outcome: Outcome | None) -> str:
    return "not recorded" if outcome is None else outcome.value


def _show(console: Console, text: str, rules: Rules, finding: Finding, document: Mapping[str, Outcome]) -> None:
    check, verdict = finding.check, finding.verdict
    say(console, f"\n{check.claim}: {claim_named(check.claim).text}")
    on = " ".join(part for part in (check.board, check.rules) if part)
    outcome = "failed" if finding.trouble else verdict.outcome.value
    say(console, f"  On {on}: {outcome}; for the document {_in_words(document.get(check.name))}.")
    if verdict.notes:
        say(console, f"  {verdict.notes}")
    witness = verdict.witness
    if witness is None:
        return
    say(console, f"  {witness.shows}")
    by = rules_of(witness, check)
    name = naming(witness, text, rules)
    if by is not None or AMENDMENTS not in witness.rules:
        show_witness(console, witness, by)
    if AMENDMENTS in witness.rules:
        asked = NO_NAME if name is None else f"To replay it, ask `superko referee --rules {shlex.quote(name)}`."
        say(console, f"    {asked}")


def naming(witness: Story, text: str, rules: Rules) -> str | None:
    """How the command line names the rules of a witness, given how it names amended rules; None if it can't.

    The parameters that differ are written after the name.
    """
    named = rules_to_json(rules)
    if any(witness.rules.get(key) != named.get(key) for key in (AMENDMENTS, "document")):
        return None
    changes = [
        f"{key}={word(value)}"
        for key, value in {**dict(witness.rules), **witness.rules.get("readings", {})}.items()
        if key not in (AMENDMENTS, "document", "readings")
    ]
    plain = rules_to_json(rules)
    return text if witness.rules == plain else ",".join([without_changes(text), *changes])


def amended_as_json(asked: Askable, findings: Sequence[Finding]) -> str:
    """What was found of amended rules, as one JSON object."""
    document = document_outcomes()
    return json.dumps(
        {
            "version": version("superko"),
            "rules": rules_to_json(asked.rules),
            "agrees": all(finding.as_recorded for finding in findings),
            "findings": [_finding_as_json(finding, document.get(finding.check.name)) for finding in findings],
            "not_asked": not_asked_as_json(asked.not_asked),
        },
        indent=1,
    )


def _finding_as_json(finding: Finding, document: Outcome | None) -> dict[str, Any]:
    witness = finding.verdict.witness
    return {
        **where(finding.check),
        "document_outcome": document.value if document else None,
        "witness": None,
        **as_data(finding.verdict),
        **({"requests": witness.requests()} if witness else {}),
        "failed": finding.trouble is not None,
        "as_for_document": finding.as_recorded,
        "seconds": round(finding.seconds, 3),
    }
