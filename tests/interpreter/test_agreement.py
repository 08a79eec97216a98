"""Agreeing on dead stones: what is removed and counted under each document, and how dame is taken to be filled."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.graph.graph import explore
from superko.checker.solving.budget import Budget
from superko.checker.solving.solution import solver_of
from superko.interpreter.game import Game
from superko.interpreter.many import many
from superko.interpreter.notation import parse_board, parse_vertex
from superko.interpreter.records.game_record import record_of
from superko.interpreter.records.replay import replay
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.referee import Session, respond
from superko.interpreter.result import Score
from superko.interpreter.sitting import agree_on, marked_dead
from superko.spec.algebra import BLACK, WHITE, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.life import dame_regions, regions_in_atari
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal
from superko.spec.vocabulary import AGREE, PASS, Move, Phase

from .games import after, set_up

FINISHED = "....XO./....XO./.O..XO./....XO./...XO../...XO.X/...XO.."
"""Black has 7 stones around 25 points, B5 among them, and White 7 around 10, with G2."""


def stopped(board: str, rules: str) -> Game:
    game = Game(PRESETS[rules], rows=board)
    return game.play(PASS).play(PASS)


def points(game: Game, *named: str) -> int:
    return sum(parse_vertex(game.grid, name) for name in named)


class TestWhatBothHoldDead:
    @pytest.mark.parametrize(
        ("rules", "black", "white"),
        [
            ("chinese-like", 7 + 25, 7 + 10),
            ("tromp-taylor-ten", 7 + 25, 7 + 10),
            ("aga-area", 7 + 25, 7 + 10),
            ("japanese-like", 25 + 1, 10 + 1),
            # Both have passed once, and so handed over a stone; that and the dead one are lost.
            ("aga", 25 - 2, 10 - 2),
        ],
    )
    def test_is_removed_and_counted_as_the_document_has_it(self, rules: str, black: float, white: float) -> None:
        game = stopped(FINISHED, rules)
        result = agree_on(game, points(game, "B5", "G2")).result
        assert isinstance(result, Score)
        assert (result.black, result.white) == (black, white)

    def test_is_whole_strings(self) -> None:
        game = stopped("OO.X/...X", "chinese-like")
        assert agree_on(game, points(game, "A2")).dead == points(game, "A2", "B2")

    def test_is_stones(self) -> None:
        game = stopped("OO.X/...X", "chinese-like")
        with pytest.raises(ValueError, match="There is no stone at C1"):
            agree_on(game, points(game, "C1"))

    def test_costs_as_much_as_capturing_it_in_cleanup(self) -> None:
        # given a dead stone of White's at A2, which Black takes in the second cleanup phase at no cost
        game = stopped("O.X.O/..X.O/XXXOO", "japanese-like")
        agreed = agree_on(game, points(game, "A3"), filling=False)
        played = game.play(PASS).play(PASS)
        for turn in (Move(points(game, "B3")), PASS, Move(points(game, "A2")), PASS, PASS):
            played = played.play(turn)
        assert isinstance(agreed.result, Score)
        assert isinstance(played.result, Score)
        assert agreed.result.lead == played.result.lead


@st.composite
def played(draw: st.DrawFn) -> Coloring[int]:
    """What random legal moves lead to on 4x3."""
    game = Game(PRESETS["tromp-taylor"], (4, 3))
    for _ in range(draw(st.integers(6, 20))):
        moves = game.moves()
        if moves:
            game = game.play(draw(st.sampled_from(moves)))
    return game.position.coloring


class TestDame:
    def test_is_filled_in_turn_where_the_rules_count_nothing_beside_it(self) -> None:
        game = stopped(".X.O./.X.O.", "japanese-like")
        assert agree_on(game, 0).result != agree_on(game, 0, filling=False).result
        assert len(agree_on(game, 0).filled) == 2

    def test_is_filled_if_that_is_asked_for_where_a_player_can_ask_to_resume(self) -> None:
        game = stopped(".X.O./.X.O.", "japanese-1989")
        assert agree_on(game, 0).filled == ()
        filled = agree_on(game, 0, filling=True)
        assert [color for color, _ in filled.filled] == [BLACK, WHITE]
        assert isinstance(filled.result, Score)
        assert (filled.result.black, filled.result.white) == (2, 2)

    def test_is_filled_beside_dead_stones_that_stand_until_the_game_has_stopped(self) -> None:
        game = stopped("O.X.O./..X.O.", "japanese-1989")
        filled = agree_on(game, points(game, "A2"), filling=True)
        assert len(filled.filled) == 2
        assert isinstance(filled.result, Score)
        assert (filled.result.black, filled.result.white) == (4, 1)

    def test_is_left_beside_stones_without_an_eye_where_nobody_says_which_are_dead(self) -> None:
        game = stopped("O..X.O./...X.O./XXXX.O.", "japanese-like")
        outside = points(game, "E1", "E2", "E3")
        filled = [sum(point for _, point in agree_on(game, dead).filled) for dead in (0, None)]
        assert filled == [outside | points(game, "A2", "B2"), outside]

    def test_is_left_where_the_rules_end_with_the_main_phase(self) -> None:
        assert agree_on(stopped(".X.O./.X.O.", "chinese-like"), 0).filled == ()

    @given(played())
    def test_is_filled_by_moves_that_capture_nothing_and_put_no_stones_in_atari(self, before: Coloring[int]) -> None:
        game = Game(PRESETS["japanese-like"], rows=before, phase=Phase.FIRST_CLEANUP)
        settled = agree_on(game, 0)
        after = settled.coloring
        assert before.black & ~after.black == before.white & ~after.white == 0
        in_atari = [regions_in_atari(c, BLACK) | regions_in_atari(c, WHITE) for c in (before, after)]
        assert not in_atari[1] & ~in_atari[0]
        assert sum(point for _, point in settled.filled) == after.black & ~before.black | after.white & ~before.white
        beside_atari = before.board.neighbours(in_atari[0])
        assert all(point & (dame_regions(before) | beside_atari) for _, point in settled.filled)


class TestMarkedTerritory:
    def test_makes_stones_dead_that_are_in_it_or_touch_it(self) -> None:
        c = parse_board(".OX.O.X/.XX.OO./.OX.O..")
        corner, *_ = points_of(c.empty)
        named = {BLACK: corner, WHITE: parse_vertex(c.board.grid, "G3")}
        assert marked_dead(c, named) == sum(parse_vertex(c.board.grid, name) for name in ("B3", "G3"))

    def test_leaves_stones_alive_that_are_in_their_own(self) -> None:
        c = parse_board(".X/XX")
        assert marked_dead(c, {BLACK: c.board.everything, WHITE: 0}) == 0


# A turn of both players: they agree that a game is over, or that it has no result.


AGREEING = PRESETS["new-zealand"].reading({"reading/new-zealand-end": "agreement"})


def test_an_agreement_is_a_turn_that_changes_nothing_but_itself() -> None:
    before = after(set_up(AGREEING, "X."), "pass")
    later = before.play(AGREE).record
    assert (later.last, later.turn, later.tally, later.state) == (AGREE, 2, before.record.tally, before.record.state)
    assert later.position.player is WHITE


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
