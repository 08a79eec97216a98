"""Shrinking: to fewer turns, to a smaller board, and to a game of which it is known that none shorter shows it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from superko.checker.oracle.disagreement import Disagreement
from superko.checker.oracle.engine import EVERYTHING, Introduction, Setting
from superko.checker.oracle.games import RandomPlayer
from superko.checker.oracle.plan import TrialBudget
from superko.checker.oracle.shrinking import shrunk
from superko.checker.oracle.trial import Harness, following, trial
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid

from .liars import LIARS

ANY_BOARD = Introduction("a liar", "", EVERYTHING)
SQUARE_BOARDS = Introduction("a liar", "", EVERYTHING, square=True, smallest=2)


def shown(harness: Harness, setting: Setting, turns: str) -> Disagreement:
    """What a game shows, played to the liar that it runs."""
    harness.introduction()
    return next(trial(harness, setting, setting.rules, following(turns.split(), setting)))


def met_by_chance(harness: Harness, setting: Setting) -> Disagreement:
    """What the first random game shows that shows anything."""
    harness.introduction()
    chance = Random(3)
    while True:
        player = RandomPlayer.for_board(chance, setting.grid, setting.rules)
        for met in trial(harness, setting, setting.rules, player):
            return met


@pytest.fixture
def harnessed() -> Callable[[str], Harness]:
    return lambda fault: Harness(LIARS[fault].engine)


def made_small(
    harness: Harness, disagreement: Disagreement, plays: Introduction = ANY_BOARD, seconds: float = 20
) -> tuple[Disagreement, int | None]:
    return shrunk(harness, disagreement, plays, TrialBudget(seconds), Random(1))


@pytest.mark.thorough
def test_turns_and_points_that_do_not_matter_are_left_out(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("forgets superko")
    setting = Setting(5, 4, rules=parse_rules("tromp-taylor"))
    disagreement = met_by_chance(harness, setting)
    assert len(disagreement.turns) > 10
    small, excluded = made_small(harness, disagreement, seconds=120)
    assert (small.setting.grid.size, len(small.turns)) == (2, 2)
    assert excluded == 1
    assert small.kind == disagreement.kind


def test_a_board_stays_square_where_the_engine_needs_it(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("counts captures for the wrong color")
    setting = Setting(4, 4, rules=parse_rules("tromp-taylor"))
    disagreement = shown(harness, setting, "B2 A1 C3 A2 B1 D4 A3")
    small, excluded = made_small(harness, disagreement, SQUARE_BOARDS)
    assert small.setting.grid == Grid(2, 2)
    assert excluded == len(small.turns) - 1


def test_without_time_it_stays_as_it_is(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("needs three passes")
    disagreement = shown(harness, Setting(3, 3, rules=parse_rules("tromp-taylor")), "A1 B2 pass")
    assert made_small(harness, disagreement, seconds=0) == (disagreement, None)


def test_a_position_that_was_set_up_is_kept(harnessed: Callable[[str], Harness]) -> None:
    harness = harnessed("counts captures for the wrong color")
    setting = Setting(5, 1, board="..O..", rules=parse_rules("tromp-taylor"))
    small, excluded = made_small(harness, shown(harness, setting, "B1 pass D1"))
    assert small.setting == setting
    assert excluded is None


@pytest.mark.parametrize(
    ("grid", "plays", "expected"),
    [
        (Grid(3, 2), SQUARE_BOARDS, False),
        (Grid(1, 1), SQUARE_BOARDS, False),
        (Grid(3, 3), SQUARE_BOARDS, True),
        (Grid(25, 1), ANY_BOARD, True),
        (Grid(20, 20), Introduction("small", "", EVERYTHING, largest=19), False),
    ],
)
def test_boards_that_the_engine_does_not_play_on_are_left_out(grid: Grid, plays: Introduction, expected: bool) -> None:
    assert plays.plays_on(grid) is expected
