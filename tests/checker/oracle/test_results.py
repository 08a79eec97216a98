"""Results files: whole runs, cut-off runs, and what changed between two."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from superko.checker.commands.judge_command import judge_command
from superko.checker.oracle import findings
from superko.checker.oracle.findings import Changes, RecordedRun, ResultsFile, changes_since, read_results

FORGETS_SUPERKO = {
    "aspect": "legal",
    "about": ["B1"],
    "engine_said": ["B1"],
    "clauses": ["katago-v2/main/legal-superko"],
    "turns": ["A1", "pass"],
    "width": 2,
    "height": 1,
}
OF_NO_REPORT = '{"kind": "header", "schema": 1}\n{"kind": "footer", "outcome": "agree"}\n'
FORBIDS_SUICIDE = FORGETS_SUPERKO | {"engine_said": [], "clauses": ["katago-v2/move/suicide-ban"]}


def report(outcome: str, *disagreements: dict[str, object]) -> dict[str, object]:
    return {"outcome": outcome, "disagreements": list(disagreements), "breakdowns": []}


def changes_between(old: dict[str, object], new: dict[str, object]) -> Changes:
    return changes_since(RecordedRun({"kind": "header"}, (), old), new)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def write_run(path: Path, footer: dict[str, object] | None) -> None:
    file = ResultsFile(path)
    file.header({"engine": "gtp:some-engine"})
    file.finding(FORGETS_SUPERKO)
    if footer is not None:
        file.footer(footer)


def test_runs_are_appended_and_read_in_their_order(path: Path) -> None:
    write_run(path, report("disagree", FORGETS_SUPERKO))
    write_run(path, report("agree"))
    first, second = read_results(path)
    assert first.footer is not None
    assert first.footer["outcome"] == "disagree"
    assert second.footer is not None
    assert second.footer["outcome"] == "agree"
    assert first.findings[0]["clauses"] == ["katago-v2/main/legal-superko"]


def test_a_run_without_its_footer_was_cut_off_and_keeps_what_was_found(path: Path) -> None:
    write_run(path, None)
    (run,) = read_results(path)
    assert run.footer is None
    assert len(run.findings) == 1
    assert ResultsFile(path).before is None


def test_a_run_that_was_cut_off_within_a_line_keeps_the_lines_before(path: Path) -> None:
    write_run(path, report("disagree", FORGETS_SUPERKO))
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    (run,) = read_results(path)
    assert run.footer is None
    assert len(run.findings) == 1


def test_the_last_whole_run_counts_whatever_was_cut_off_before_and_after_it(path: Path) -> None:
    write_run(path, None)
    write_run(path, report("agree"))
    write_run(path, None)
    before = ResultsFile(path).before
    assert before is not None
    assert before.footer is not None
    assert before.footer["outcome"] == "agree"


@pytest.mark.parametrize(
    "text",
    ["", "not JSON\n", '{"kind": "finding"}\n', '{"kind": "header", "schema": 99}\n', "[1]\n", OF_NO_REPORT],
)
def test_other_files_are_told_from_results_files(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(ValueError, match=r"results file|not JSON|another version"):
        read_results(path)


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


def test_a_finding_that_was_written_again_counts_as_it_was_last(path: Path) -> None:
    file = ResultsFile(path)
    file.header({})
    for turns in (["B1", "pass"], ["A1"]):
        file.finding({"number": 0, **FORGETS_SUPERKO, "turns": turns})
    (run,) = read_results(path)
    assert [finding["turns"] for finding in run.findings] == [["A1"]]


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
