"""What the search remembers: each wrong way to do so gives a wrong value on some board of four points."""

from __future__ import annotations

from functools import cache

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import WORST
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.rules import Rules

from .every_position import every_position
from .wrong_memories import MISTAKES, Mistake

SUPERKO = Rules(suicide=False)
BOARDS = (Grid(3, 1), Grid(4, 1), Grid(2, 2))


def values(games: list[Game]) -> list[float]:
    """The value of each game, by one search that remembers what it has found of those before."""
    solver = Solver(games, Budget())
    return [solver.value(game, WORST) for game in games]


@cache
def values_of_boards() -> list[list[float]]:
    """The values of all positions of some boards, each board by one search."""
    return [values(list(every_position(SUPERKO, grid))) for grid in BOARDS]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_mistake_in_remembering_gives_a_wrong_value(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    right = values_of_boards()
    mistake(monkeypatch)
    assert values_of_boards.__wrapped__() != right


def test_a_value_does_not_depend_on_what_was_solved_before() -> None:
    games = list(every_position(SUPERKO, Grid(4, 1)))
    alone = [Solver([game], Budget()).value(game, WORST) for game in games[::7]]
    assert values(games)[::7] == alone
