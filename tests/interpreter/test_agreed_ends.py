"""A turn of both players: they agree that a game is over, or that it has no result."""

from __future__ import annotations

import json

import pytest

from superko.checker.graph.graph import explore
from superko.checker.solving.budget import Budget
from superko.checker.solving.solution import solver_of
from superko.interpreter.game import Game
from superko.interpreter.many import many
from superko.interpreter.notation import parse_turn, turn_text
from superko.interpreter.records.game_record import record_of
from superko.interpreter.records.replay import replay
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.referee import Session, respond
from superko.spec.algebra import BLACK, WHITE, Grid
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal
from superko.spec.vocabulary import AGREE, PASS

from .games import after, set_up

AGREEING = PRESETS["new-zealand"].reading({"reading/new-zealand-end": "agreement"})


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
