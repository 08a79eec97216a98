"""Results files: runs, one that was cut off, and what changed between two."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import pytest

from superko.checker.commands.judge_command import judge_command
from superko.checker.oracle import findings
from superko.checker.oracle.findings import Changes, add_run, changes_since, last_run
from superko.interpreter.json_lines import json_line

from . import engines_for_the_command

ROOT = Path(__file__).parents[3]
ENGINES = engines_for_the_command.__name__

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


ACTION = (ROOT / ".github/actions/judge/action.yml").read_text(encoding="utf-8")
INPUTS = re.findall(r"^  (\w+):\n", ACTION.partition("inputs:")[2].partition("runs:")[0], re.MULTILINE)


def test_the_action_uses_each_of_its_inputs_and_the_page_names_no_other() -> None:
    page = Path(findings.__file__).with_name("README.md").read_text(encoding="utf-8")
    (given,) = re.findall(r"- { uses: OWNER/superko/.github/actions/judge@main, with: {(.*)} }\n", page)
    assert INPUTS == ["engine", "rules", "effort"]
    assert {*INPUTS} == {*re.findall(r"\$\{\{ inputs\.(\w+) \}\}", ACTION)}
    named = re.findall(r'(\w+): "([^"]*)"', given)
    assert [name for name, _ in named] == INPUTS[:2]
    (effort,) = re.findall(r"default: (\w+)\n", ACTION)
    asked = [part for name, value in [*named, ("effort", effort)] for part in (f"--{name}", value)]
    assert judge_command.make_context("judge", asked).params


def test_the_action_keeps_what_it_found_for_the_next_run_also_where_it_fails() -> None:
    """Each save has a key of its own, and the newest of those with its beginning is restored."""
    restore, save = re.findall(r"uses: actions/cache/(?:restore|save)@\w{40} .*\n(?: {6}.*\n)+", ACTION)
    (key,) = {*re.findall(r" key: (.*)\n", restore + save)}
    (beginning,) = re.findall(r"restore-keys: (.*)\n", restore)
    assert key.startswith(beginning)
    assert {*re.findall(r" path: (.*)\n", restore + save)} == {*re.findall(r"--results (\S+)", ACTION)}
    assert f"- if: always()\n      {save}" in ACTION
    assert ACTION.index(restore) < ACTION.index("--results") < ACTION.index(save)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="The action is for Linux and macOS.")
@pytest.mark.parametrize(
    ("engine", "status", "message"), [("ForbidsSuicide", 1, "2 disagreements"), ("Honest", 0, "agrees")]
)
def test_the_action_ends_as_judge_does_and_keeps_what_was_found(
    engine: str, status: int, message: str, tmp_path: Path
) -> None:
    """Its script is run as a workflow runs it, under two rule sets."""
    program = tmp_path / "superko" / "bin" / "superko"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m superko "$@"\n')
    program.chmod(0o755)
    script = textwrap.dedent(ACTION.rpartition("run: |\n")[2].partition("    - if")[0])
    given = {"ENGINE": f"python:{ENGINES}:{engine}", "RULES": "tromp-taylor ko=SIMPLE", "EFFORT": "500n"}
    kept = {"RUNNER_TEMP": str(tmp_path), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"), "PYTHONPATH": str(ROOT)}
    asked = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(
        asked, cwd=tmp_path, env=os.environ | given | kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    assert (tmp_path / "summary").read_text(encoding="utf-8") == done.stdout
    assert json.loads((tmp_path / "judged" / "badge.json").read_bytes())["message"] == message
    suites = ElementTree.parse(tmp_path / "judged" / "junit.xml").getroot()
    assert [suite.get("name") for suite in suites] == given["RULES"].split()
    assert len(list((tmp_path / "judged" / "games").iterdir())) == 2 * status
    assert last_run(tmp_path / "judged" / "runs.jsonl")
