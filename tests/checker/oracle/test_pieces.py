"""An engine tried in pieces, one rule set each, comes to what it comes to in one run; a journal keeps the pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands.judge_command import judge_command
from superko.checker.oracle.disagreement import breakdown
from superko.checker.oracle.engine import Aspect, Breakage, EngineBroke, Setting
from superko.checker.oracle.findings import OracleFinding, RuleSetReport, SmallGamesCovered
from superko.checker.oracle.naming import Naming
from superko.checker.oracle.pieces import Piece, plan_for
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.telling.effort import Effort
from superko.interpreter.rule_names import parse_rules

from .liars import LIARS

ENGINES = f"{__package__}.engines_for_the_command"
TWO = ("--rules", "tromp-taylor", "--rules", "aga-like")
QUICK = ("--effort", "400n", "--board", "3x2")
SECONDS = 120


def judged(engine: str, *arguments: str) -> Result:
    asked = ["--engine", f"python:{ENGINES}:{engine}", *QUICK, *arguments]
    return CliRunner().invoke(judge_command, asked, env={"COLUMNS": "120"})


def report(engine: str, *arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(judged(engine, "--json", *arguments).stdout)
    return {name: value for name, value in answer.items() if name != "seconds"}


def again(piece: Piece) -> Piece:
    """A piece as a journal gives it back."""
    return Piece.from_json(json.loads(json.dumps(piece.as_json())), piece.rule_set.name, piece.rule_set.rules)


@pytest.mark.thorough
@pytest.mark.parametrize("fault", ["gives komi to Black", "never unblocks"])
def test_what_is_found_of_a_liar_stands_whole_in_a_journal(fault: str) -> None:
    liar = LIARS[fault]
    plan = Plan((liar.under,), Effort(count=1_000), seed=1)
    piece = Piece.of(judge_engine(liar.engine, plan))
    assert piece.findings
    assert again(piece) == piece


def test_a_breakdown_stands_whole_in_a_journal_too() -> None:
    rules = parse_rules("japanese-like,komi=6.5")
    setting = Setting(3, 2, board="X.O/...", rules=rules)
    broke = EngineBroke(Breakage.HUNG, "It did not answer.", ("> play B1", "! what?"))
    disagreement = breakdown(setting.game(), broke, rules, "B1")
    finding = OracleFinding(disagreement, Naming(()), None, ("japanese-like,komi=6.5",), cut=True)
    covered = (SmallGamesCovered("2x1", 4, 9, False, 5),)
    rule_set = RuleSetReport("japanese-like,komi=6.5", rules, (), "", 7, 20, covered, {"3x2": 4}, {"a": 0, "b": 2})
    piece = Piece(rule_set, {Aspect.LEGAL: 20}, (finding,))
    assert again(piece) == piece


def test_the_effort_is_shared_by_the_rule_sets_as_they_have_phases() -> None:
    plan = Plan(("tromp-taylor", "japanese-like", "ikeda"), Effort(seconds=50.0))
    assert [plan_for(plan, name).effort.seconds for name in plan.rules] == [10.0, 30.0, 10.0]


@pytest.mark.thorough
def test_a_fault_under_two_rule_sets_is_shown_once_as_in_one_run() -> None:
    rules = "tromp-taylor", "tromp-taylor,tax=ALL"
    asked = ("--seed", "1", "--rules", rules[0], "--rules", rules[1], "--effort", "1500n")
    alone, in_pieces = (report("RepeatsBoards", *asked, *more) for more in ((), ("--workers", "2")))
    for answer in (alone, in_pieces):
        assert [sorted(disagreement["under"]) for disagreement in answer["disagreements"]] == [[*rules]]
    for field in ("clauses", "turns", "width", "height", "shortest"):
        assert in_pieces["disagreements"][0][field] == alone["disagreements"][0][field]


class TestAJournal:
    @pytest.fixture
    def journal(self, tmp_path: Path) -> Path:
        return tmp_path / "journal.jsonl"

    @pytest.mark.thorough
    def test_gives_the_same_report_without_trying_anything_again(self, journal: Path) -> None:
        first = report("ForbidsSuicide", *TWO, "--journal", str(journal))
        lines = journal.read_bytes()
        assert len(lines.splitlines()) == 2
        assert first["disagreements"]
        assert report("ForbidsSuicide", *TWO, "--journal", str(journal)) == first
        assert journal.read_bytes() == lines

    @pytest.mark.thorough
    @pytest.mark.parametrize("other", [("--seed", "2"), ("--without", "legal")])
    def test_is_of_no_use_for_what_is_asked_otherwise(self, journal: Path, other: tuple[str, ...]) -> None:
        arguments = ("--rules", "tromp-taylor", "--journal", str(journal))
        judged("Honest", *arguments)
        judged("Honest", *arguments, *other)
        assert len(journal.read_bytes().splitlines()) == 2

    @pytest.mark.thorough
    def test_is_of_no_use_for_another_engine(self, journal: Path) -> None:
        arguments = ("--rules", "tromp-taylor", "--journal", str(journal))
        assert judged("Honest", *arguments).exit_code == 0
        assert judged("ForbidsSuicide", *arguments).exit_code == 1

    def test_that_is_none_is_refused(self, journal: Path) -> None:
        journal.write_text("hello\n")
        result = judged("Honest", *TWO, "--journal", str(journal))
        assert result.exit_code == 2
        assert result.stderr == f"Error: {journal} is no journal of `superko judge`: line 1 is no finding.\n"

    @pytest.mark.thorough
    def test_with_a_line_that_lacks_something_is_refused(self, journal: Path) -> None:
        arguments = ("--rules", "tromp-taylor", "--journal", str(journal))
        judged("ForbidsSuicide", *arguments)
        line = json.loads(journal.read_text())
        del line["findings"][0]["kind"]
        journal.write_text(json.dumps(line) + "\n")
        assert "line 1 is no finding" in judged("ForbidsSuicide", *arguments).stderr


@pytest.mark.thorough
def test_a_rule_set_that_was_lost_with_its_process_is_said_and_no_agreement(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    result = judged("TakesTheProcessWithIt", *TWO, "--journal", str(journal))
    assert result.exit_code == 2
    assert "The engine was not tried under aga-like. The process that worked on it died (exit status 3)." in (
        " ".join(result.stderr.split())
    )
    assert "agrees with tromp-taylor in " in result.stdout
    assert len(journal.read_bytes().splitlines()) == 1, "what was lost is tried again another time"


@pytest.mark.thorough
def test_where_a_process_lacks_the_engine_it_does_not_agree() -> None:
    result = judged("IsOnlyHere", *TWO, "--workers", "2")
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    for name in TWO[1::2]:
        assert f"The engine was not tried under {name}. It is not installed here." in said
