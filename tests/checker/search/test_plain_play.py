"""Plain search on rows tries the same turns as through the game, and comes to the same."""

from __future__ import annotations

import pytest

from superko.checker.play.perft import RowSearch
from superko.checker.solving.plain_play import FAILS, SUCCEEDS, UNKNOWN, Aim, answer, within_turns
from superko.interpreter.program.machine_code import is_available
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from tests.checker.solving.every_position import every_position
from tests.checker.solving.plain_play import plain_values

with_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")

RULES = Rules(ko=Ko.SIMPLE, suicide=False)


@pytest.mark.parametrize(
    "compiled", [False, pytest.param(True, marks=[with_numba, pytest.mark.thorough])], ids=["in Python", "compiled"]
)
def test_rows_try_the_same_turns_and_come_to_the_same(compiled: bool) -> None:
    games = list(every_position(RULES, Grid(3, 1)))[::5]
    in_rows = RowSearch(games[0], compiled).within_turns
    for game in games:
        for aim in (Aim(least, no_result) for least in (-3, 1, 3) for no_result in (False, True)):
            for most in (5, 1000):
                assert answer(game, aim, most, in_rows) == answer(game, aim, most)


def test_black_gets_as_much_as_a_search_of_whole_games_finds_and_no_more() -> None:
    for game in list(every_position(RULES, Grid(3, 1)))[::7]:
        values = plain_values(game, 20_000)
        assert values is not None
        for no_result, value in zip((False, True), values, strict=True):
            assert answer(game, Aim(value, no_result), 20_000).outcome == SUCCEEDS
            assert answer(game, Aim(value + 0.5, no_result), 20_000).outcome == FAILS


def test_within_too_few_turns_nothing_is_known() -> None:
    game = next(every_position(RULES, Grid(3, 1)))
    assert within_turns(game, Aim(3, False), 1, 100).outcome == UNKNOWN
    assert answer(game, Aim(3, False), 3).outcome == UNKNOWN
