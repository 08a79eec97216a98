"""The Go Text Protocol: how lines are understood, what a reply looks like, and how a session ends."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from importlib.metadata import version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.gtp import GtpSession, respond
from superko.interpreter.gtp.protocol import COMMANDS, Command
from superko.interpreter.notation import board_text
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.referee import state_report
from superko.interpreter.rule_names import rules_to_json

from .drawn import RULES, SIDES
from .gtp_conversation import after, reading, refused, said, served, session

EXPECTED_BY_THE_PROTOCOL = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi fixed_handicap
    place_free_handicap set_free_handicap play genmove undo time_settings time_left final_score final_status_list
    loadsgf reg_genmove showboard
"""


def test_it_says_who_it_is() -> None:
    assert said(session(), "protocol_version") == "2"
    assert said(session(), "name") == "superko"
    assert said(session(), "version") == version("superko")


def test_every_command_of_the_protocol_is_known() -> None:
    listed = said(session(), "list_commands").split("\n")
    assert set(EXPECTED_BY_THE_PROTOCOL.split()) <= set(listed)
    assert listed == sorted(COMMANDS)
    assert all(said(session(), f"known_command {name}") == "true" for name in listed)
    assert said(session(), "known_command kata-analyze") == "false"


def test_every_command_tells_how_it_is_written() -> None:
    assert all(said(session(), f"superko-usage {name}").split()[0] == name for name in COMMANDS)
    assert said(session(), "superko-usage loadsgf") == "loadsgf FILE [MOVE]"
    assert refused(session(), "superko-usage nothing") == "unknown command"


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b"name\n", "= superko\n\n"),
        (b"7 name\n", "=7 superko\n\n"),
        (b"007 name\r\n", "=007 superko\n\n"),
        (b"\t 7\tname\t\n", "=7 superko\n\n"),
        (b"na\x00m\x07e\x7f\n", "= superko\n\n"),
        (b"name# what is it called?\n", "= superko\n\n"),
        (b"7 clear_board\n", "=7 \n\n"),
        (b"7 nothing\n", "?7 unknown command\n\n"),
        (b"7\n", "?7 unknown command\n\n"),
        (b"NAME\n", "? unknown command\n\n"),
        (b"-1 name\n", "? unknown command\n\n"),
        (b"boardsize\n", "? syntax error: write boardsize SIZE\n\n"),
        (b"name superko\n", "? syntax error: write name\n\n"),
        (b"9 echo A  b\tC\n", "=9 A b C\n\n"),
        (b"echo\n", "= \n\n"),
        ("echo \u9ed2\n".encode(), "= \u9ed2\n\n"),
        (b"echo \xff\n", "= \ufffd\n\n"),
    ],
)
def test_a_line_and_its_reply(line: bytes, reply: str) -> None:
    assert respond(session(), line)[1] == reply


@pytest.mark.parametrize("line", [b"\n", b"", b" \t\r\n", b"# 7 name\n", b"\x01\x02\n"])
def test_a_line_without_a_command_has_no_reply(line: bytes) -> None:
    start = session()
    assert respond(start, line) == (start, None)


@pytest.mark.parametrize(
    ("usage", "accepted"),
    [
        ("name", [0]),
        ("play COLOR VERTEX", [2]),
        ("loadsgf FILE [MOVE]", [1, 2]),
        ("echo ...", [0, 1, 2, 3, 4]),
        ("set_free_handicap VERTEX VERTEX ...", [2, 3, 4]),
        ("set_position [COLOR] [VERTEX] ...", [0, 1, 2, 3, 4]),
    ],
)
def test_the_usage_of_a_command_says_how_many_words_it_takes(usage: str, accepted: list[int]) -> None:
    command = Command(usage, lambda session, *words: (session, ""))
    assert [words for words in range(5) if command.takes(words)] == accepted


@pytest.mark.parametrize("line", ["time_settings 60 10 1", "time_left b 30 0", "kgs-time_settings byoyomi 300 10 3"])
def test_time_settings_are_accepted(line: str) -> None:
    assert said(session(), line) == ""


def test_the_processor_time_is_told_in_seconds() -> None:
    assert said(session(), "cputime") == "1.250"


def test_a_stream_is_answered_in_order_also_if_its_last_line_has_no_end() -> None:
    assert served(b"1 name", b"", b"# talk", b"2 play b A1", b"3 play w A1", b"4 echo x", end=b"") == (
        b"=1 superko\n\n=2 \n\n"
        b"?3 illegal move: katago-v2/move/pseudolegal: The point that a move colors is empty, but A1 is occupied.\n\n"
        b"=4 x\n\n"
    )


# Games over GTP that depend on chance, and what holds of any; `conversations/gtp-games.txt` has the others.


KO = "set_position b B3 b A2 b B1 w C3 w D2 w C1 w B2"
"""Black may take the ko at C2."""


def board(gtp_session: GtpSession) -> str:
    return board_text(gtp_session.game.position.coloring)


@given(st.integers(2, 8), st.integers(0, 99))
def test_free_handicap_stones_stand_at_different_points(number: int, seed: int) -> None:
    start = after(session(), f"set_random_seed {seed}")
    placed = said(start, f"place_free_handicap {number}").split()
    assert len(set(placed)) == number
    assert said(after(start, f"place_free_handicap {number}"), "list_stones b").split() == placed


BLOCKED_KO = (KO, "play b pass", "play w pass", "play b C2")


def test_genmove_names_an_unblock_action_by_the_ko_move_that_the_mark_blocks() -> None:
    """Given every seed, when the action is drawn, then the word for it does the same when it is played."""
    cleanup = after(session("japanese-like", 4), *BLOCKED_KO)
    named = set()
    for seed in range(40):
        start = after(cleanup, f"set_random_seed {seed}")
        word = said(start, "reg_genmove w")
        generated = after(start, "genmove w").game
        assert said(start, "genmove w") == word
        assert generated == after(start, f"play w {word}").game
        if generated.position.marks == 0:
            named.add(word)
    assert named == {"B2"}


@given(st.lists(st.sampled_from(["b", "w"]), max_size=12), st.integers(0, 9))
def test_undo_leads_back_to_every_game_before(players: list[str], seed: int) -> None:
    now = replace(session("aga-like", 2, 2), seed=seed)
    games = []
    for player in players:
        if not now.game.over:
            games.append(now.game)
            now = after(now, f"genmove {player}")
    for game in reversed(games):
        now = after(now, "undo")
        assert now.game == game
    assert refused(now, "undo") == "cannot undo: no turn has been taken."


def test_the_random_turns_depend_on_the_seed_alone() -> None:
    def game(seed: int) -> str:
        start = after(session(width=5, height=5), f"set_random_seed {seed}")
        return said(after(start, *["genmove b", "genmove w"] * 4), "move_history")

    assert game(1) == game(1) != game(2)
    assert said(after(session(), "set_random_seed 77"), "get_random_seed") == "77"


def test_the_next_game_is_another_one() -> None:
    start = after(session(width=9, height=9), "genmove b")
    again = after(start, "clear_board", "genmove b")
    assert board(start) != board(again)


@given(st.integers(0, 999))
def test_reg_genmove_tells_the_turn_that_genmove_takes(seed: int) -> None:
    start = after(session(), f"set_random_seed {seed}", "play b B2")
    assert said(start, "reg_genmove w") == said(start, "genmove w")
    assert said(after(start, "genmove w"), "last_move") == f"white {said(start, 'genmove w')}"


def test_every_legal_move_and_the_pass_are_drawn_about_as_often() -> None:
    start = session(width=2, height=2)
    drawn = Counter(said(replace(start, seed=seed), "genmove b") for seed in range(1000))
    assert drawn.keys() == {"A1", "A2", "B1", "B2", "pass"}
    assert all(150 < times < 250 for times in drawn.values())


def test_what_is_drawn_is_legal_for_the_player_who_is_named() -> None:
    start = after(session("chinese-like", 3, 1), "set_position w B1")
    assert {said(replace(start, seed=seed), "genmove w") for seed in range(20)} == {"A1", "C1", "pass"}
    assert {said(replace(start, seed=seed), "genmove b") for seed in range(20)} == {"pass"}


@given(st.integers(0, 999))
def test_a_pass_is_answered_by_a_pass(seed: int) -> None:
    assert said(after(session(), f"set_random_seed {seed}", "play b pass"), "genmove w") == "pass"


@given(
    st.sampled_from(
        ["tromp-taylor", "chinese-like", "japanese-like", "aga", "tromp-taylor-ten", "aga-like,button=yes"]
    ),
    SIDES.filter(lambda side: side <= 4),
    SIDES.filter(lambda side: side <= 4),
    st.integers(0, 999),
)
def test_random_games_end_and_are_scored(rules: str, width: int, height: int, seed: int) -> None:
    now = replace(session(rules, width, height), seed=seed)
    while not now.game.over:
        player = now.game.position.player
        now = after(now, f"genmove {player.value}")
        turn = now.game.record.last
        assert turn is not None
        assert now.past[-1][0].judge(turn).legal
    assert said(now, "final_score")


# What GTP says of rules and game records of any kind; `conversations/gtp-questions.txt` has what it can be asked.


def test_the_state_is_that_of_the_referee() -> None:
    game = after(session(), "play b B2")
    assert json.loads(said(game, "superko-state")) == state_report(game.game)


@given(RULES)
def test_rules_can_be_told_and_set_again(rules: object) -> None:
    text = json.dumps(rules_to_json(rules))  # type: ignore[arg-type]
    assert after(session(), f"kata-set-rules {text}").game.rules == rules
    assert said(after(session(), f"kata-set-rules {text}"), "kata-get-rules") == text


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


def test_gogui_can_offer_what_the_engine_answers() -> None:
    offered = [line.split("/")[-1].split() for line in said(session(), "gogui-analyze_commands").split("\n")]
    assert {name for name, *_ in offered} <= set(said(session(), "list_commands").split("\n"))


def test_a_saved_game_names_its_rules() -> None:
    assert "RU[Japanese]" in said(session("japanese"), "printsgf")
