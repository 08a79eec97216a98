"""Verdicts are held against each other: what is refuted is not proved, whatever a prover says."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.claims.katago_v2 import termination
from superko.checker.commands.check_command import check_command
from superko.checker.commands.findings_report import run_found
from superko.checker.evidence import checks, recorded
from superko.checker.evidence.checks import Check, asked_of, decided_under, values_and_part
from superko.checker.evidence.recorded import contradictions, recorded_verdicts
from superko.checker.evidence.runner import Finding
from superko.checker.evidence.verdict import EVERY_SIZE, Outcome, Verdict
from superko.checker.proofs.phase_ends import ORDERS, Ranking
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

CLAIM = "claim/benson"
NEVER = Rules().dropping("katago-v2/main/end-two-passes")


def wrong(outcome: Outcome, *rules: Rules) -> Verdict:
    """What a wrong prover says of any rules."""
    return Verdict(outcome, EVERY_SIZE, "z3", {"acted": 1}, notes="So it is.")


def made(outcome: Outcome, board: str, rules: str = "", under: Rules = NEVER, whatever_else: bool = False) -> Check:
    """A check that always comes to the same."""
    values, part = values_and_part(rules)
    decided_by = partial(wrong, outcome)
    return Check(
        CLAIM, board, rules, decided_by, 0.1, under=(under,), whatever_else=whatever_else, values=values, part=part
    )


PROOF, REFUTATION = made(Outcome.PROVED, EVERY_SIZE, under=Rules()), made(Outcome.REFUTED, "2x1", under=Rules())


def outcomes_of(*chosen: Check) -> list[tuple[Check, Outcome]]:
    return [(check, check.decide().outcome) for check in chosen]


@pytest.fixture
def _wrong_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two checks, of which one proves what the other refutes."""
    monkeypatch.setattr(checks, "in_tables", lambda: {check.name: check for check in (PROOF, REFUTATION)})


def test_no_recorded_verdicts_contradict_each_other() -> None:
    known = recorded_verdicts()
    outcomes = [(check, Outcome(known[name]["outcome"])) for name, check in checks.checks().items() if name in known]
    assert {Outcome.PROVED, Outcome.REFUTED} <= {outcome for _, outcome in outcomes}
    assert contradictions(outcomes) == ()


class TestWhatContradicts:
    @pytest.mark.parametrize(
        ("proof", "refutation"),
        [
            (PROOF, REFUTATION),
            (PROOF, made(Outcome.REFUTED, "2x1", "smallest part", Rules())),
            (made(Outcome.PROVED, "2x1", under=Rules()), REFUTATION),
            (
                made(Outcome.PROVED, EVERY_SIZE, "ko=POSITIONAL", Rules(), whatever_else=True),
                made(Outcome.REFUTED, "3x3", "suicide=no", Rules(suicide=False)),
            ),
        ],
    )
    def test_a_proof_and_a_refutation_of_what_it_speaks_of(self, proof: Check, refutation: Check) -> None:
        assert contradictions(outcomes_of(refutation, proof)) == ((proof, refutation),)

    @pytest.mark.parametrize(
        ("proof", "refutation"),
        [
            (made(Outcome.HOLDS, EVERY_SIZE, under=Rules()), REFUTATION),
            (made(Outcome.PROVED, "3x1", under=Rules()), REFUTATION),
            (made(Outcome.PROVED, EVERY_SIZE, "one part", Rules()), REFUTATION),
            (PROOF, made(Outcome.REFUTED, "2x1", "suicide=no", Rules(suicide=False))),
            (PROOF, made(Outcome.REFUTED, "2x1")),
            (
                made(Outcome.PROVED, EVERY_SIZE, "ko=POSITIONAL", Rules(), whatever_else=True),
                made(Outcome.REFUTED, "3x3", "ko=SIMPLE", Rules(ko=Ko.SIMPLE)),
            ),
        ],
    )
    def test_a_refutation_of_something_else_does_not(self, proof: Check, refutation: Check) -> None:
        assert contradictions(outcomes_of(refutation, proof)) == ()


class TestACheckWithAWrongProver:
    @pytest.mark.usefixtures("_wrong_prover")
    def test_it_is_an_error_of_its_own(self) -> None:
        result = CliRunner().invoke(check_command, ["--claim", CLAIM, "--workers", "1", "--each"])
        assert result.exit_code == 1
        assert f"Error: {CLAIM} is proved on every size, and refuted on 2x1: one of these" in result.stderr
        assert "proved  " not in result.stdout

    @pytest.mark.usefixtures("_wrong_prover")
    def test_a_proof_alone_is_held_against_what_is_recorded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "superko.checker.evidence.decided.recorded_verdicts",
            lambda: {REFUTATION.name: {"outcome": "refuted"}},
        )
        result = CliRunner().invoke(
            check_command, ["--claim", CLAIM, "--board", EVERY_SIZE, "--workers", "1", "--json"]
        )
        assert result.exit_code == 1
        assert '"contradictions": [' in result.stdout
        assert '"outcome": "unknown"' in result.stdout

    @pytest.mark.usefixtures("_wrong_prover")
    def test_nothing_of_it_is_recorded(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        file = tmp_path / "recorded.json"
        file.write_text("{}")
        monkeypatch.setattr(recorded, "FILE", file)
        result = CliRunner().invoke(check_command, ["--claim", CLAIM, "--workers", "1", "--record"])
        assert result.exit_code == 2
        assert "Nothing is recorded." in result.stderr
        assert file.read_text() == "{}"


class TestUnderAmendedRules:
    @pytest.mark.usefixtures("_wrong_prover")
    def test_a_small_board_is_asked_first(self) -> None:
        asked = asked_of(PROOF, NEVER)
        assert isinstance(asked, Check)
        assert asked.decide().outcome is Outcome.REFUTED
        assert decided_under(PROOF, NEVER, *asked.under).outcome is Outcome.REFUTED

    def test_a_game_without_end_is_looked_for_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def proves(*_: Any) -> Ranking:
            return Ranking(ORDERS[0])

        monkeypatch.setattr(termination, "ranking", proves)
        verdict = termination.phase_ends(NEVER, phase=Phase.MAIN, chosen={"ko": [Ko.POSITIONAL]})
        assert verdict.outcome is Outcome.REFUTED
        assert verdict.witness is not None
        assert "A game can go on forever: on 1x1" in verdict.witness.shows

    def test_what_larger_boards_refute_is_not_told_as_proved(self) -> None:
        proof, refutation = made(Outcome.PROVED, EVERY_SIZE), made(Outcome.REFUTED, "3x3")
        findings = [Finding(check, check.decide(), 0.1, True) for check in (proof, refutation)]
        run = run_found([proof, refutation], findings)
        disbelieved, still = run.findings
        assert (disbelieved.verdict.outcome, still) == (Outcome.UNKNOWN, findings[1])
        assert disbelieved.verdict.notes == str(run.contradicted[0])
