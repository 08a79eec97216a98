"""Proofs in steps succeed for the rules as they are, and fail where a step, a rule or the lemma is broken."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, product
from typing import Any

import pytest
import z3

from superko.checker.claims.lemmas import decided_on_every_board
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.every_board import POINT, AnyPoints, Described, adjacent, induction, situation_of_any_board
from superko.checker.proofs.situation import BoardLemma, Implication
from superko.checker.proofs.steps import (
    LemmaProof,
    Obligation,
    ProofCase,
    Unknown,
    described,
    is_proved,
    steps_that_follow,
)
from superko.spec.algebra import Color, Grid
from superko.spec.rules import Rules

from ..claims.test_lemmas import FALSE_STATEMENTS
from .lemmas_proved import IN_STEPS, proof_of
from .test_induction import is_exactly, spelled_out, touch

SIMPLE_KO, KO_MOVE = proof_of("lemma/simple-ko"), proof_of("lemma/ko-move")
PROOFS = pytest.mark.parametrize(("proof", "rules"), [SIMPLE_KO], ids=["simple-ko"])
EVERY_PROOF = pytest.mark.parametrize(("proof", "rules"), IN_STEPS)
KO = pytest.mark.parametrize(
    ("proof", "rules"), [SIMPLE_KO, pytest.param(*KO_MOVE, marks=pytest.mark.thorough)], ids=["simple-ko", "ko-move"]
)


@PROOFS
def test_a_proof_in_steps_succeeds(proof: LemmaProof, rules: Rules) -> None:
    assert decided_on_every_board(rules, proof).outcome is Outcome.PROVED


def absurd(case: ProofCase) -> ProofCase:
    """A case of what is assumed in another and follows there step by step, to imply what is false."""

    def everything(s: Unknown) -> Any:
        return z3.And(case.when(s), *(step.statement(s) for step in case.steps))

    def along_all(s: Unknown) -> tuple[tuple[AnyPoints, AnyPoints], ...]:
        return tuple(chain.from_iterable(step.along(s) for step in case.steps))

    return ProofCase("everywhere", everything, (Obligation("nothing holds", lambda s: z3.BoolVal(False), along_all),))


@EVERY_PROOF
@pytest.mark.usefixtures("hasty")
def test_what_is_assumed_and_shown_in_a_case_is_not_absurd(proof: LemmaProof, rules: Rules) -> None:
    for case in proof.cases:
        assert not next(steps_that_follow(replace(proof, cases=(absurd(case),)), rules, Color.BLACK))


@pytest.mark.thorough
@KO
def test_what_is_assumed_and_shown_in_each_case_is_true_of_the_smallest_ko(proof: LemmaProof, rules: Rules) -> None:
    black, white, taking, retaking = 0b0000, 0b0101, 0b0010, 0b0001
    points = [z3.Const(f"at {index}", POINT) for index in range(4)]
    for case in proof.cases:
        board, unknown = situation_of_any_board(rules, Color.BLACK, 2, proof.by_lemma)
        assumed = proof.lemma.statement(unknown).given, case.when(unknown)
        shown = [step.statement(unknown) for step in case.steps]
        used = [
            induction(described(board, along), Described(held, ()))
            for step in case.steps
            for along, held in step.along(unknown)
        ]
        solver = z3.Solver()
        solver.add(z3.Distinct(*points))
        for (index, point), (other, beside) in product(enumerate(points), repeat=2):
            solver.add(adjacent(point, beside) == touch(Grid(4, 1), index, other))
        sets = zip(
            (unknown.coloring.black, unknown.coloring.white, *unknown.points),
            (black, white, taking, retaking),
            strict=True,
        )
        solver.add(*(is_exactly(points, unknown_set, members) for unknown_set, members in sets))
        solver.add(*(spelled_out(formula, points) for formula in (*board.axioms, *used, *assumed, *shown)))
        assert solver.check() == z3.sat


@PROOFS
@pytest.mark.usefixtures("hasty")
def test_a_proof_of_one_case_does_not_prove_the_lemma(proof: LemmaProof, rules: Rules) -> None:
    for case in proof.cases:
        assert not is_proved(replace(proof, cases=(case,)), rules)


@EVERY_PROOF
@pytest.mark.usefixtures("hasty")
def test_the_negation_of_a_lemma_does_not_follow(proof: LemmaProof, rules: Rules) -> None:
    def negated(s: Any) -> Implication:
        implication = proof.lemma.statement(s)
        return Implication(implication.given, z3.Not(implication.then))

    assert not is_proved(replace(proof, lemma=BoardLemma(proof.lemma.claim, negated, proof.lemma.moves)), rules)


@KO
@pytest.mark.usefixtures("hasty")
def test_a_lemma_is_not_proved_where_moves_may_change_nothing_and_a_small_board_refutes_it(
    proof: LemmaProof, rules: Rules
) -> None:
    verdict = decided_on_every_board(rules.dropping("katago-v2/move/no-null-change"), proof)
    assert (verdict.outcome, verdict.minimal) == (Outcome.REFUTED, True)


@pytest.mark.thorough
@pytest.mark.usefixtures("hasty")
def test_the_lemma_on_ko_moves_needs_each_of_its_cases() -> None:
    proof, rules = KO_MOVE
    for case in proof.cases:
        *_steps, lemma = steps_that_follow(replace(proof, cases=(case,)), rules, Color.WHITE)
        assert not lemma


@pytest.mark.thorough
@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", ["every capture of one stone is a ko", "every lone stone in atari is a ko"])
def test_what_is_false_of_ko_moves_is_not_proved_and_a_small_board_refutes_it(name: str) -> None:
    proof, rules = KO_MOVE
    verdict = decided_on_every_board(rules, replace(proof, lemma=FALSE_STATEMENTS[name]))
    assert (verdict.outcome, verdict.minimal) == (Outcome.REFUTED, True)
