"""For a minute, clauses are put together at random, and none is believed that a game or a board refutes."""

from __future__ import annotations

import random

import pytest

from superko.checker.evidence.checks import Check, asked_of, checks

from .fuzzing import KINDS, finds

SECONDS, SEED = 60, 1


@pytest.mark.thorough
def test_no_clause_is_believed_that_a_game_refutes() -> None:
    assert [(found.check, found.text) for found in finds(SECONDS, SEED)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_put_together_can_be_asked(kind: object) -> None:
    assert callable(kind)
    composed = kind(random.Random(SEED))
    assert isinstance(asked_of(checks()[composed.check], composed.rules), Check)
    assert composed.is_false() in (True, False)
