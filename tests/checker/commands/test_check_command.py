"""`superko check`: what it prints, what it exits with, and how it is narrowed."""

from __future__ import annotations

import inspect
import json

import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner

from superko.checker.commands.check_command import check_command
from superko.checker.evidence import checks, recorded, runner
from superko.checker.evidence.checks import Scope
from superko.checker.evidence.choosing import chosen_checks
from superko.checker.evidence.verdict import Outcome, Verdict, answer, one_case
from superko.interpreter.referee import Session, respond
from superko.interpreter.story import Story
from superko.spec.claim import Claim, claims

pytestmark = pytest.mark.every_case


@pytest.fixture
def terminal() -> CliRunner:
    return CliRunner(env={"COLUMNS": "100"})


def test_a_verdict_that_is_not_the_recorded_one_exits_with_1(
    terminal: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (runner, recorded):
        monkeypatch.setattr(module, "recorded_verdicts", lambda: {"fact/legal-positions 2x2": {"outcome": "holds"}})
    result = terminal.invoke(check_command, ["--claim", "legal-positions", "--board", "2x2", "--workers", "1"])
    assert result.exit_code == 1
    assert "not as recorded" in result.output


def test_a_check_of_a_wider_scope_says_so() -> None:
    wide = next(check for check in checks.checks().values() if check.scope is Scope.DEEP)
    alone = [check for check in checks.checks().values() if (check.claim, check.board) == (wide.claim, wide.board)]
    if all(check.scope is Scope.DEEP for check in alone):
        with pytest.raises(ValueError, match="add --scope deep"):
            chosen_checks([wide.claim], [wide.board], None)


def test_a_pattern_may_be_of_the_last_part_of_a_claim() -> None:
    claim_ids = {check.claim for check in chosen_checks(["aga*"], [], None)}
    assert {"claim/aga-area-sum", "reading/aga-repetition"} <= claim_ids
    assert all(claim.rsplit("/", 1)[-1].startswith("aga") for claim in claim_ids)


def test_a_board_is_found_lying_or_standing() -> None:
    assert chosen_checks(["legal-positions"], ["1x4"], None) == chosen_checks(["legal-positions"], ["4x1"], None)


def test_a_claim_is_found_by_its_id_its_name_or_a_pattern() -> None:
    by_id = chosen_checks(["claim/benson"], [], None)
    assert by_id == chosen_checks(["benson"], [], None) == chosen_checks(["claim/bens*"], [], None)
    assert {check.claim for check in by_id} == {"claim/benson"}


def test_rules_keep_the_checks_that_agree_with_them() -> None:
    labels = {check.rules for check in chosen_checks(["benson"], [], "suicide=yes")}
    assert labels == {"suicide=yes", "suicide=yes without-adjustment"}
    labels = {check.rules for check in chosen_checks(["values"], [], "aga")}
    assert labels == {"preset=aga"}, "checks of another document are not under these rules"
    labels = {check.rules for check in chosen_checks(["self-play-end-score"], [], "japanese-like")}
    assert labels == {"scoring=TERRITORY tax=SEKI"}


def test_each_scope_makes_the_checks_of_those_before_it_and_more() -> None:
    quick, standard, deep = (
        {check.name for check in chosen_checks([], [], None, scope)}
        for scope in (Scope.QUICK, Scope.STANDARD, Scope.DEEP)
    )
    assert quick < standard < deep == set(checks.checks())


def test_the_scope_is_quick_unless_another_is_named(terminal: CliRunner) -> None:
    listed = {
        scope: terminal.invoke(check_command, ["--list", "--each", *scope]).output
        for scope in [(), ("--scope", "quick"), ("--scope", "standard")]
    }
    assert listed[()] == listed["--scope", "quick"] != listed["--scope", "standard"]


def test_every_check_has_a_recorded_verdict_and_nothing_else_is_recorded() -> None:
    assert set(recorded.recorded_verdicts()) == set(checks.checks())


def recorded_witnesses() -> list[ParameterSet]:
    verdicts = recorded.recorded_verdicts().items()
    return [pytest.param(verdict["witness"], id=name) for name, verdict in verdicts if "witness" in verdict]


@pytest.mark.parametrize("fields", [*recorded_witnesses()])
def test_every_recorded_witness_is_accepted_by_the_referee(fields: dict[str, object]) -> None:
    witness = Story.from_json(fields)
    session = Session()
    for request in witness.requests():
        session, reply = respond(session, json.dumps(request))
        assert reply is not None
        assert "error" not in reply
    assert session.game is not None
    assert session.game.position == witness.game().position


def test_a_check_that_crashed_exits_with_1(terminal: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> Verdict:
        raise RuntimeError("no luck")

    monkeypatch.setattr(runner, "decide", fail)
    result = terminal.invoke(check_command, ["--claim", "legal-positions", "--board", "2x2", "--workers", "1"])
    assert result.exit_code == 1
    assert "The check failed: RuntimeError: no luck" in " ".join(result.output.split())


@pytest.fixture
def evidence_to_be_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process, in which no table has been read."""
    monkeypatch.setattr(checks, "in_tables", checks.in_tables.__wrapped__)


@pytest.mark.usefixtures("evidence_to_be_found_again")
def test_a_claim_without_any_check_exits_with_2_and_one_sentence(
    terminal: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten = Claim("claim/forgotten", "katago-v2", "main", "Nobody has looked at this.")
    monkeypatch.setattr(checks, "claims", lambda: (*claims(), forgotten))
    result = terminal.invoke(check_command, ["--claim", "legal-positions"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: No check decides claim/forgotten, and no reason is given why." in result.stderr


class TestWhatHolds:
    """Whatever holds counts how often the thing under test did something, and is not said to hold without."""

    def test_every_recorded_one_does(self) -> None:
        times_acted = {
            name: verdict["counts"].get("acted", 0)
            for name, verdict in recorded.recorded_verdicts().items()
            if verdict["outcome"] == Outcome.HOLDS.value
        }
        assert times_acted
        assert {name: acted for name, acted in times_acted.items() if not acted} == {}

    @pytest.mark.parametrize("acted", [None, 0], ids=["uncounted", "zero"])
    def test_one_that_does_not_is_unknown(self, acted: int | None) -> None:
        verdict = one_case("2x2")(lambda: answer(True, acted=acted))()
        assert verdict.outcome is Outcome.UNKNOWN
        assert verdict.notes == "Nothing was tested: in none of these cases it did anything."

    def test_no_claim_makes_its_verdict_by_itself(self) -> None:
        modules = {inspect.getmodule(made.function) for made in checks.checks().values()}
        assert modules
        assert [module for module in modules if module is None or "Verdict(" in inspect.getsource(module)] == []


@pytest.mark.thorough
def test_checks_come_to_the_same_verdicts_in_several_processes() -> None:
    chosen = chosen_checks(["legal-positions"], ["2x2", "3x2", "3x3"], None)
    alone = {finding.check.name: finding.verdict for finding in runner.run(chosen, workers=1)}
    together = {finding.check.name: finding.verdict for finding in runner.run(chosen, workers=2)}
    assert alone == together
