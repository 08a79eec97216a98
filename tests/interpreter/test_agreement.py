"""Agreeing on dead stones: what is removed and counted under each document, and how dame is taken to be filled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_vertex
from superko.interpreter.result import Score
from superko.interpreter.sitting import agree_on, marked_dead
from superko.spec.algebra import BLACK, WHITE, Coloring
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.life import dame_regions, regions_in_atari
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Move, Phase

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
