"""Plain search finds what a search of whole games finds."""

from __future__ import annotations

from superko.checker.solving.plain_play import FAILS, SUCCEEDS, UNKNOWN, Aim, answer, within_turns
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from tests.checker.solving.every_position import every_position
from tests.checker.solving.plain_play import plain_values

RULES = Rules(ko=Ko.SIMPLE, suicide=False)


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
