"""What the referee says of any rules, requests and ids; `conversations/referee-requests.txt` has what it answers."""

from __future__ import annotations

import io
import json
from importlib.metadata import version
from typing import Any

import pytest

from superko.interpreter import Game
from superko.interpreter.referee import Session, serve, state_report
from superko.interpreter.rule_names import rules_from_json, rules_to_json
from superko.spec.parameters import READINGS
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Record

from .conversation import NEW, ask, last_reply_to, new, play, replies_to, served

UNDO = {"cmd": "undo"}


def test_rules_lists_the_presets_in_full_and_the_versions() -> None:
    reply = last_reply_to({"cmd": "rules"})
    assert reply.keys() == {"protocol", "presets", "readings", "version"}
    assert reply["protocol"] == 1
    assert reply["version"] == version("superko")
    assert {name: rules_from_json(rules) for name, rules in reply["presets"].items()} == PRESETS


def test_rules_and_new_tell_what_can_be_read_in_several_ways() -> None:
    everything, chosen = replies_to({"cmd": "rules"}, new(rules="aga,reading/aga-repetition=board-and-player"))
    assert everything["readings"].keys() == READINGS.keys()
    assert all(reading["question"].endswith("?") for reading in everything["readings"].values())
    assert chosen["readings"]["reading/aga-repetition"] == {
        **everything["readings"]["reading/aga-repetition"],
        "chosen": "board-and-player",
    }
    assert "reading/ilr-own-stone" not in chosen["readings"]


def test_new_takes_rules_as_an_object() -> None:
    chosen = {**rules_to_json(PRESETS["japanese-like"]), "komi": 6.5, "friendlyPassOk": True}
    replies = replies_to(new(rules=chosen), *[play("pass", "pass")] * 3)
    assert replies[-1]["result"] == {"kind": "score", "B": 0.0, "W": 6.5, "winner": "W"}


@pytest.mark.parametrize(
    "identity", [0, -7, 1.5, "one", "", None, True, [1, [2]], {"a": {"b": None}}, "\u9ed2 \U0001f600"]
)
def test_id_is_repeated_whatever_its_type_in_answers_and_in_errors(identity: Any) -> None:
    replies = replies_to(
        {"cmd": "rules", "id": identity},
        {**UNDO, "id": identity},
        new(id=identity, board=".O./O../..."),
        play("A3", id=identity),
        {"cmd": "resign", "id": identity},
        {"id": identity},
    )
    assert [reply["id"] for reply in replies] == [identity] * 6
    assert ["error" in reply for reply in replies] == [False, True, False, True, True, True]


def test_replies_are_json_in_ascii_whatever_the_id() -> None:
    (reply,) = served(json.dumps({"cmd": "undo", "id": "\u9ed2\u2028\n"}, ensure_ascii=False).encode())
    assert reply["id"] == "\u9ed2\u2028\n"
    serve(io.BytesIO('{"cmd": "undo", "id": "\u9ed2"}'.encode()), replies := io.BytesIO())
    assert replies.getvalue().isascii()


def test_a_request_without_id_is_answered_without_id() -> None:
    assert all("id" not in reply for reply in replies_to({"cmd": "rules"}, UNDO, NEW))


def test_quit_ends_the_session_without_a_reply() -> None:
    session, reply = ask(Session(), {"cmd": "quit", "id": 1})
    assert (session.ended, reply) == (True, None)


def test_the_clause_that_ended_the_game_is_named_by_its_id_without_a_part() -> None:
    def one_move_is_enough(record: Record) -> bool:
        """The phase ends after one move."""
        return record.turn == 1

    clause = make_clause(one_move_is_enough, "mine/end", part="early", decides=Decision.PHASE_ENDS)
    assert state_report(Game(Rules().adding(clause), (1, 2)).play(Move(1)))["clause"] == "mine/end"
