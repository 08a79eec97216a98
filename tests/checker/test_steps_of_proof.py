"""Proofs in steps succeed for the rules as they are, and fail where a step, a rule or the lemma is broken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import z3

from superko.checker.evidence.one_step import IN_STEPS, decided_on_every_board
from superko.checker.proofs.situation import Implication, Lemma
from superko.checker.proofs.steps_of_proof import Case, ProofInSteps, Step, proved_in_steps, steps_that_follow
from superko.checker.verdict import Outcome
from superko.spec.algebra import Color
from superko.spec.rules import Rules

PROOFS = pytest.mark.parametrize(
    ("proof", "rules"),
    [(proof, rules) for proof, rules, _ in IN_STEPS[:1]],
    ids=[proof.lemma.claim for proof, _, _ in IN_STEPS[:1]],
)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """z3 gives up soon, as it does not where there is nothing to prove."""
    monkeypatch.setattr("superko.checker.proofs.any_board.PATIENCE", 0.5)
    monkeypatch.setattr("superko.checker.proofs.any_board.TRIES", 1)


@PROOFS
def test_a_proof_in_steps_succeeds(proof: ProofInSteps, rules: Rules) -> None:
    assert decided_on_every_board(proof, rules).outcome is Outcome.PROVED


@PROOFS
def test_what_is_assumed_in_a_case_is_not_absurd(
    proof: ProofInSteps, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    for case in proof.cases:
        absurd = Case(case.when, (*case.steps, Step(lambda s: z3.BoolVal(False))))
        with monkeypatch.context() as patience:
            follow = steps_that_follow(replace(proof, cases=(absurd,)), rules, Color.BLACK)
            assert all(next(follow) for _ in case.steps)
            patience.setattr("superko.checker.proofs.any_board.PATIENCE", 1)
            patience.setattr("superko.checker.proofs.any_board.TRIES", 1)
            assert not next(follow)


@PROOFS
@pytest.mark.usefixtures("hasty")
def test_a_proof_of_one_case_does_not_prove_the_lemma(proof: ProofInSteps, rules: Rules) -> None:
    for case in proof.cases:
        assert not proved_in_steps(replace(proof, cases=(case,)), rules)


@PROOFS
@pytest.mark.usefixtures("hasty")
def test_the_negation_of_a_lemma_does_not_follow(proof: ProofInSteps, rules: Rules) -> None:
    def negated(s: Any) -> Implication:
        implication = proof.lemma.statement(s)
        return Implication(implication.given, z3.Not(implication.then))

    assert not proved_in_steps(replace(proof, lemma=Lemma(proof.lemma.claim, negated, proof.lemma.moves)), rules)


@PROOFS
@pytest.mark.usefixtures("hasty")
def test_a_lemma_is_not_proved_where_moves_may_change_nothing_and_a_small_board_refutes_it(
    proof: ProofInSteps, rules: Rules
) -> None:
    verdict = decided_on_every_board(proof, rules.dropping("katago-v2/move/no-null-change"))
    assert (verdict.outcome, verdict.minimal) == (Outcome.REFUTED, True)


@pytest.mark.usefixtures("hasty")
def test_the_lemma_on_ko_moves_needs_each_of_its_cases() -> None:
    proof, rules, _ = IN_STEPS[-1]
    for case in proof.cases:
        *_steps, lemma = steps_that_follow(replace(proof, cases=(case,)), rules, Color.WHITE)
        assert not lemma
