"""The proofs of lemmas that checks make, as parameters of tests: each with the rules that it is made under."""

from __future__ import annotations

from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from superko.checker.claims.lemmas import ANY_MOVES, decided_on_every_board
from superko.checker.evidence.checks import checks
from superko.checker.proofs.steps import LemmaProof
from superko.spec.rules import Rules


def _proofs(in_steps: bool) -> list[ParameterSet]:
    """Those by cases, or those at once by induction; the last claims first."""
    made = [check for check in checks().values() if check.function is decided_on_every_board]
    proved: list[tuple[Any, Any]] = [(check, check.decided_by) for check in reversed(made)]
    return [
        pytest.param(decide.keywords["proof"], next(iter(check.under), ANY_MOVES), id=f"{check.claim} {check.rules}")
        for check, decide in proved
        if check.claim.startswith("lemma/") and bool(decide.keywords["proof"].cases) is in_steps
    ]


BY_INDUCTION, IN_STEPS = _proofs(in_steps=False), _proofs(in_steps=True)
SYMMETRIES = [made for made in IN_STEPS if str(made.id).startswith("lemma/symmetry")]


def proof_of(claim: str) -> tuple[LemmaProof, Rules]:
    """The proof of a lemma, under the rules of its last check."""
    proof, rules = next(made.values for made in IN_STEPS if str(made.id).startswith(claim))
    assert isinstance(proof, LemmaProof)
    assert isinstance(rules, Rules)
    return proof, rules
