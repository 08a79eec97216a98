"""What `superko check` says at the end of a run over everything: at most sixty lines, and every check that differs."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import superko
from superko.checker.commands.findings_report import CheckRun, show_whole_run, summary
from superko.checker.commands.what_changed import what_changed, whether_it_ends
from superko.checker.evidence.checks import Scope, checks
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.runner import Finding
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.telling.options import NamedRules
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


# What `superko check --rules FILE.py:RULES` says first of rules of one's own: what changed, in a few lines.


PAGE = (Path(__file__).parents[3] / "spec" / "README.md").read_text(encoding="utf-8")
AREA = superko.rules("tromp-taylor")
THREE = AREA.replacing(
    "katago-v2/main/end-two-passes", lambda record: record.pass_run >= 3, "Three passes in a row end the game."
)


@pytest.mark.thorough
def test_the_page_for_rules_authors_shows_it() -> None:
    (shown,) = re.findall(
        r"^```text\n\$ superko check --rules my_rules.py:RULES\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE
    )
    proved = superko.check("claim/game-terminates", THREE).findings
    said = "\n".join([*what_changed(THREE, "my_rules.py:RULES"), whether_it_ends(THREE, proved)])
    assert " ".join(shown.split()).startswith(" ".join(said.split()))


def test_it_names_each_change_and_where_they_differ_from_what_they_were_made_of() -> None:
    first, change, beside, worth = what_changed(THREE, "mine")
    assert first == "mine is tromp-taylor with these changes:"
    assert change == "  katago-v2/main/end-two-passes is replaced: Three passes in a row end the game."
    assert beside.startswith(
        "Beside tromp-taylor: After pass pass on 1x1, the two rule sets differ in when the game ends."
    )
    assert worth == "Black's lead under best play, from the empty board: 1x1 0, 2x1 0, 3x1 3, 2x2 1."


def test_it_shows_a_loop_and_says_where_best_play_has_no_value_any_more() -> None:
    endless = AREA.dropping("katago-v2/main/legal-superko")
    *_, beside, worth = what_changed(endless, "mine")
    assert whether_it_ends(endless, []) == "A game can go on forever: on 2x1, after A1, B1, over and over A1, B1."
    assert "only the second allows B1" in beside
    assert "2x1 ? (was 0)" in worth


def test_it_says_in_a_sentence_that_there_is_neither_a_proof_nor_a_loop() -> None:
    assert whether_it_ends(THREE, []) == (
        "It is not known whether every game ends: there is no proof, and no endless game was found on tiny boards."
    )


def test_what_was_not_decided_is_no_difference_and_each_claim_is_told_with_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = (
        "claim/cleanup-is-article-7 smallest no result",
        "fact/histories 2x1 ko=POSITIONAL suicide=yes",
        "lemma/cleared 2x2",
    )
    outcomes = (Outcome.UNKNOWN, Outcome.REFUTED, Outcome.HOLDS)
    findings = [
        Finding(checks()[name], Verdict(outcome, "", "search"), 0, as_recorded=outcome is Outcome.HOLDS)
        for name, outcome in zip(names, outcomes, strict=True)
    ]
    chosen = [finding.check for finding in findings]
    show_whole_run(Console(), CheckRun(chosen, findings, amended=NamedRules("mine", THREE)))
    said = " ".join(capsys.readouterr().out.split())
    assert "3 checks asked of mine: 1 as for katago-v2, 1 otherwise, 1 not decided." in said
    histories = f"fact/histories {claim_named('fact/histories').text} refuted (recorded: holds) on 2x1 "
    assert histories in said
    assert "claim/cleanup-is-article-7" in said
    assert "lemma/cleared" not in said
