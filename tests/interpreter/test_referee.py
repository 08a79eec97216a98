"""What the referee answers to each request: states, illegal turns and errors."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import pytest

from superko.interpreter import Game
from superko.interpreter.referee import Session, state_report
from superko.interpreter.rule_names import rules_from_json, rules_to_json
from superko.spec.parameters import READINGS
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Record

from .conversation import NEW, Reply, Request, ask, is_bad_request, last_reply_to, new, play, replies_to

STATE = {"cmd": "state"}
UNDO = {"cmd": "undo"}
KO = ".XO./XO.O/.XO."


def test_rules_lists_the_presets_in_full_and_the_versions() -> None:
    reply = last_reply_to({"cmd": "rules"})
    assert reply.keys() == {"protocol", "presets", "readings", "version"}
    assert reply["protocol"] == 1
    assert reply["version"] == version("superko")
    assert {name: rules_from_json(rules) for name, rules in reply["presets"].items()} == PRESETS


def without_readings(reply: Reply) -> Reply:
    return {name: value for name, value in reply.items() if name != "readings"}


def test_new_answers_with_the_state_at_the_start() -> None:
    assert without_readings(last_reply_to(new(width=2, height=1))) == {
        "board": "..",
        "player": "B",
        "phase": "main",
        "legal": ["A1", "B1"],
        "unblock": [],
        "blocked": [],
        "passEndsPhase": False,
        "captures": {"B": 0, "W": 0},
        "result": None,
    }


def test_rules_and_new_tell_what_can_be_read_in_several_ways() -> None:
    everything, chosen = replies_to({"cmd": "rules"}, new(rules="aga,reading/aga-repetition=board-and-player"))
    assert everything["readings"].keys() == READINGS.keys()
    assert all(reading["question"].endswith("?") for reading in everything["readings"].values())
    assert chosen["readings"]["reading/aga-repetition"] == {
        **everything["readings"]["reading/aga-repetition"],
        "chosen": "board-and-player",
    }
    assert "reading/ilr-own-stone" not in chosen["readings"]


def test_a_reading_of_another_document_is_refused() -> None:
    reply = last_reply_to(new(rules={"document": "tromp-taylor", "readings": {"reading/ilr-own-stone": "literal"}}))
    assert reply["error"]["reason"] == 'The reading "reading/ilr-own-stone" is of another document than tromp-taylor.'


def test_new_takes_a_position_a_player_a_phase_and_captures() -> None:
    state = last_reply_to(
        new(
            width=4,
            height=3,
            rules="japanese-like",
            board=KO,
            player="W",
            phase="cleanup2",
            captures={"B": 3, "W": 12},
        )
    )
    assert (state["board"], state["player"], state["phase"]) == (KO, "W", "cleanup2")
    assert state["captures"] == {"B": 3, "W": 12}


def test_new_takes_captures_of_one_color() -> None:
    assert last_reply_to(new(captures={"W": 2}))["captures"] == {"B": 0, "W": 2}


def test_new_takes_rules_as_an_object() -> None:
    chosen = {**rules_to_json(PRESETS["japanese-like"]), "komi": 6.5, "friendlyPassOk": True}
    replies = replies_to(new(rules=chosen), *[play("pass", "pass")] * 3)
    assert replies[-1]["result"] == {"kind": "score", "B": 0.0, "W": 6.5, "winner": "W"}


def test_new_drops_the_last_game() -> None:
    replies = replies_to(NEW, play("A1"), new(width=1, height=1), UNDO)
    assert replies[2]["board"] == "."
    assert is_bad_request(replies[3])


def test_legal_moves_are_sorted_by_row_from_the_top_and_then_by_column() -> None:
    assert last_reply_to(new(width=2, height=2), play("B2"))["legal"] == ["A2", "A1", "B1"]


def test_play_takes_turns_in_order_and_answers_with_the_state_after_them() -> None:
    state = last_reply_to(NEW, play("B2", "pass", "a1"))
    assert (state["board"], state["player"]) == (".../.X./X..", "W")


def test_play_of_no_turns_answers_with_the_state_as_it_is() -> None:
    replies = replies_to(NEW, play())
    assert without_readings(replies[0]) == replies[1]


def test_captures_count_the_points_of_each_color_that_were_emptied() -> None:
    state = last_reply_to(new(board="XX./OO./...", player="W"), play("C3"))
    assert (state["board"], state["captures"]) == ("..O/OO./...", {"B": 2, "W": 0})


def test_pass_ends_phase_says_whether_a_pass_now_would_do_so() -> None:
    assert [reply["passEndsPhase"] for reply in replies_to(NEW, play("pass"), play("A1"))] == [False, True, False]


def test_an_illegal_turn_is_answered_with_its_clause_and_the_turns_before_it_stand() -> None:
    replies = replies_to(new(width=2, height=1), play("A1", "B1", "A1", "pass"), STATE)
    assert replies[1]["error"] == {
        "kind": "illegal",
        "index": 2,
        "turn": "A1",
        "clause": "katago-v2/main/legal-superko",
        "reason": "A legal move does not result in any earlier state, but A1 would repeat the state after turn 1.",
    }
    assert replies[1].keys() == {"error", "state"}
    assert replies[1]["state"] == replies[2]
    assert (replies[2]["board"], replies[2]["player"]) == (".O", "B")


@pytest.mark.parametrize(
    ("start", "turns", "clause"),
    [
        (new(board="X../.../..."), ["A3"], "katago-v2/move/pseudolegal"),
        (new(board=".O./O../..."), ["A3"], "katago-v2/move/no-null-change"),
        (new(rules="chinese-like", board=".XO/OO./..."), ["A3"], "katago-v2/move/suicide-ban"),
        (new(rules="chinese-like", width=4, board=KO), ["pass", "C2", "B2"], "katago-v2/main/legal-simple-ko"),
        (new(rules="japanese-like"), ["unblock A1"], "katago-v2/main/start"),
        (new(rules="japanese-like", phase="cleanup1"), ["unblock A1"], "katago-v2/cleanup/unblock"),
    ],
)
def test_the_clause_of_an_illegal_turn_is_its_id_without_a_part(start: Request, turns: list[str], clause: str) -> None:
    if turns[0] == "pass":
        start = {**start, "player": "W"}
    error = last_reply_to(start, play(*turns))["error"]
    assert (error["kind"], error["index"], error["clause"]) == ("illegal", len(turns) - 1, clause)


def test_state_answers_with_the_state_again() -> None:
    replies = replies_to(NEW, play("B2"), STATE, STATE)
    assert replies[1] == replies[2] == replies[3]


def test_undo_takes_back_one_turn_at_a_time_also_over_the_end_of_the_game() -> None:
    replies = replies_to(NEW, play("B2"), play("pass"), play("pass"), UNDO, UNDO, UNDO)
    assert replies[3]["phase"] == "over"
    assert replies[4:] == [*replies[2:0:-1], without_readings(replies[0])]


def test_explain_gives_the_clause_for_every_empty_point_that_is_not_legal() -> None:
    board = ".O./OO./..."
    requests = [
        new(board=board, explain=True),
        {**STATE, "explain": True},
        play("pass", explain=True),
        {**UNDO, "explain": True},
        play("A3", explain=True),
    ]
    replies = replies_to(*requests)
    forbidden = {"A3": "katago-v2/move/no-null-change"}
    assert [reply["illegal"] for reply in replies[:4]] == [forbidden, forbidden, {}, forbidden]
    assert replies[4]["state"]["illegal"] == forbidden
    assert all("illegal" not in reply for reply in replies_to(new(explain=False), STATE))


def test_once_over_nothing_is_legal_and_nothing_is_to_be_explained() -> None:
    state = last_reply_to(new(board=".O./OO./..."), play("pass", "pass", explain=True))
    assert (state["phase"], state["legal"], state["unblock"], state["illegal"]) == ("over", [], [], {})
    assert state["passEndsPhase"] is False


@pytest.mark.parametrize(
    ("komi", "result"),
    [
        (0, {"kind": "score", "B": 9.0, "W": 0.0, "winner": "B"}),
        (9, {"kind": "score", "B": 9.0, "W": 9.0, "winner": "draw"}),
        (9.5, {"kind": "score", "B": 9.0, "W": 9.5, "winner": "W"}),
    ],
)
def test_two_passes_end_an_area_game_and_the_result_names_the_winner(komi: float, result: Request) -> None:
    state = last_reply_to(new(rules={"komi": komi}), play("B2", "pass", "pass"))
    assert (state["result"], state["clause"]) == (result, "katago-v2/main/end-two-passes")


def test_a_game_without_result() -> None:
    turns = ("B1", "C1", "A1", "D1", "B1", "C1", "A1", "D1", "B1")
    before, state = replies_to(new(width=4, height=1, rules={"ko": "SIMPLE"}), play(*turns[:-1]), play(turns[-1]))[1:]
    assert before["result"] is None
    assert (state["phase"], state["result"]) == ("over", {"kind": "no-result"})
    assert state["clause"] == "katago-v2/main/no-result"


def test_the_clause_that_ended_a_phase_is_named_only_right_after_that_turn() -> None:
    replies = replies_to(new(rules="japanese-like"), play("pass"), play("pass"), play("pass"))
    assert ["clause" in reply for reply in replies] == [False, False, True, False]


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
