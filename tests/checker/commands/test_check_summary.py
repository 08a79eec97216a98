"""What `superko check` says at the end of a run over everything: at most sixty lines, and every check that differs."""

from __future__ import annotations

import io

import pytest

from superko.checker.commands.findings_report import CheckRun, show_whole_run, summary
from superko.checker.evidence.checks import Scope, checks
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.runner import Finding
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.telling.report import Console
from superko.spec.claim import claim_named


def everything_quick(as_recorded: bool = True) -> list[Finding]:
    """A finding for each check of the scope quick, with its recorded outcome."""
    recorded = recorded_verdicts()
    return [
        Finding(check, Verdict(Outcome(recorded[name]["outcome"]), "", ""), 0.25, as_recorded)
        for name, check in checks().items()
        if Scope.QUICK.takes_in(check.scope)
    ]


def run_of(findings: list[Finding]) -> CheckRun:
    return CheckRun([finding.check for finding in findings], findings)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_it_is_at_most_sixty_lines_none_of_them_too_wide(width: int) -> None:
    lines = list(summary(everything_quick(), width))
    assert len(lines) <= 60
    assert [line for line in lines[:-1] if len(line) > width] == []


def test_it_counts_every_claim_of_every_document_once() -> None:
    findings = everything_quick()
    lines = "\n".join(summary(findings, 1000)).splitlines()
    table = lines[1 : lines.index("")]
    assert {line.split()[0] for line in table} == {claim_named(finding.check.claim).document for finding in findings}
    numbers = [int(number) for line in table for number in line.split()[1:]]
    assert sum(numbers) == len({finding.check.claim for finding in findings})


def test_it_says_that_all_came_out_as_recorded() -> None:
    findings = everything_quick()
    assert f"{len(findings)} checks, all as recorded; {len(findings) * 0.25:.0f} s of work." in list(
        summary(findings, 200)
    )


def test_a_finding_that_is_not_as_recorded_is_told_in_full() -> None:
    right, wrong = everything_quick()[:5], everything_quick(as_recorded=False)[5]
    console = Console(file=io.StringIO(), width=200)
    show_whole_run(console, run_of([*right, wrong]))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "(not as recorded) on" in printed
    assert wrong.check.name in printed
    assert "1 not as recorded" in printed.splitlines()[-2]


def test_a_finding_of_which_nothing_is_recorded_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    same, differing, new = everything_quick()[0], *everything_quick(as_recorded=False)[1:3]
    known = {name: data for name, data in recorded_verdicts().items() if name != new.check.name}
    monkeypatch.setattr("superko.checker.evidence.decided.recorded_verdicts", lambda: known)
    console = Console(file=io.StringIO(), width=200)
    show_whole_run(console, run_of([same, differing, new]))
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "(not as recorded) on" in printed
    assert "(not recorded before) on" in printed
    assert "1 not as recorded, 1 not recorded before" in printed.splitlines()[-2]
