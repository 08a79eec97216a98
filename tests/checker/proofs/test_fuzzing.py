"""Clauses are put together and changed at random: none is believed that a game refutes."""

from __future__ import annotations

from collections import Counter

import pytest

from superko.checker.proofs import steps
from superko.spec.parameters import Tax
from superko.spec.rules import Rules

from ...mistakes import clauses
from ...mistakes.catalogue import function
from . import fuzzing_clauses
from .refuting import LEMMAS, goes_on, is_false_of_some

SEED = 1


@pytest.mark.parametrize("number", [3, pytest.param(200, marks=[pytest.mark.exhaustive, pytest.mark.thorough])])
def test_no_changed_clause_is_believed_that_play_refutes(number: int) -> None:
    seen: Counter[str] = Counter()
    assert list(fuzzing_clauses.finds(number, SEED, seen)) == []
    assert seen["proved"] > 0, "something that was changed is proved all the same"


def test_a_loop_is_told_from_a_game_that_ends() -> None:
    never = Rules().replacing("katago-v2/main/end-two-passes", function("record", "return record.turn < 0"), "Never.")
    assert goes_on(never)
    assert not goes_on(Rules())


@pytest.mark.every_case
@pytest.mark.parametrize("claim", sorted(LEMMAS))
def test_every_lemma_is_true_of_moves_on_tiny_boards(claim: str) -> None:
    rules = Rules(suicide=claim != steps.SINGLE_SUICIDE.claim, tax=Tax.ALL)
    assert not is_false_of_some(LEMMAS[claim], rules)


def test_a_false_lemma_is_told_from_a_true_one() -> None:
    leaving = Rules().replacing("katago-v2/move/pseudolegal", clauses.leaving)
    assert is_false_of_some(steps.KEEPS_LEGAL, leaving)
