"""A proof in words: what it assumes, on which lemmas it rests, what rests on it, its steps, how to check it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.markup import escape

from ...interpreter.wording import counted
from ..evidence.decided import checked_again, in_groups, is_proof, resting_on
from ..evidence.runner import Finding
from ..proofs.solvers import CVC5
from .replay_report import say

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
    on = " ".join(part for part in (check.board, check.rules) if part)
    console.print(f"[bold]The proof[/] for {escape(on)}:", highlight=False)
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
    number = verdict.counts["queries"]
    queries = f"{number} {'query' if number == 1 else 'queries'}"
    say(console, f"  It takes {counted(len(verdict.steps), 'step')}, shown in {queries} to z3:")
    for line in in_groups(verdict.steps):
        say(console, f"    {line}")


def as_json(claim: str, findings: Iterable[Finding]) -> dict[str, Any]:
    """What rests on a claim, and the command that checks each of its proofs again, as JSON values."""
    proofs = [finding for finding in findings if is_proof(finding)]
    return {
        "rested_on_by": list(resting_on(claim)),
        "checked_again_by": list(dict.fromkeys(checked_again(finding) for finding in proofs)),
    }
