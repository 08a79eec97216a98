"""Best play comes to the published results, and to what looking at every game does, or says that nothing is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2 import best_play
from superko.checker.claims.katago_v2.best_play import (
    JAPANESE,
    SUPERKO,
    best_play_scores_as_the_early_end,
    lead_by_best_play,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.values.valuing import Valuing
from superko.interpreter.endings import Ending, early_end
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from superko.spec.vocabulary import Record

SIMPLE = replace(SUPERKO, ko=Ko.SIMPLE)
PUBLISHED = {(1, 1): 0, (2, 1): 0, (3, 1): 3, (4, 1): 4, (2, 2): 1}


@pytest.mark.parametrize(("size", "best"), PUBLISHED.items(), ids=str)
def test_the_best_result_on_the_empty_board_is_the_published_one(size: tuple[int, int], best: int) -> None:
    start = Game.start(SUPERKO, *size)
    assert lead_by_best_play(Valuing([start]), start) == best


def by_every_game(game: Game) -> float:
    if isinstance(game.result, Score):
        return game.result.lead
    leads = [by_every_game(game.play(turn)) for turn in game.turns()]
    return max(leads) if game.position.player is BLACK else min(leads)


@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(2, 1), Grid(3, 1)], ids=str)
def test_what_is_remembered_changes_no_value(ko: Ko, suicide: bool, grid: Grid) -> None:
    start = Game.start(Rules(ko=ko, suicide=suicide), grid.width, grid.height)
    assert lead_by_best_play(Valuing([start]), start) == by_every_game(start)


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


def test_where_a_budget_runs_out_nothing_is_said() -> None:
    start = Game.start(SUPERKO, 2, 2)
    assert lead_by_best_play(Valuing([start], nodes=10), start) is None


def test_where_it_matters_what_no_result_is_worth_nothing_is_said() -> None:
    start = Game.set_up(SIMPLE, parse_board("../OO"))
    assert lead_by_best_play(Valuing([start]), start) is None


def test_where_a_budget_runs_out_the_verdict_is_unknown() -> None:
    verdict = best_play_scores_as_the_early_end(SUPERKO, Grid(3, 2), budget=10)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["undecided"] > 0
