"""Requests that the referee cannot serve: each is a bad request, and the game stays as it was."""

from __future__ import annotations

import pytest

from superko.interpreter.referee import Session

from .conversation import NEW, Request, ask, is_bad_request, last_reply_to, new, play, replies_to

pytestmark = pytest.mark.every_case

STATE = {"cmd": "state"}
UNDO = {"cmd": "undo"}
BAD_BEFORE_A_GAME: list[Request] = [STATE, UNDO, play("A1"), play()]
BAD_AT_ANY_TIME: list[Request] = [
    {},
    {"cmd": "resign"},
    {"cmd": None},
    {"cmd": ["play"]},
    {"cmd": "Rules"},
    {"cmd": "rules", "explain": True},
    {**NEW, "button": "B", "passed": False},
    {"cmd": "quit", "explain": False},
    {"cmd": "state", "turns": []},
    {"cmd": "state", "explain": 1},
    {"cmd": "state", "explain": None},
    {"cmd": "state", "Id": 1},
    {"cmd": "undo", "turns": 2},
    {"cmd": "new"},
    {"cmd": "new", "width": 3, "height": 3},
    {"cmd": "new", "width": 3, "rules": "tromp-taylor"},
    new(komi=6.5),
    new(width=0),
    new(width=26),
    new(height=-1),
    new(height=True),
    new(height="3"),
    new(height=3.0),
    new(height=None),
    new(width=10**99),
    new(rules="wombat"),
    new(rules="japanese-like,komi"),
    new(rules="my_rules.py:RULES"),
    new(rules=None),
    new(rules={"komi": 6.25}),
    new(rules={"komi": True}),
    new(rules={"handicap": 2}),
    new(rules={"readings": {"reading/none": "x"}}),
    new(board="../.."),
    new(board=".../.../.."),
    new(board=".../.../..x"),
    new(board=""),
    new(board=["...", "...", "..."]),
    new(board=None),
    new(board="XXX/XXX/XXX"),
    new(board="XO./O../..."),
    new(player="b"),
    new(player="Black"),
    new(player=None),
    new(phase="over"),
    new(phase="cleanup"),
    new(phase="cleanup1"),
    new(phase=["main"]),
    new(captures={"B": -1}),
    new(captures={"B": 1.0}),
    new(captures={"B": True}),
    new(captures={"B": 10**99}),
    new(captures={"b": 0}),
    new(captures=[0, 0]),
    new(captures=None),
    new(explain="yes"),
    {"cmd": "play"},
    {"cmd": "play", "turns": "A1"},
    {"cmd": "play", "turns": ["B2", 3]},
    {"cmd": "play", "turns": ["B2", None]},
    {"cmd": "play", "turns": {"0": "B2"}},
    play("B2", "D1"),
    play("B2", "A4"),
    play("B2", "I1"),
    play("B2", "unblock"),
    play("B2", "unblock D1"),
    play("B2", ""),
    play("pass", "pass", "pass"),
    play("B2", explain=2),
]


@pytest.mark.parametrize("wrong", BAD_BEFORE_A_GAME + BAD_AT_ANY_TIME, ids=str)
def test_before_a_game_a_request_that_cannot_be_served_is_a_bad_request(wrong: Request) -> None:
    session, reply = ask(Session(), {**wrong, "id": "x"})
    assert reply is not None
    assert reply.pop("id") == "x"
    assert is_bad_request(reply)
    assert session == Session()


@pytest.mark.parametrize("wrong", BAD_AT_ANY_TIME, ids=str)
def test_in_a_game_a_request_that_cannot_be_served_is_a_bad_request_and_changes_nothing(wrong: Request) -> None:
    replies = replies_to(NEW, play("A1", "pass"), wrong, STATE)
    assert is_bad_request(replies[2])
    assert replies[3] == replies[1]


def test_undo_at_the_start_is_a_bad_request() -> None:
    replies = replies_to(NEW, UNDO, STATE)
    assert is_bad_request(replies[1])
    assert replies[2] == {name: value for name, value in replies[0].items() if name != "readings"}


def test_a_turn_after_the_end_is_a_bad_request_and_none_of_its_list_is_played() -> None:
    replies = replies_to(NEW, play("pass"), play("pass", "A1"), STATE, play("pass"), play("A1"))
    assert replies[2]["error"]["reason"] == "The game is over before turn 2 of the list, so none of them was played."
    assert replies[3] == replies[1]
    assert is_bad_request(replies[5])


def test_a_malformed_turn_is_found_before_an_illegal_one() -> None:
    assert is_bad_request(last_reply_to(new(board="X../.../..."), play("A3", "Z9")))
