"""Verdicts and clauses at the width of a terminal: every id is whole, and no line is longer than it has to be."""

from __future__ import annotations

import io

import pytest

from superko.checker.commands.findings_report import show_rows
from superko.checker.evidence.decided import everything_decided
from superko.checker.telling.report import Console, show_line, wrapped
from superko.spec.registry import clauses


@pytest.mark.parametrize("each", [False, True])
def test_no_id_in_the_verdicts_of_all_checks_is_broken_at_80_columns(each: bool) -> None:
    findings = [finding for decided in everything_decided() for finding in decided.findings]
    file = io.StringIO()
    show_rows(Console(file=file, width=80), findings, each)
    lines = file.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert {finding.check.claim for finding in findings} <= set(lines)
    written = {word.strip(",;") for line in lines for word in line.split()}
    named = {word for finding in findings for part in finding.check.rules.split() for word in part.split(",")}
    ids = {word for word in named if word in {clause.name for clause in clauses()}}
    assert ids
    assert not each or ids <= written


def test_a_word_that_is_longer_than_the_terminal_is_wide_stays_whole() -> None:
    file = io.StringIO()
    show_line(Console(file=file, width=20), "of katago-v2/territory/score-seki#independent-life", "holds", "green")
    assert "    katago-v2/territory/score-seki#independent-life" in file.getvalue().splitlines()


def test_lines_hang_below_the_first_one() -> None:
    assert wrapped("one two three", 12) == "  one two\n    three"
