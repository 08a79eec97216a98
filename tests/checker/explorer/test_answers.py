"""What the page is told of a game is what the game says."""

from __future__ import annotations

import random

import pytest

from superko.interpreter.explanations import explain
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text, vertices
from superko.interpreter.referee import state_report
from superko.spec.algebra.grid import points_of
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import EarlierState, Move, Points

from .conversation import answered, explorer, shown, side

KO_ON_A_LINE = "#/tromp-taylor/4x1/A1.B1.C1.D1"


def random_game(rules: str, width: int, height: int, turns: int, seed: int) -> Game:
    chance = random.Random(seed)
    game = Game(PRESETS[rules], (width, height))
    for _ in range(turns):
        if not game.over:
            moves = [turn for turn in game.turns() if isinstance(turn, Move)]
            game = game.play(chance.choice(moves or game.turns()))
    return game


def address_of(rules: str, game: Game) -> str:
    grid = game.grid
    turns: list[str] = []
    while game.previous is not None and game.record.last is not None:
        turns.insert(0, turn_text(grid, game.record.last).replace(" ", "-"))
        game = game.previous
    return f"#/{rules}/{grid}/{'.'.join(turns)}"


@pytest.mark.parametrize("rules", ["japanese-like", "tromp-taylor", "tromp-taylor-ten", "aga", "stone-scoring"])
def test_the_state_is_the_one_that_the_referee_reports(rules: str) -> None:
    game = random_game(rules, 4, 3, 30, seed=7)
    report, referee = side(address_of(rules, game)), state_report(game)
    assert {key: report[key] for key in ("board", "player", "phase", "captures")} == {
        key: referee[key] for key in ("board", "player", "phase", "captures")
    }
    assert report["marks"] == referee["blocked"]


@pytest.mark.parametrize("rules", ["japanese-like", "tromp-taylor", "aga"])
def test_of_every_point_it_is_told_whether_a_move_is_legal_and_else_by_which_clause_and_why(rules: str) -> None:
    game = random_game(rules, 3, 2, 9, seed=3)
    grid = game.grid
    choices = side(address_of(rules, game))["choices"]
    for point in points_of(grid.everywhere):
        judgement = game.judge(Move(point))
        choice = choices[turn_text(grid, Move(point))]
        assert choice["legal"] == judgement.legal
        if judgement.clause is not None:
            assert (choice["clause"], choice["says"]) == (judgement.clause.name, explain(judgement, grid))
        match judgement.witness:
            case EarlierState(turn):
                assert choice["earlier"] == turn
            case Points(points):
                assert choice["stones"] == vertices(grid, points)


def test_the_turns_that_one_could_take_are_those_of_the_game() -> None:
    game = random_game("tromp-taylor", 3, 3, 14, seed=5)
    choices = side(address_of("tromp-taylor", game))["choices"]
    legal = {turn_text(game.grid, turn) for turn in game.turns()}
    assert {turn for turn, choice in choices.items() if choice["legal"]} == legal


def test_a_turn_that_repeats_points_at_the_state_that_it_repeats() -> None:
    choice = side(KO_ON_A_LINE)["choices"]["C1"]
    assert choice["clause"] == "katago-v2/main/legal-superko"
    assert (choice["legal"], choice["earlier"], choice["stood"]) == (False, 3, 3)
    assert side(KO_ON_A_LINE + "?at=3")["board"] == ".OX."


def test_a_legal_move_can_lead_back_too() -> None:
    # Simple ko lets a game go round as long as it does not go back at once.
    report = side("#/chinese-like/4x1/B1.D1.A1.C1")
    assert (report["choices"]["B1"]["legal"], report["choices"]["B1"]["stood"]) == (True, 1)
    assert report["choices"]["B1"]["says"].endswith("; it leads back to the state after turn 1.")


def test_an_unblock_action_can_lead_back_as_well() -> None:
    rules, board = "tromp-taylor,ko=SIMPLE,scoring=TERRITORY,suicide=no", ".OOOO/OX.OX/XXXX."
    turns = "A3.E1.unblock-E1.unblock-A3.E2.A2.unblock-A2"
    report = side(f"#/{rules}/5x3/{turns}?board={board}&phase=cleanup1")
    assert report["choices"]["unblock E2"]["stood"] == 0


def test_a_move_that_fills_its_own_last_liberty_points_at_the_stones_that_it_would_remove() -> None:
    choice = side("#/japanese-like/3x3/?board=X.O/OO./...")["choices"]["B3"]
    assert (choice["legal"], choice["clause"]) == (False, "katago-v2/move/suicide-ban")
    assert choice["stones"] == ["A3", "B3"]


def test_the_score_has_its_terms_clause_by_clause() -> None:
    score = side("#/tromp-taylor,komi=6.5/3x3/B2.pass.pass")["score"]
    terms = {term["word"]: (term["B"], term["W"], term["clause"]) for term in score["terms"]}
    assert (score["over"], score["B"], score["W"], score["sentence"]) == (True, "9", "6.5", "Black wins by 2.5.")
    assert terms == {
        "stones": ("1", "0", "katago-v2/area/score-none#stones"),
        "territory": ("8", "0", "katago-v2/area/score-none#surrounded"),
        "komi": ("0", "6.5", "katago-v2/area/komi"),
    }


def test_a_game_that_goes_on_tells_the_score_if_both_only_passed() -> None:
    score = side("#/tromp-taylor/3x3/B2")["score"]
    assert (score["over"], score["sentence"]) == (False, "Black would win by 9.")


def test_unblock_actions_are_among_the_turns() -> None:
    report = side("#/japanese-like/4x1/A1?board=.OX.&phase=cleanup1")
    assert report["marks"] == ["A1"]
    assert report["choices"]["unblock A1"]["legal"]
    after = side("#/japanese-like/4x1/A1.unblock-A1?board=.OX.&phase=cleanup1")
    assert after["marks"] == []


def test_a_turn_that_the_rules_do_not_take_stops_the_game_before_it() -> None:
    report = side("#/tromp-taylor/4x1/A1.B1.C1.D1.C1.pass")
    assert report["stop"]["number"] == 5
    assert "would repeat the state after turn 3" in report["stop"]["reason"]
    assert (report["shown"], len(report["turns"])) == (4, 4)


def test_turns_after_the_end_are_not_taken() -> None:
    assert side("#/tromp-taylor/1x1/pass.pass.pass")["stop"]["reason"] == "The game is over before turn 3, pass."


def test_turns_tell_what_was_captured_and_what_ended() -> None:
    turns = side("#/tromp-taylor/2x1/A1.B1.pass.pass")["turns"]
    assert turns[1]["notes"] == ["1 black stone taken off"]
    assert turns[3]["notes"] == ["ends the game, by katago-v2/main/end-two-passes"]


def test_each_point_is_a_button_with_a_name_that_says_what_the_rules_say() -> None:
    drawn = side(KO_ON_A_LINE)["svg"]
    assert 'aria-label="C1, empty, illegal: ' in drawn
    assert 'aria-label="D1, white, last turn, illegal: ' in drawn


def test_an_answer_is_the_same_whatever_was_asked_before() -> None:
    page = explorer()
    addresses = ["#/aga/3x3/B2", "#/aga/3x3/B2.A1.pass", "#/aga/3x3/B2.A1.pass.B2.C1", "#/aga/3x3/", "#/aga/3x3/B2.A1"]
    for address in addresses:
        assert answered({"address": address}, page) == shown(address)


def test_without_an_address_the_first_one_is_shown() -> None:
    assert answered({"address": ""}, explorer("#/aga/5x4/C3"))["address"]["text"] == "#/aga/5x4/C3"


@pytest.mark.parametrize("address", [KO_ON_A_LINE, "#/japanese-like/3x2/B2.A1.A2", "#/aga/2x1/pass.pass.pass"])
def test_a_brief_answer_says_of_every_turn_whether_it_is_legal_and_why_not_as_the_whole_one_does(address: str) -> None:
    brief, whole = (answered({"address": address} | asked) for asked in ({"briefly": True}, {}))
    left_out = {"choices", "svg", "score", "whole"}
    for less, more in zip(brief["sides"], whole["sides"], strict=True):
        assert {key: less[key] for key in less.keys() - left_out} == {key: more[key] for key in less.keys() - left_out}
        assert {turn: (choice["legal"], choice.get("clause")) for turn, choice in less["choices"].items()} == {
            turn: (choice["legal"], choice.get("clause")) for turn, choice in more["choices"].items()
        }
    with pytest.raises(ValueError, match="true or left out"):
        answered({"address": address, "briefly": "no"})


def test_turns_that_are_a_loop_can_be_stepped_round() -> None:
    turns = "#/tromp-taylor,ko=SIMPLE/3x1/A1.C1.B1.C1.A1.B1.A1"
    loop = shown(f"{turns}?loop=1&at=1")
    assert (loop["address"]["loop"], loop["address"]["shown"]) == (1, 1)
    assert loop["note"].startswith("A loop: after turn 7 there stands again what stood after turn 1")
    wrong = shown(f"{turns}?loop=2&at=2")
    assert wrong["note"].startswith("These turns are no loop")


def test_no_loop_begins_after_the_last_turn() -> None:
    with pytest.raises(ValueError, match="No turn comes after turn 1"):
        shown("#/tromp-taylor/2x1/A1?loop=1")
