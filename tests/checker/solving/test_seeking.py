"""A search seeks one answer at a time, to so many turns: what it says is right, and deep enough it says something."""

from __future__ import annotations

from functools import cache

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import FAILS, SUCCEEDS, UNKNOWN, WORST
from superko.interpreter.game import Game
from superko.spec.parameters import Ko
from superko.spec.rules import Rules

from ...sampling import EXHAUSTIVE, sample

# Under simple ko 2x2 is not among them: twenty turns say nothing there, whichever answer is sought.
BOARDS = (
    (2, 2, Ko.POSITIONAL),
    *((width, height, ko) for width, height in ((4, 1), (5, 1), (3, 2)) for ko in (Ko.POSITIONAL, Ko.SIMPLE)),
)
SAMPLED = ((2, 2, Ko.POSITIONAL, 1), (4, 1, Ko.POSITIONAL, 0), (4, 1, Ko.SIMPLE, 3))
DEEP = 400


def empty(width: int, height: int, ko: Ko = Ko.POSITIONAL) -> Game:
    """An empty board without suicide."""
    return Game(Rules(ko=ko, suicide=False), (width, height))


@cache
def right_answer(width: int, height: int, ko: Ko, least: int) -> int:
    """Whether Black gets at least so many points, by a search without a bound."""
    game = empty(width, height, ko)
    return SUCCEEDS if Solver([game], Budget()).succeeds(game, least, WORST) else FAILS


def searched(game: Game, least: int, turns: int, sought: int, lookback: int) -> int:
    """What a fresh search comes to."""
    solver = Solver([game], Budget())
    search, standing = solver._standing(game)
    search._prepare(standing.tally)
    search._state.sought[0], search._state.lookback[0] = sought, lookback
    return search._within(standing, 2 * least, WORST, turns)


@pytest.mark.parametrize(
    ("width", "height", "ko", "lookback"),
    sample([(*board, lookback) for board in BOARDS for lookback in (0, 1, 3)], SAMPLED.__contains__, EXHAUSTIVE),
)
def test_no_search_gives_a_wrong_answer_whichever_it_seeks(width: int, height: int, ko: Ko, lookback: int) -> None:
    game = empty(width, height, ko)
    answers = {
        (least, sought): [searched(game, least, turns, sought, lookback) for turns in (4, 8, 12, 20)]
        for least in range(-2, 4)
        for sought in (FAILS, SUCCEEDS)
    }
    for (least, _), given in answers.items():
        assert set(given) <= {UNKNOWN, right_answer(width, height, ko, least)}
    assert any(set(given) != {UNKNOWN} for given in answers.values())


@pytest.mark.parametrize("sought", [FAILS, SUCCEEDS])
def test_where_no_game_is_longer_the_answer_is_told_whichever_is_sought(sought: int) -> None:
    for least in range(-3, 5):
        answer = searched(empty(4, 1), least, DEEP, sought, lookback=0)
        assert answer == right_answer(4, 1, Ko.POSITIONAL, least)
