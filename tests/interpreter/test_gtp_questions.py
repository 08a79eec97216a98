"""What GTP says of rules and game records of any kind; `conversations/gtp-questions.txt` has what it can be asked."""

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


def test_the_state_is_that_of_the_referee() -> None:
    game = after(session(), "play b B2")
    assert json.loads(said(game, "superko-state")) == state_report(game.game)


@pytest.mark.parametrize("name", ["korean", "Chinese", "NEW_ZEALAND", "koSIMPLEscoreAREAtaxALLsui0button0whb0"])
def test_rules_have_the_names_that_they_have_everywhere_and_the_komi_stays(name: str) -> None:
    chosen = after(session("japanese-like,komi=6.5"), f"kata-set-rules {name}").game.rules
    assert chosen == replace(parse_rules(name), komi=6.5)


def test_where_a_name_means_two_things_the_answer_says_which_was_taken() -> None:
    assert "AGA's own text" in said(session(), "kata-set-rules AGA")
    assert "aga-like" in said(session(), "kata-set-rules AGA")
    assert after(session(), "kata-set-rules aga").game.rules == PRESETS["aga"]
    assert said(session(), "kata-set-rules aga-like") == said(session(), "kata-set-rules chinese") == ""
    assert said(session(), "kgs-rules AGA") == "taken for aga-like"


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
