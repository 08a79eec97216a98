"""A turn of both players: they agree that a game is over, or that it has no result."""

from __future__ import annotations

import json

import pytest

from superko.checker.graph.graph import explore
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_solver import solver_of
from superko.interpreter.game import Game, GameOver, IllegalTurn
from superko.interpreter.many import many
from superko.interpreter.notation import parse_turn, turn_text
from superko.interpreter.records.game_record import record_of
from superko.interpreter.records.replay import replay
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.referee import Session, respond
from superko.interpreter.result import NoResult
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal
from superko.spec.vocabulary import AGREE, PASS

from .games import after, objection, scores, set_up, turns

AGREEING = PRESETS["new-zealand"].reading({"reading/new-zealand-end": "agreement"})
JAPANESE = PRESETS["japanese-1989"].reading({"reading/japanese-1989-no-result": "as-a-turn"})
SENT = "A1, C1, B1, C1"


@pytest.mark.clauses("new-zealand/end", "reading/new-zealand-end")
def test_players_can_agree_at_any_time_that_the_game_is_over_and_passes_do_not_end_it() -> None:
    game = Game(AGREEING, (2, 1))
    assert turns(game) == ["pass", "A1", "B1", "agree"]
    passed = after(game, "A1, pass, pass, pass")
    assert not passed.over
    over = passed.play(AGREE)
    assert (over.ended_by, scores(over)) == ("new-zealand/end#agreed", (2, 7))
    with pytest.raises(GameOver):
        over.play(AGREE)


@pytest.mark.clauses("japanese-1989/12-no-result", "reading/japanese-1989-no-result")
def test_players_can_agree_that_there_is_no_result_once_a_board_stands_again() -> None:
    sent = after(Game(JAPANESE, (3, 1)), SENT)
    assert objection(sent, "agree") == ("japanese-1989/12-no-result#as-a-turn", None)
    again = after(sent, "A1")
    assert again.can_agree()
    assert (again.play(AGREE).ended_by, again.play(AGREE).result) == ("japanese-1989/12-no-result#agreed", NoResult())
    assert after(again, "B1").over is False


def test_where_no_clause_lets_players_agree_the_kinds_of_turns_forbid_it() -> None:
    game = Game(PRESETS["new-zealand"], (2, 1))
    assert AGREE not in game.turns()
    with pytest.raises(IllegalTurn, match="new-zealand/move"):
        game.play(AGREE)


def test_an_agreement_is_a_turn_that_changes_nothing_but_itself() -> None:
    before = after(set_up(AGREEING, "X."), "pass")
    later = before.play(AGREE).record
    assert (later.last, later.turn, later.tally, later.state) == (AGREE, 2, before.record.tally, before.record.state)
    assert later.position.player is WHITE


def test_it_is_written_and_read_like_other_turns() -> None:
    assert turn_text(Grid(2, 1), AGREE) == "agree"
    assert parse_turn(Grid(2, 1), "Agree") == AGREE


def test_a_record_has_it_in_a_node_of_its_own_whose_player_is_whoever_is_to_move() -> None:
    game = after(Game(AGREEING, (2, 1)), "A1, pass, agree")
    record = read_sgf(game.sgf().encode())
    assert "AGREED[]" in game.sgf()
    assert record.turns[-1] == (BLACK, AGREE) == record_of(game).turns[-1]
    followed = replay(record, AGREEING)
    assert (followed.game.result, followed.lawful) == (game.result, True)


def test_the_referee_says_where_players_can_agree_and_takes_it() -> None:
    rules = {"document": "new-zealand", "readings": {"reading/new-zealand-end": "agreement"}}
    session, state = respond(Session(), json.dumps({"cmd": "new", "width": 1, "height": 1, "rules": rules}))
    assert state is not None
    assert state["agree"] is True
    session, state = respond(session, '{"cmd": "play", "turns": ["agree"]}')
    assert state is not None
    assert (state["phase"], state["clause"], "agree" in state) == ("over", "new-zealand/end", False)


def test_what_searches_for_one_player_refuses_it_with_a_sentence() -> None:
    game = Game(AGREEING, (2, 1))
    for search in (
        lambda: solver_of([game], Budget()).value(game, 0),
        lambda: explore(AGREEING, Grid(2, 1)),
        lambda: many(AGREEING, "2x1", 1),
    ):
        with pytest.raises(Refusal, match="both players take"):
            search()
    assert game.play(PASS).can_agree()
