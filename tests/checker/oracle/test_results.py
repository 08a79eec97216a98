"""Results files: runs, one that was cut off, and what changed between two."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from superko.checker.commands.judge_command import judge_command
from superko.checker.oracle import findings
from superko.checker.oracle.findings import Changes, add_run, changes_since, last_run
from superko.interpreter.json_lines import json_line

FORGETS_SUPERKO = {
    "aspect": "legal",
    "about": ["B1"],
    "engine_said": ["B1"],
    "clauses": ["katago-v2/main/legal-superko"],
    "turns": ["A1", "pass"],
    "width": 2,
    "height": 1,
}
OF_NO_REPORT = '{"run": "today", "outcome": "agree"}\n'
FORBIDS_SUICIDE = FORGETS_SUPERKO | {"engine_said": [], "clauses": ["katago-v2/move/suicide-ban"]}


def report(outcome: str, *disagreements: dict[str, object]) -> dict[str, object]:
    return {"outcome": outcome, "disagreements": list(disagreements), "breakdowns": []}


def changes_between(old: dict[str, object], new: dict[str, object]) -> Changes:
    return changes_since({"run": "", **old}, new)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def test_the_last_of_the_runs_is_what_the_next_is_compared_with(path: Path) -> None:
    assert last_run(path) is None
    for outcome in ("disagree", "agree"):
        add_run(path, "today", report(outcome))
    assert last_run(path) == {"run": "today", **report("agree")}


@pytest.mark.parametrize(
    "text", ["\n", "not JSON\n", '{"kind": "header", "schema": 1}\n', "[1]\n", OF_NO_REPORT, "mine"]
)
def test_other_files_are_told_from_results_files_and_left_as_they_are(path: Path, text: str) -> None:
    for before in ("", json_line({"run": "today", **report("agree")}).decode()):
        path.write_text(before + text)
        with pytest.raises(ValueError, match=r"is no results file of this version: line \d is no run"):
            last_run(path)
        assert path.read_text() == before + text


def test_what_changed_is_told_by_aspect_way_and_clauses() -> None:
    old = report("disagree", FORGETS_SUPERKO)
    new = report("disagree", FORBIDS_SUICIDE, FORGETS_SUPERKO | {"turns": ["B1", "pass"]})
    changes = changes_between(old, new)
    assert [finding["clauses"] for finding in changes.new] == [["katago-v2/move/suicide-ban"]]
    assert [finding["turns"] for finding in changes.still] == [["B1", "pass"]]
    assert changes.gone == ()
    assert changes.any


def test_two_runs_with_the_same_findings_have_no_changes() -> None:
    assert not changes_between(report("disagree", FORGETS_SUPERKO), report("disagree", FORGETS_SUPERKO)).any


def test_a_changed_outcome_is_a_change() -> None:
    assert changes_between(report("errored"), report("agree")).any


def test_two_findings_by_one_name_are_compared_one_by_one() -> None:
    two = report("disagree", FORGETS_SUPERKO, FORGETS_SUPERKO | {"turns": ["B1", "pass"]})
    changes = changes_between(two, report("disagree", FORGETS_SUPERKO))
    assert len(changes.gone) == 1


def test_the_workflow_to_copy_asks_what_can_be_asked() -> None:
    workflow = Path(findings.__file__).with_name("judge.yml").read_text(encoding="utf-8")
    asked = re.findall(r"superko judge (.*?)(?: \|.*)?$", workflow, re.MULTILINE)
    assert asked
    for rest in asked:
        assert judge_command.make_context("judge", shlex.split(rest)).params


def test_the_workflow_to_copy_keeps_runs_that_fail_and_compares_scores_with_komi() -> None:
    workflow = Path(findings.__file__).with_name("judge.yml").read_text(encoding="utf-8")
    assert "if: always()\n        uses: actions/cache/save@" in workflow
    assert "uses: actions/cache@" not in workflow
    (asked,) = re.findall(r"superko judge (.*?)(?: \|.*)?$", workflow, re.MULTILINE)
    params: dict[str, Any] = judge_command.make_context("judge", shlex.split(asked)).params
    assert params["engine"].startswith("gtp+score:")
    assert all(named.rules.komi for named in params["rules"])
