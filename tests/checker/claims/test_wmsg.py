"""The claims about the simplified WMSG rules, and rules broken on purpose of which they are not so."""

from __future__ import annotations

from typing import Any

import pytest

from superko.checker.claims.facts.values import every_position_is_worth_the_same, smallest_changed
from superko.checker.claims.katago_v2.termination import phase_ends
from superko.checker.claims.wmsg import (
    BUTTON,
    JUST_AFTER_PLAYS,
    PLAYED_ON,
    WMSG,
    forbids_as_much,
    no_combination_is_the_text,
    same_margins,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.phases import phases_from
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_solver import PlainSolver, solver_of
from superko.interpreter.game import Game
from superko.spec.algebra import WHITE, Color, Grid
from superko.spec.rules import Refusal
from superko.spec.vocabulary import Ended, Move, Phase, Turn


def two_points(ended: Ended[Any], color: Color) -> int:
    """Black's margin is two points less if White made the first pass."""
    return -2 if color is not WHITE and ended.button is WHITE else 0


def plays_by_the_edge(turn: Turn | None) -> bool:
    """Only what a play at the first point led to is an earlier position."""
    return isinstance(turn, Move) and turn.point == 1


@pytest.mark.clauses("claim/wmsg-margin")
def test_the_margin_is_that_of_the_button_unless_the_first_pass_costs_two_points() -> None:
    assert same_margins(WMSG, BUTTON, Grid(3, 2)).outcome is Outcome.HOLDS
    assert same_margins(WMSG.replacing("wmsg/first-pass", two_points), BUTTON, Grid(2, 1)).outcome is Outcome.REFUTED
    assert same_margins(WMSG.dropping("wmsg/first-pass"), BUTTON, Grid(2, 1)).outcome is not Outcome.HOLDS


@pytest.mark.clauses("claim/wmsg-superko")
def test_what_stood_just_after_plays_is_all_that_stood() -> None:
    assert forbids_as_much(WMSG, 7, Grid(3, 1)).outcome is Outcome.HOLDS
    verdict = forbids_as_much(WMSG.replacing(JUST_AFTER_PLAYS, plays_by_the_edge), None, Grid(2, 1))
    assert verdict.outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/wmsg-no-combination")
@pytest.mark.thorough
def test_the_text_is_no_combination_of_the_parameters_but_each_of_them_is() -> None:
    assert no_combination_is_the_text(BUTTON, WMSG).outcome is Outcome.HOLDS
    assert no_combination_is_the_text(BUTTON, BUTTON).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/wmsg-value", "claim/wmsg-value-at-first-stop")
def test_positions_are_worth_what_they_are_with_the_button_if_play_goes_on() -> None:
    assert every_position_is_worth_the_same(PLAYED_ON, BUTTON, Grid(2, 1)).outcome is Outcome.HOLDS
    assert every_position_is_worth_the_same(WMSG, BUTTON, Grid(2, 1)).outcome is Outcome.REFUTED
    without = PLAYED_ON.dropping("wmsg/first-pass")
    assert every_position_is_worth_the_same(without, BUTTON, Grid(1, 1)).outcome is Outcome.REFUTED
    verdict = smallest_changed(WMSG, BUTTON, Grid(2, 1))
    assert verdict.witness is not None
    assert (verdict.minimal, verdict.witness.start.board) == (True, "O.")


@pytest.mark.clauses("claim/wmsg-terminates")
@pytest.mark.parametrize("without", ["wmsg/superko", "wmsg/end", "wmsg/superko#just-after-plays"])
def test_games_end_unless_a_clause_is_left_out(without: str) -> None:
    assert phase_ends(WMSG, Phase.MAIN, {}).outcome is Outcome.PROVED
    assert phase_ends(WMSG.dropping(without), Phase.MAIN, {}).outcome is Outcome.REFUTED


def test_a_phase_that_remembers_the_one_before_is_not_solved_as_if_it_had_forgotten_it() -> None:
    game = Game(PLAYED_ON, (2, 1))
    assert isinstance(solver_of([game], Budget()), PlainSolver)
    with pytest.raises(Refusal, match="not forgotten"):
        phases_from([game.record])
