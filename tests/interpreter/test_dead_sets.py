"""Which stones must be dead for a record to come out as it says."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_board
from superko.interpreter.records.dead_sets import connected, explain_result, explanation_sentences
from superko.interpreter.records.game_record import agrees, record_of, result_text, told_result
from superko.interpreter.records.replay import replay
from superko.interpreter.sitting import agree_on
from superko.spec.algebra import BLACK, WHITE
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.faster_forms import benson
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS
from tests.spec.boards import colorings

RULES = ["chinese-like", "aga-like", "tromp-taylor"]
DAME_LEFT = [".X.O./.X.O.", ".X.O./OX.O.", ".X..O./.XX.O./OX..O."]
RECORDS = Path(__file__).parents[1] / "records"


def passed_out(rules: str, board: str) -> Game:
    game = Game(PRESETS[rules], rows=board)
    return game.play(PASS).play(PASS)


def stopped(rules: str, c: Any) -> Game:
    """A game that two passes have stopped, at a cleanup phase or at its end."""
    return Game(PRESETS[rules], rows=c).play(PASS).play(PASS)


def explained(game: Game, result: str, **further: Any) -> Any:
    return explain_result(replay(record_of(game), game.rules), told_result(result), **further)


def comes_out(game: Game, dead: int, result: str) -> bool | None:
    """Whether a game comes out as it is told if the players agree on these dead stones; None if it can't be said."""
    agreed = agree_on(game, dead).result
    assert agreed is not None
    return agrees(told_result(result), agreed)


def by_trying_all(game: Game, result: str) -> set[int]:
    """The least sets of strings that can be captured, looked for without any order."""
    c = game.position.coloring
    strings = {
        c.board.closure(stone, c.of(color))
        for color in (BLACK, WHITE)
        for stone in points_of(c.of(color) & ~benson(game.rules, c, color))
    }
    unions = {sum(chosen) for number in range(len(strings) + 1) for chosen in combinations(strings, number)}
    come_out = {dead for dead in unions if comes_out(game, dead, result)}
    return {dead for dead in come_out if not any(less & dead == less for less in come_out - {dead})}


class TestTheSets:
    def test_a_search_that_was_cut_short_says_so(self) -> None:
        dead_sets = explained(passed_out("chinese-like", ".X.O./OX.O."), "W+3.5", most=2, filling=False)
        assert (dead_sets.sets, dead_sets.tried, dead_sets.complete) == ((), 2, False)

    def test_a_search_for_likely_sets_leaves_most_stones_alive(self) -> None:
        board = ".X.O./OX.O./.XXO./OX.OX/.X.OX/OX.O."
        everything = explained(passed_out("tromp-taylor", board), "W+30")
        likely = explained(passed_out("tromp-taylor", board), "W+30", most=8, likely=True)
        assert (everything.sets != (), likely.sets, likely.complete) == (True, (), False)

    @pytest.mark.parametrize(("rules", "otherwise"), [("japanese-1989", {True}), ("japanese-like", set())])
    def test_a_result_is_denied_only_if_no_dead_stones_give_it_whether_dame_are_filled_or_not(
        self, rules: str, otherwise: set[bool]
    ) -> None:
        denied, filled = set(), set()
        for c in map(parse_board, DAME_LEFT):
            game = stopped(rules, c)
            strings = [stones for color in (BLACK, WHITE) for stones in connected(c, color, c.of(color))]
            unions = [sum(chosen) for size in range(len(strings) + 1) for chosen in combinations(strings, size)]
            come_out = {
                result_text(outcome): filling
                for filling in (False, True)
                for dead in unions
                if (outcome := agree_on(game, dead, filling).result) is not None
            }
            for result in (*come_out, "B+3", "W+3", "W+7"):
                dead_sets = explained(game, result)
                sentences = [*explanation_sentences(result, dead_sets)]
                assert bool(dead_sets.sets) is (result in come_out), (board_text(c), result, sentences)
                denied |= {board_text(c)} if any("by being dead" in sentence for sentence in sentences) else set()
                filled |= {filling for filling in [dead_sets.filling] if filling is not None}
        assert len(denied) == len(DAME_LEFT)
        assert filled == otherwise

    @given(c=colorings(longest_side=3), rules=st.sampled_from(RULES), data=st.data())
    def test_every_least_set_is_found_and_no_other(self, c: Any, rules: str, data: st.DataObject) -> None:
        try:
            game = passed_out(rules, board_text(c))
        except ValueError:
            reject()
        outcome = agree_on(game, data.draw(st.sampled_from([0, *points_of(c.black | c.white)]))).result
        assert outcome is not None
        dead_sets, least = explained(game, result_text(outcome)), by_trying_all(game, result_text(outcome))
        assert all(comes_out(game, dead, result_text(outcome)) for dead in dead_sets.sets)
        assert all(any(less & dead == less for less in least) for dead in dead_sets.sets)
        assert not dead_sets.complete or all(any(less & dead == dead for dead in dead_sets.sets) for less in least)
