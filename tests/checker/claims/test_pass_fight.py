"""What it is worth to be first in cleanup is less with two phases, and not nothing."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2 import pass_fight
from superko.checker.claims.katago_v2.best_play import JAPANESE
from superko.checker.claims.katago_v2.pass_fight import (
    GainOfFirstMove,
    smallest_incentive,
    splitting_never_adds_to_it,
    worth_of_being_first,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.values.valuing import Valuing, starts_of
from superko.interpreter.notation import parse_board
from superko.spec.algebra import Coloring, Grid
from superko.spec.katago_v2.cleanup import CLEANUP
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

MOVES = "katago-v2/territory/score-seki#moves"


def worth_in(rules: Rules, c: Coloring[int], phase: Phase, budget: int | None = None) -> float | None:
    return worth_of_being_first(Valuing(starts_of(rules, c.board.grid, phase), budget), rules, c, phase)


@pytest.mark.parametrize(("board", "split", "at_once"), [("...", 4, 6), ("X..", 3, 4), (".X.", 0, 0), ("O.X", 2, 2)])
def test_what_it_is_worth_to_be_first(board: str, split: float, at_once: float) -> None:
    c = parse_board(board)
    assert worth_in(JAPANESE, c, Phase.FIRST_CLEANUP) == split
    assert worth_in(JAPANESE, c, Phase.SECOND_CLEANUP) == at_once


@pytest.mark.clauses("claim/two-phases-no-pass-fight")
def test_on_three_points_the_incentive_is_not_removed() -> None:
    verdict = smallest_incentive(JAPANESE)
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.REFUTED, "3x1", True)
    assert (verdict.counts["split"], verdict.counts["at_once"]) == (4, 6)


@pytest.mark.thorough
def test_on_four_points_there_are_positions_in_which_two_phases_add_to_it() -> None:
    verdict = splitting_never_adds_to_it(JAPANESE, Grid(4, 1))
    assert (verdict.outcome, verdict.counts["undecided"]) == (Outcome.REFUTED, 0)
    assert verdict.witness is not None
    c = verdict.witness.first_game().position.coloring
    split, at_once = (worth_in(JAPANESE, c, phase) for phase in CLEANUP)
    assert split is not None
    assert at_once is not None
    assert split > at_once


def test_on_two_points_nothing_is_tested() -> None:
    assert splitting_never_adds_to_it(JAPANESE, Grid(2, 1)).outcome is Outcome.UNKNOWN


def test_without_the_point_for_a_move_splitting_would_make_it_worth_more(monkeypatch: pytest.MonkeyPatch) -> None:
    without, c = JAPANESE.dropping(MOVES), parse_board("X..")
    split, at_once = (worth_in(without, c, phase) for phase in CLEANUP)
    assert (split, at_once) == (3, 2)
    monkeypatch.setattr(pass_fight, "worths", lambda rules, grid: [(c, GainOfFirstMove(split, at_once))])
    assert splitting_never_adds_to_it(without, Grid(3, 1)).outcome is Outcome.REFUTED


def test_where_the_budget_runs_out_nothing_is_said() -> None:
    assert worth_in(JAPANESE, parse_board("..."), Phase.FIRST_CLEANUP, budget=10) is None
