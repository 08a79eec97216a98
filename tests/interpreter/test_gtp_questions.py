"""What GTP can be asked: the board, legal turns and reasons, scores and statuses, rules, and game records."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.gtp import GtpSession
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import parse_rules, rules_to_json
from superko.spec.presets import PRESETS

from .drawn import RULES
from .gtp_conversation import after, reading, refused, said, session

KO = "set_position b B3 b A2 b B1 w C3 w D2 w C1 w B2"
NO_RESULT = "b B1, w C1, b A1, w D1, b B1, w C1, b A1, w D1, b B1"
TWO_EYES_AND_A_DEAD_STONE = "set_position b B1 b B2 b B3 b D1 b D2 b D3 w C1"


# The board and the turns.


def test_the_board_is_shown_with_the_last_move_and_the_marks() -> None:
    cleanup = after(session("japanese-like,komi=0.5", 4), KO, "play b pass", "play w pass", "play b C2")
    assert said(cleanup, "showboard").split("\n") == [
        "",
        "    A  B  C  D",
        " 3  .  X  O  .",
        " 2  X  . {X} O",
        " 1  .  X  O  .",
        "Player: white. Phase: cleanup1. Turns taken: 3.",
        "Captured: 0 black, 1 white. Komi: 0.5.",
    ]


def test_a_board_has_no_komi_where_the_rules_have_none() -> None:
    assert "Komi" not in said(session("tromp-taylor-ten"), "showboard")


def test_the_board_is_shown_with_the_clause_that_ended_the_phase() -> None:
    over = after(session(), "play b pass", "play w pass")
    shown = said(over, "showboard")
    assert "Phase: over." in shown
    assert shown.endswith("The last turn ended a phase, by katago-v2/main/end-two-passes.")


def test_stones_captures_and_turns_are_listed() -> None:
    game = after(session(), "play b A1", "play w A2", "play b C3", "play w B1", "play b pass")
    assert (said(game, "list_stones b"), said(game, "list_stones white")) == ("C3", "A2 B1")
    assert (said(game, "captures b"), said(game, "captures w")) == ("0", "1")
    assert said(game, "last_move") == "black pass"
    assert said(game, "move_history").split("\n") == ["black pass", "white B1", "black C3", "white A2", "black A1"]


def test_at_the_start_there_is_no_last_move() -> None:
    assert refused(session(), "last_move") == "no turn has been taken."
    assert said(session(), "move_history") == ""


def test_legal_turns_are_those_of_the_player_who_is_named() -> None:
    game = after(session("chinese-like"), "set_position w B1 w A2 b C3")
    assert said(game, "all_legal b") == "A3 B3 B2 C2 C1"
    assert said(game, "all_legal w") == "A3 B3 B2 C2 A1 C1"
    assert [said(game, f"is_legal {turn}") for turn in ("b A1", "w A1", "b pass", "w C3")] == ["0", "1", "1", "0"]


def test_after_the_end_nothing_is_legal() -> None:
    over = after(session(), "play b pass", "play w pass")
    assert (said(over, "all_legal b"), said(over, "is_legal b A1"), said(over, "is_legal w pass")) == ("", "0", "0")


def test_why_a_turn_is_illegal_is_told_with_its_clause() -> None:
    game = after(session("chinese-like"), "set_position w B1 w A2")
    assert said(game, "superko-explain A1") == (
        "katago-v2/move/no-null-change: A move must not leave the grid coloring as it was, but A1 would empty A1."
    )
    assert said(game, "superko-explain B2") == "B2 is legal."


def test_the_state_is_that_of_the_referee() -> None:
    game = after(session(), "play b B2")
    assert json.loads(said(game, "superko-state")) == state_report(game.game)


# Scores.


@pytest.mark.parametrize(
    ("komi", "score"), [("0", "B+9"), ("2.5", "B+6.5"), ("9", "0"), ("9.5", "W+0.5"), ("12", "W+3")]
)
def test_an_unfinished_game_scores_as_if_both_only_passed(komi: str, score: str) -> None:
    game = after(session(), f"komi {komi}", "play b B2")
    assert said(game, "final_score") == score
    assert said(after(game, "play w pass", "play b pass"), "final_score") == score


def test_a_game_without_result_has_no_score() -> None:
    game = after(session("ko=SIMPLE", 4, 1), *[f"play {turn}" for turn in NO_RESULT.split(", ")])
    assert game.game.over
    assert refused(game, "final_score") == "cannot score: the game ended without result."


def test_every_stone_left_on_the_board_is_alive() -> None:
    game = after(session(width=5), TWO_EYES_AND_A_DEAD_STONE, "play b pass", "play w pass")
    assert said(game, "final_status_list alive").split("\n") == ["B3 B2 B1", "D3 D2 D1", "C1"]
    assert said(game, "final_status_list dead") == said(game, "final_status_list seki") == ""


def test_stones_that_the_rules_remove_before_the_score_are_dead() -> None:
    game = after(session("tromp-taylor,selfPlayOpts=yes", width=5), TWO_EYES_AND_A_DEAD_STONE)
    assert said(game, "final_status_list alive").split("\n") == ["B3 B2 B1", "D3 D2 D1"]
    assert said(game, "final_status_list dead") == "C1"


def test_there_are_no_other_statuses() -> None:
    assert refused(session(), "final_status_list black_territory").startswith("syntax error: the status is alive")


# Rules.


@pytest.mark.parametrize("name", ["korean", "Chinese", "NEW_ZEALAND", "koSIMPLEscoreAREAtaxALLsui0button0whb0"])
def test_rules_have_the_names_that_they_have_everywhere_and_the_komi_stays(name: str) -> None:
    chosen = after(session("japanese-like,komi=6.5"), f"kata-set-rules {name}").game.rules
    assert chosen == replace(parse_rules(name), komi=6.5)


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "tromp-taylor-ten"])
def test_rules_have_the_names_of_our_presets(name: str) -> None:
    game = session().game
    assert after(session(), f"kata-set-rules {name}").game.rules == replace(PRESETS[name], komi=game.rules.komi)


def test_where_a_name_means_two_things_the_answer_says_which_was_taken() -> None:
    assert "AGA's own text" in said(session(), "kata-set-rules AGA")
    assert "aga-like" in said(session(), "kata-set-rules AGA")
    assert after(session(), "kata-set-rules aga").game.rules == PRESETS["aga"]
    assert said(session(), "kata-set-rules aga-like") == said(session(), "kata-set-rules chinese") == ""
    assert said(session(), "kgs-rules AGA") == "taken for aga-like"


def test_rules_without_komi_have_none() -> None:
    game = after(session(), "komi 6.5", "kata-set-rules tromp-taylor-ten")
    assert said(game, "get_komi") == "0"
    assert refused(game, "komi 6.5") == "The rules of tromp-taylor have no komi; leave it out."


@given(RULES)
def test_rules_can_be_told_and_set_again(rules: object) -> None:
    text = json.dumps(rules_to_json(rules))  # type: ignore[arg-type]
    assert after(session(), f"kata-set-rules {text}").game.rules == rules
    assert said(after(session(), f"kata-set-rules {text}"), "kata-get-rules") == text


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        ("ko SITUATIONAL", "japanese-like,ko=SITUATIONAL"),
        ("hasButton true", "japanese-like,button=yes"),
        ("whiteHandicapBonus N-1", "japanese-like,whiteHandicapBonus=N-1"),
        ("komi 6.5", "japanese-like,komi=6.5"),
        ("friendlyPassOk true", "japanese-like"),
        ("reading/ilr-own-stone literal", "japanese-like,reading/ilr-own-stone=literal"),
    ],
)
def test_one_rule_may_change(change: str, rules: str) -> None:
    assert after(session("japanese-like"), f"kata-set-rule {change}").game.rules == parse_rules(rules)


@pytest.mark.parametrize(
    "line",
    [
        "kata-set-rules mine",
        "kata-set-rules {",
        "kata-set-rules []",
        'kata-set-rules {"ko": "NONE"}',
        'kata-set-rules {"taxes": "NONE"}',
        "kata-set-rule ko",
        "kata-set-rule ko NONE",
        "kata-set-rule ko SIMPLE,suicide=no",
        "kata-set-rule taxes NONE",
        "kgs-rules mine",
        "kgs-rules komi=1",
    ],
)
def test_rules_that_there_are_not_are_refused(line: str) -> None:
    refused(after(session(), "play b B2"), line)


def test_kgs_means_superko_by_chinese_rules() -> None:
    assert after(session(), "kgs-rules chinese").game.rules == PRESETS["chinese-ogs-kgs"]


def test_other_rules_hold_for_the_turns_taken_as_well_or_not_at_all() -> None:
    game = after(session(width=3, height=2), "set_position w A2 w B2 w C1 b A1", "play b B1")
    assert said(game, "list_stones b") == "", "both black stones are gone"
    later = after(game, "kata-set-rules new-zealand-like")
    assert (said(later, "showboard"), len(later.past)) == (said(game, "showboard"), 1)
    assert refused(game, "kata-set-rules chinese").startswith(
        "turn 1 of the game is an illegal move: katago-v2/move/suicide-ban"
    )


def test_passes_that_follow_the_end_under_other_rules_are_left_out() -> None:
    over = after(session("japanese-like"), "play b B2", *["play w pass", "play b pass"] * 3)
    assert said(after(over, "kata-set-rules tromp-taylor"), "move_history").split("\n")[0] == "black pass"
    assert len(after(over, "kata-set-rules tromp-taylor").past) == 3


# Game records.


GAME = b"(;SZ[4:3]KM[0.5];B[bb];W[cb];B[aa])"


def test_a_record_is_loaded_under_the_present_rules() -> None:
    game = after(session("aga-like", game=GAME), "loadsgf game")
    assert said(game, "move_history").split("\n") == ["black A3", "white C2", "black B2"]
    assert (said(game, "get_komi"), said(game, "query_boardsize")) == ("0.5", "4 3")
    assert game.game.rules == parse_rules("aga-like,komi=0.5")
    assert said(after(game, "undo", "undo", "undo"), "list_stones b") == ""


@pytest.mark.parametrize(
    ("named", "taken_for"),
    [("Japanese", "japanese-like"), ("NZ", "new-zealand"), ("koSIMPLEscoreAREAtaxALLsui0button0whb0", None)],
)
def test_a_record_is_loaded_under_the_rules_that_it_names(named: str, taken_for: str | None) -> None:
    game = after(session("aga-like", game=GAME.replace(b"KM", f"RU[{named}]KM".encode())), "loadsgf game")
    assert game.game.rules == replace(parse_rules(taken_for or named), komi=0.5)


def test_a_record_without_komi_keeps_the_present_one_under_the_rules_that_it_names() -> None:
    game = after(session("aga-like,komi=6.5", game=b"(;SZ[3]RU[chinese])"), "loadsgf game")
    assert game.game.rules == parse_rules("chinese-like,komi=6.5")


def test_a_record_that_names_unknown_rules_is_loaded_under_the_present_ones_and_the_answer_says_so() -> None:
    start = session("aga-like", game=b"(;SZ[3]RU[house rules];B[aa])")
    assert said(start, "loadsgf game").startswith("The present rules stay, as the file names rules that are not known")
    assert after(start, "loadsgf game").game.rules == parse_rules("aga-like")


def test_of_a_name_that_means_two_things_the_answer_says_which_was_taken() -> None:
    start = session(game=b"(;SZ[3]RU[AGA];B[aa])")
    assert "AGA's own text" in said(start, "loadsgf game")
    assert after(start, "loadsgf game").game.rules == parse_rules("aga")


@pytest.mark.parametrize(("move", "turns"), [(1, 0), (2, 1), (4, 3), (9, 3)])
def test_a_record_is_loaded_up_to_a_move(move: int, turns: int) -> None:
    assert len(after(session(game=GAME), f"loadsgf game {move}").past) == turns


def test_a_handicap_and_a_position_are_loaded() -> None:
    game = after(session("chinese-like", game=b"(;SZ[9]HA[2]AB[cc][gg];W[ee])"), "loadsgf game")
    assert said(game, "list_stones b") == "C7 G3"
    assert said(game, "final_score") == "W+1", "two stones to one, and two points for the handicap"


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (b"(;SZ[3];B[aa];W[aa])", "turn 2 of the game is an illegal move: katago-v2/move/pseudolegal"),
        (b"(;SZ[3];B[];W[];B[aa])", "turn 3 of the game is an illegal move: the game is over"),
        (b"(;SZ[3];B[];W[];B[];W[aa])", "turn 3 of the game is an illegal move: the game is over"),
        (b"(;SZ[26])", "A board has sides of 1 to 25 points"),
        (b"(;SZ[3]KM[6.8])", "Komi is an integer or half-integer"),
        (b"(;GM[2])", "This is the record of another game"),
        (b"nothing", "The file is no game record in SGF"),
    ],
)
def test_a_record_that_can_not_be_loaded_leaves_the_game_as_it_was(record: bytes, reason: str) -> None:
    game = after(session(game=record), "play b B2")
    assert refused(game, "loadsgf game").startswith(f"cannot load file: {reason}")


@pytest.mark.parametrize("words", ["", "none", "game 0", "game -1", "game x", "game 1 2"])
def test_what_is_to_be_loaded_must_make_sense(words: str) -> None:
    refused(session(game=GAME), f"loadsgf {words}")


def test_passes_after_the_end_of_a_recorded_game_are_left_out() -> None:
    assert len(after(session(game=b"(;SZ[3];B[];W[];B[];W[])"), "loadsgf game").past) == 2


@given(
    st.sampled_from(["tromp-taylor", "japanese-like"]), st.lists(st.sampled_from("bw"), max_size=9), st.integers(0, 99)
)
def test_a_game_is_printed_so_that_it_can_be_loaded(rules: str, players: list[str], seed: int) -> None:
    game = after(session(rules), f"set_random_seed {seed}")
    for player in players:
        game = game if game.game.over else after(game, f"genmove {player}")
    _is_loaded_as_it_was(game)


def test_unblock_actions_are_printed_so_that_they_can_be_loaded() -> None:
    cleanup = after(session("japanese-like", 4), KO, "play b pass", "play w pass", "play b C2", "superko-unblock C2")
    _is_loaded_as_it_was(cleanup)


def _is_loaded_as_it_was(game: GtpSession) -> None:
    printed = said(game, "printsgf")
    assert said(game, "printsgf -") == printed
    start = session()
    start = reading(start.starting(Game(game.game.rules, 3)), game=printed.encode())
    assert said(after(start, "loadsgf game"), "superko-state") == said(game, "superko-state")


def test_a_game_is_printed_to_a_file() -> None:
    game = after(session(), "play b B2", "printsgf game.sgf")
    assert len(read_sgf(game.outside.read("game.sgf")).turns) == 1
    assert refused(game, "printsgf /game.sgf") == "cannot save file: The file can't be written: Permission denied."


# GoGui.


def test_gogui_is_told_how_the_game_stands() -> None:
    game = after(session(width=2, height=2), "komi 0.5", "play b A2", "play w B1")
    assert said(game, "gogui-rules_game_id") == "Go"
    assert said(game, "gogui-rules_board") == "X.\n.O"
    assert said(game, "gogui-rules_board_size") == "2"
    assert said(game, "gogui-rules_side_to_move") == "black"
    assert said(game, "gogui-rules_legal_moves") == "B2 A1 pass"
    assert said(game, "gogui-rules_final_result") == ""
    over = after(game, "play b pass", "play w pass")
    assert said(over, "gogui-rules_legal_moves") == ""
    assert said(over, "gogui-rules_final_result") == "White wins by 0.5."
    assert said(after(over, "komi 0"), "gogui-rules_final_result") == "The game is a draw."


def test_gogui_is_told_that_a_game_ended_without_result() -> None:
    game = after(session("ko=SIMPLE", 4, 1), *[f"play {turn}" for turn in NO_RESULT.split(", ")])
    assert said(game, "gogui-rules_final_result") == "The game ends without result."


def test_gogui_can_offer_what_the_engine_answers() -> None:
    offered = [line.split("/")[-1].split() for line in said(session(), "gogui-analyze_commands").split("\n")]
    assert {name for name, *_ in offered} <= set(said(session(), "list_commands").split("\n"))
