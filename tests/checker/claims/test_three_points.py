"""Three points without capturing are three points if they are played out, and none if they are left alone."""

from __future__ import annotations

import pytest

from superko.checker.claims.katago_v2.best_play import JAPANESE
from superko.checker.claims.katago_v2.three_points import (
    CORNER,
    comes_out_as_published,
    comes_out_as_three_points,
    need_not_be_captured,
)
from superko.checker.claims.local_play import left_out, played_out, settled
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.shapes import THREE_POINTS_WITHOUT_CAPTURING
from superko.checker.solving.budget import OutOfBudget
from superko.interpreter.result import Score
from superko.spec.algebra import Color, Number
from superko.spec.algebra.board import P
from superko.spec.vocabulary import Ended, Phase

CAPTURES = "katago-v2/territory/score-seki#captures"
SHAPE, SECOND = THREE_POINTS_WITHOUT_CAPTURING, Phase.SECOND_CLEANUP


def captures_count_twice(ended: Ended[P], color: Color) -> Number:
    """A player gets 2 for each capture of the other color."""
    points: Number = ended.captures[color.opponent] * 2
    return points


BROKEN = JAPANESE.replacing(CAPTURES, captures_count_twice)


@pytest.mark.clauses("claim/torazu-sanmoku", "claim/summary-torazu")
def test_they_are_three_points_if_they_are_played_out_and_none_if_they_are_left_alone() -> None:
    verdict = comes_out_as_three_points(JAPANESE, SHAPE, SECOND)
    assert verdict.outcome is Outcome.WITNESSED
    assert (verdict.counts["black_first"], verdict.counts["white_first"], verdict.counts["left_alone"]) == (-3, -3, 0)
    assert verdict.witness is not None
    end = verdict.witness.game().result
    assert isinstance(end, Score)
    assert end.lead == -3


def test_where_captures_count_twice_the_corner_comes_out_otherwise() -> None:
    assert comes_out_as_three_points(BROKEN, SHAPE, SECOND).outcome is Outcome.REFUTED


def test_where_nobody_could_move_nothing_is_tested() -> None:
    nobody_moves = JAPANESE.replacing("katago-v2/move/suicide-ban", lambda play: False, "Nobody moves.")
    assert need_not_be_captured(nobody_moves, SHAPE, SECOND).outcome is Outcome.UNKNOWN


@pytest.mark.clauses("claim/torazu-sanmoku")
def test_whoever_makes_the_first_move_loses_a_point_by_it_as_was_published() -> None:
    verdict = comes_out_as_published(JAPANESE, SHAPE)
    assert verdict.outcome is Outcome.HOLDS
    assert (verdict.counts["black"], verdict.counts["white"]) == (3, 2)


def test_where_captures_count_twice_it_would_not_be_as_was_published() -> None:
    assert comes_out_as_published(BROKEN, SHAPE).outcome is Outcome.REFUTED


def test_where_the_budget_runs_out_nothing_is_said() -> None:
    with pytest.raises(OutOfBudget):
        played_out(SHAPE, JAPANESE, SECOND, CORNER, nodes=100)


def test_it_is_said_whether_what_stands_elsewhere_is_settled() -> None:
    alone = settled(JAPANESE, SHAPE.coloring)
    assert "nobody has a threat elsewhere" in left_out(SHAPE.grid, CORNER, alone)
    assert left_out(SHAPE.grid, SHAPE.grid.everywhere, alone) == "No move is left out."
    assert "not everything there is settled" in left_out(SHAPE.grid, 0, alone)
