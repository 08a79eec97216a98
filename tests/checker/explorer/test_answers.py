"""What the page is told of a game is what the game says."""

from __future__ import annotations

import random

import pytest

from superko.interpreter.game import Game
from superko.interpreter.judgement import explain
from superko.interpreter.notation import turn_text, vertices
from superko.interpreter.referee import state_report
from superko.spec.algebra.grid import points_of
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import EarlierState, Move, Points

from ..played_games import random_game
from .conversation import answered, explorer, shown, side

KO_ON_A_LINE = "#/tromp-taylor/4x1/A1.B1.C1.D1"


def moves(rules: str, width: int, height: int, turns: int, seed: int) -> Game:
    return random_game(Game(PRESETS[rules], (width, height)), random.Random(seed), likely_pass=0.0)[: turns + 1][-1]


def address_of(rules: str, game: Game) -> str:
    turns = (turn_text(game.grid, turn).replace(" ", "-") for turn in game.turns_taken)
    return f"#/{rules}/{game.grid}/{'.'.join(turns)}"


@pytest.mark.parametrize("rules", ["japanese-like", "tromp-taylor", "tromp-taylor-ten", "aga", "stone-scoring"])
def test_the_state_is_the_one_that_the_referee_reports(rules: str) -> None:
    game = moves(rules, 4, 3, 30, seed=7)
    report, referee = side(address_of(rules, game)), state_report(game)
    assert {key: report[key] for key in ("board", "player", "phase", "captures")} == {
        key: referee[key] for key in ("board", "player", "phase", "captures")
    }
    assert report["marks"] == referee["blocked"]


@pytest.mark.parametrize("rules", ["japanese-like", "tromp-taylor", "aga"])
def test_of_every_point_it_is_told_whether_a_move_is_legal_and_else_by_which_clause_and_why(rules: str) -> None:
    game = moves(rules, 3, 2, 9, seed=3)
    grid = game.grid
    choices = side(address_of(rules, game))["choices"]
    legal = {turn_text(grid, turn) for turn in game.turns()}
    assert {turn for turn, choice in choices.items() if choice["legal"]} == legal
    for point in points_of(grid.everywhere):
        judgement = game.judge(Move(point))
        choice = choices[turn_text(grid, Move(point))]
        if judgement.clause is not None:
            assert (choice["clause"], choice["says"]) == (judgement.clause.name, explain(judgement, grid))
        match judgement.witness:
            case EarlierState(turn):
                assert choice["earlier"] == turn
            case Points(points):
                assert choice["stones"] == vertices(grid, points)


def test_the_score_has_its_terms_clause_by_clause() -> None:
    score = side("#/tromp-taylor,komi=6.5/3x3/B2.pass.pass")["score"]
    terms = {term["word"]: (term["B"], term["W"], term["clause"]) for term in score["terms"]}
    assert (score["over"], score["B"], score["W"], score["sentence"]) == (True, "9", "6.5", "Black wins by 2.5.")
    assert terms == {
        "stones": ("1", "0", "katago-v2/area/score-none#stones"),
        "territory": ("8", "0", "katago-v2/area/score-none#surrounded"),
        "komi": ("0", "6.5", "katago-v2/area/komi"),
    }


def test_each_point_is_a_button_with_a_name_that_says_what_the_rules_say() -> None:
    drawn = side(KO_ON_A_LINE)["svg"]
    assert 'aria-label="C1, empty, illegal: ' in drawn
    assert 'aria-label="D1, white, last turn, illegal: ' in drawn


def test_an_answer_is_the_same_whatever_was_asked_before() -> None:
    page = explorer()
    addresses = ["#/aga/3x3/B2", "#/aga/3x3/B2.A1.pass", "#/aga/3x3/B2.A1.pass.B2.C1", "#/aga/3x3/", "#/aga/3x3/B2.A1"]
    for address in addresses:
        assert answered({"address": address}, page) == shown(address)


def test_no_loop_begins_after_the_last_turn() -> None:
    with pytest.raises(ValueError, match="No turn comes after turn 1"):
        shown("#/tromp-taylor/2x1/A1?loop=1")


def test_in_a_long_game_it_is_told_that_not_every_turn_was_compared() -> None:
    turns = [f"{column}{row}" for row in range(1, 9) for column in "ABCDEFGHJKLM"]
    short, long = (
        str(shown(f"#/tromp-taylor/19x19/{'.'.join(turns[:number])}?beside=new-zealand-like")["parting"]["says"])
        for number in (1, len(turns))
    )
    assert "are compared only where it is shown." not in short
    assert long.endswith("are compared only where it is shown.")
