"""What the search remembers of one game changes no value of another."""

from __future__ import annotations

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import WORST
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.rules import Rules

from .every_position import every_position


def values(games: list[Game]) -> list[float]:
    """The value of each game, by one search that remembers what it has found of those before."""
    solver = Solver(games, Budget())
    return [solver.value(game, WORST) for game in games]


@pytest.mark.every_case
@pytest.mark.parametrize("grid", [Grid(3, 1), Grid(4, 1), Grid(2, 2)], ids=str)
def test_a_value_does_not_depend_on_what_was_solved_before(grid: Grid) -> None:
    games = list(every_position(Rules(suicide=False), grid))
    assert values(games) == values(games[::-1])[::-1]
    assert values(games)[::9] == [value for game in games[::9] for value in values([game])]
