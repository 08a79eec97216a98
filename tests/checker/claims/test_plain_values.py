"""What the solver finds against plain search: it agrees, one that remembers wrongly does not, and both are told."""

from __future__ import annotations

from math import inf

import pytest

from superko.checker.claims.facts import plain_values
from superko.checker.claims.facts.plain_values import (
    rule_sets,
    solver_finds_what_plain_search_finds,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.solving.plain_play import FAILS, SUCCEEDS, is_worth
from superko.checker.solving.state import BEST, WORST
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

POSITIONAL = Rules(suicide=False)


def test_a_solver_that_says_too_little_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = plain_values.solved
    monkeypatch.setattr(
        plain_values, "solved", lambda *asked: ((game, {WORST: values[WORST] - 1}) for game, values in right(*asked))
    )
    verdict = solver_finds_what_plain_search_finds(POSITIONAL, grid=Grid(2, 1), most=2000)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.witness is not None
    assert "Plain search finds another value" in verdict.witness.shows


def test_a_position_that_takes_too_long_is_not_counted_as_compared() -> None:
    verdict = solver_finds_what_plain_search_finds(POSITIONAL, grid=Grid(3, 1), most=20)
    assert (verdict.counts["positions"], verdict.counts["undecided"]) == (12, 18)
    assert verdict.scope == "12 of all 30 positions of 3x1; a question about each other one takes more than 20 turns"


def test_a_sample_and_a_phase_are_told_as_such() -> None:
    territory = rule_sets(Scoring.TERRITORY, (Ko.SIMPLE,), (False,), (Tax.NONE,), (False,))
    asked = {"grid": Grid(2, 1), "most": 5000, "each": 3, "phase": Phase.SECOND_CLEANUP}
    scope = solver_finds_what_plain_search_finds(*territory, **asked).scope
    assert scope == "4 positions of 2x1 in phase cleanup2 (one in 3)"


def test_that_no_game_has_a_result_is_found_by_plain_search_too() -> None:
    """Where a pass counts for nothing, games go on until there is no result."""
    rules = Rules(ko=Ko.SIMPLE, suicide=False).dropping("katago-v2/main/pass#counts")
    (game, values), *_ = plain_values.solved(rules, Grid(1, 1), each=1, phase=Phase.MAIN)
    assert values == {WORST: -inf, BEST: inf}
    assert [is_worth(game, value, mode == BEST, 1000).outcome for mode, value in values.items()] == [SUCCEEDS, SUCCEEDS]
    assert is_worth(game, 0, False, 1000).outcome == FAILS
