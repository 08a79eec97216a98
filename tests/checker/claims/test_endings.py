"""Best play is worth the published results, and to what looking at every game does, or says that nothing is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from superko.checker.claims.katago_v2.endings import (
    JAPANESE,
    SUPERKO,
    best_play_scores_as_the_early_end,
    lead_by_best_play,
    only_shortened,
    under_the_ko_rule_before,
    worth_of_being_first,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.values.valuing import Valuing, starts_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_turn
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Coloring, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

from ...interpreter.games import after
from ...sampling import sample

SIMPLE = replace(SUPERKO, ko=Ko.SIMPLE)


def by_every_game(game: Game) -> float:
    if isinstance(game.result, Score):
        return game.result.lead
    leads = [by_every_game(game.play(turn)) for turn in game.turns()]
    return max(leads) if game.position.player is BLACK else min(leads)


@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("grid", sample([Grid(1, 1), Grid(2, 1), Grid(3, 1)], lambda grid: grid.size < 3), ids=str)
def test_what_is_remembered_changes_no_value(ko: Ko, suicide: bool, grid: Grid) -> None:
    start = Game(Rules(ko=ko, suicide=suicide), grid)
    assert lead_by_best_play(Valuing([start]), start) == by_every_game(start)


def test_where_a_budget_runs_out_nothing_is_said() -> None:
    start = Game(SUPERKO, 2)
    assert lead_by_best_play(Valuing([start], nodes=10), start) is None


@pytest.mark.thorough
def test_where_it_matters_what_no_result_is_worth_nothing_is_said() -> None:
    start = Game(SIMPLE, rows="../OO")
    assert lead_by_best_play(Valuing([start]), start) is None


def test_where_a_budget_runs_out_the_verdict_is_unknown() -> None:
    verdict = best_play_scores_as_the_early_end(SUPERKO, Grid(3, 2), budget=1)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.counts["undecided"] > 0


CHINESE = PRESETS["chinese-like"]


@pytest.mark.clauses("claim/self-play-opts-shorten")
def test_the_self_play_options_end_games_sooner_and_change_no_turn() -> None:
    options = replace(CHINESE, self_play_opts=True)
    verdict = only_shortened(options, CHINESE, 4, Grid(3, 1))
    assert verdict.outcome is Outcome.HOLDS
    assert verdict.counts["cut_short"] > 0
    assert only_shortened(CHINESE, options, 4, Grid(3, 1)).outcome is Outcome.REFUTED


def worth_in(rules: Rules, c: Coloring[int], phase: Phase, budget: int | None = None) -> float | None:
    return worth_of_being_first(Valuing(starts_of(rules, c.board.grid, phase), budget), rules, c, phase)


@pytest.mark.parametrize(("board", "split", "at_once"), [("...", 4, 6), ("X..", 3, 4), (".X.", 0, 0), ("O.X", 2, 2)])
def test_what_it_is_worth_to_be_first(board: str, split: float, at_once: float) -> None:
    c = parse_board(board)
    assert worth_in(JAPANESE, c, Phase.FIRST_CLEANUP) == split
    assert worth_in(JAPANESE, c, Phase.SECOND_CLEANUP) == at_once


def test_under_the_ko_rule_before_a_ko_is_taken_again_after_a_turn_elsewhere() -> None:
    for rules, taken_again in ((under_the_ko_rule_before(JAPANESE), True), (JAPANESE, False)):
        game = Game(rules, rows=".XO./X.XO/.XO.", to_play=WHITE, phase=Phase.FIRST_CLEANUP)
        assert not after(game, "B2").judge(parse_turn(Grid(4, 3), "C2")).legal
        assert after(game, "B2, A3, D3").judge(parse_turn(Grid(4, 3), "C2")).legal is taken_again


def test_where_the_budget_runs_out_nothing_is_said() -> None:
    assert worth_in(JAPANESE, parse_board("..."), Phase.FIRST_CLEANUP, budget=10) is None
