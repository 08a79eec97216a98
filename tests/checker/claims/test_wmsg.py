"""The claims about the simplified WMSG rules, and rules broken on purpose of which they are not so."""

from __future__ import annotations

import pytest

from superko.checker.claims.bans import (
    JUST_AFTER_PLAYS,
    PLAYED_ON,
    WMSG,
    forbids_as_much,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.phase.phases import phases_from
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import solver_of
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.rules import Refusal
from superko.spec.vocabulary import Move, Turn


def plays_by_the_edge(turn: Turn | None) -> bool:
    """Only what a play at the first point led to is an earlier position."""
    return isinstance(turn, Move) and turn.point == 1


@pytest.mark.clauses("claim/wmsg-superko")
def test_what_stood_just_after_plays_is_all_that_stood() -> None:
    assert forbids_as_much(WMSG, 7, Grid(3, 1)).outcome is Outcome.HOLDS
    verdict = forbids_as_much(WMSG.replacing(JUST_AFTER_PLAYS, plays_by_the_edge), None, Grid(2, 1))
    assert verdict.outcome is Outcome.REFUTED


def test_a_phase_that_remembers_the_one_before_is_not_solved_as_if_it_had_forgotten_it() -> None:
    game = Game(PLAYED_ON, (2, 1))
    assert isinstance(solver_of([game], Budget()), PlainSolver)
    with pytest.raises(Refusal, match="not forgotten"):
        phases_from([game.record])
