"""Plain search finds the published results, agrees with looking at every game, and says when its budget ran out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.fights import points
from superko.checker.claims.katago_v2 import best_play
from superko.checker.claims.katago_v2.best_play import (
    JAPANESE,
    SUPERKO,
    best_play_scores_as_the_early_end,
    comes_out_as_three_points,
    need_not_be_captured,
    not_solved,
    played_out,
)
from superko.checker.claims.shapes import BENT_FOUR, THREE_POINTS_WITHOUT_CAPTURING
from superko.checker.search.best_play import LONGEST_GAME, is_worth, lead, solve
from superko.checker.verdict import Outcome
from superko.interpreter.endings import Ending, early_end
from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.parameters import Ko, Tax
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Phase, Record

BUDGET = 20_000
PUBLISHED = {(1, 1): 0, (2, 1): 0, (3, 1): 3, (4, 1): 4, (2, 2): 1}


@pytest.mark.parametrize(("size", "best"), PUBLISHED.items(), ids=str)
def test_the_best_result_on_the_empty_board_is_the_published_one(size: tuple[int, int], best: int) -> None:
    start = Game.start(SUPERKO, *size)
    assert solve(start, BUDGET).lead == best
    assert is_worth(start, best, BUDGET).is_so is True
    assert is_worth(start, best + 1, BUDGET).is_so is False


def by_every_game(game: Game) -> float:
    if game.over:
        return lead(game)
    leads = [by_every_game(game.play(turn)) for turn in game.turns()]
    return max(leads) if game.position.player is BLACK else min(leads)


@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(2, 1), Grid(3, 1)], ids=str)
def test_what_is_cut_off_and_remembered_changes_no_value(ko: Ko, suicide: bool, grid: Grid) -> None:
    start = Game.start(Rules(ko=ko, suicide=suicide), grid.width, grid.height)
    assert solve(start, BUDGET).lead == by_every_game(start)


def test_a_search_that_runs_out_of_its_budget_says_so() -> None:
    found = solve(Game.start(SUPERKO, 3, 3), budget=100)
    assert found.lead is None
    assert found.tried == 101
    assert is_worth(Game.start(SUPERKO, 3, 3), 9, budget=100).is_so is None


@pytest.mark.parametrize("rules", [SUPERKO, JAPANESE], ids=["area", "territory"])
@pytest.mark.parametrize("grid", [Grid(3, 1), Grid(4, 1)], ids=str)
def test_best_play_of_a_settled_position_scores_as_the_early_end(rules: Rules, grid: Grid) -> None:
    verdict = best_play_scores_as_the_early_end(rules, grid)
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["positions"] > 0


def test_an_early_end_that_scored_otherwise_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def early_end_of_the_others(record: Record) -> Ending | None:
        end = early_end(record)
        assert end is not None
        assert isinstance(end.result, Score)
        return replace(end, result=replace(end.result, black=end.result.white, white=end.result.black))

    monkeypatch.setattr(best_play, "early_end", early_end_of_the_others)
    assert best_play_scores_as_the_early_end(SUPERKO, Grid(3, 1)).outcome is Outcome.REFUTED


def test_where_a_budget_runs_out_the_verdict_is_unknown() -> None:
    verdict = best_play_scores_as_the_early_end(SUPERKO, Grid(4, 1), budget=10)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["undecided"] > 0


def test_a_shape_that_is_not_solved_is_shown_with_what_was_tried() -> None:
    verdict = not_solved(BENT_FOUR, JAPANESE, Phase.FIRST_CLEANUP, budget=200)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["turns_tried"] == 201
    assert verdict.witness is not None
    assert verdict.witness.board == "/".join(BENT_FOUR.rows)


CORNER = points(THREE_POINTS_WITHOUT_CAPTURING.grid, "A6 A5 B6 B5 C6 C5")


def test_three_points_without_capturing_are_three_points_if_they_are_played_out() -> None:
    found = played_out(THREE_POINTS_WITHOUT_CAPTURING, JAPANESE, Phase.SECOND_CLEANUP, CORNER)
    assert found.leads == {BLACK: -3, WHITE: -3}
    assert found.left_alone == 0
    end = THREE_POINTS_WITHOUT_CAPTURING.game(JAPANESE, Phase.SECOND_CLEANUP)
    for turn in found.line:
        end = end.play(turn)
    assert lead(end) == -3


def test_where_captures_count_for_nothing_the_corner_comes_out_otherwise() -> None:
    rules = JAPANESE.dropping("katago-v2/territory/score-seki#captures")
    shape = THREE_POINTS_WITHOUT_CAPTURING
    assert comes_out_as_three_points(rules, shape, CORNER).outcome is Outcome.REFUTED
    assert need_not_be_captured(JAPANESE, shape, CORNER).outcome is Outcome.REFUTED


def test_a_search_gives_up_on_games_that_are_too_long() -> None:
    start = BENT_FOUR.game(JAPANESE, Phase.FIRST_CLEANUP)
    found = solve(start, budget=BUDGET)
    assert found.lead is None
    assert found.depth <= LONGEST_GAME


def test_in_the_bent_four_the_surrounded_player_is_captured_by_approaching() -> None:
    start = replace(BENT_FOUR, player=BLACK).game(replace(SUPERKO, tax=Tax.NONE))
    board = start.position.coloring.board
    for liberty in (board.grid.point(0, 2), board.grid.point(3, 3)):
        other = next(point for point in (board.grid.point(0, 2), board.grid.point(3, 3)) if point != liberty)
        after = start.play(Move(liberty)).play(Move(other))
        assert not after.position.coloring.black


def test_in_the_bent_four_white_can_begin_a_ko() -> None:
    start = BENT_FOUR.game(SUPERKO)
    grid = BENT_FOUR.grid
    bent, capture, inside, throw_in = grid.point(0, 2), grid.point(3, 3), grid.point(1, 3), grid.point(0, 3)
    captured = start.play(Move(bent)).play(Move(capture))
    assert captured.record.tally.captures[WHITE] == 4
    ko = captured.play(Move(inside)).play(Move(throw_in))
    assert ko.record.tally.captures[WHITE] == 4
    assert ko.position.coloring.black & inside == 0
