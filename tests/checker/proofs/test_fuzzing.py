"""Clauses are put together and changed at random: none is believed that a game refutes, and no engine errs on one."""

from __future__ import annotations

from collections import Counter

import pytest

from superko.checker.proofs import steps
from superko.spec.parameters import Tax
from superko.spec.rules import Rules

from ...mistakes import clauses
from ...mistakes.catalogue import function
from . import fuzzing_clauses, fuzzing_engines
from .fuzzing_engines import finds_in_engines, says_otherwise
from .refuting import LEMMAS, goes_on, is_false_of_some

SECONDS, SEED = 30, 1


@pytest.mark.parametrize("number", [3, pytest.param(200, marks=[pytest.mark.exhaustive, pytest.mark.thorough])])
def test_no_changed_clause_is_believed_that_play_refutes(number: int) -> None:
    seen: Counter[str] = Counter()
    assert list(fuzzing_clauses.finds(number, SEED, seen)) == []
    assert seen["proved"] > 0, "something that was changed is proved all the same"


@pytest.mark.exhaustive
@pytest.mark.thorough
def test_no_engine_says_otherwise_than_games_do() -> None:
    assert list(finds_in_engines(SECONDS, SEED)) == []


def test_an_engine_that_says_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sly = Rules().replacing(
        "katago-v2/main/end-two-passes", function("record", "return record.pass_run >= 2 or record.turn > 2"), "Soon."
    )
    assert says_otherwise(sly) == ""
    monkeypatch.setattr(fuzzing_engines, "counted", lambda game: [(1, 0), (4, 0)])
    assert says_otherwise(sly) == "perft"


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
