"""Least and greatest fixpoints of a graph of situations are no bounds on what a game is worth under superko."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.solution import solve
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import WORST
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from superko.spec.algebra import WHITE, Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules

from .every_position import every_position
from .fixpoints import Fixpoints, Situation, fixpoints, graph_of, situation_of
from .plain_play import plain_values

POSITIONAL = Rules(suicide=False)
MOST_TURNS = 20_000


@cache
def fixpoints_of(rules: Rules, grid: Grid) -> dict[Situation, Fixpoints]:
    """What the situations of a board are worth by fixpoints."""
    return fixpoints(graph_of(rules, grid))


def every_game_after(game: Game) -> Iterator[Game]:
    """A game that is not over, and all that go on from it and are not over."""
    yield game
    for turn in game.turns():
        after = game.play(turn)
        if not after.over:
            yield from every_game_after(after)


def test_on_two_points_every_game_is_worth_something_between_the_fixpoints() -> None:
    for start in every_position(POSITIONAL, Grid(2, 1)):
        for game in every_game_after(start):
            (value, _) = plain_values(game, MOST_TURNS) or (None, None)
            assert value is not None
            between = fixpoints_of(POSITIONAL, Grid(2, 1))[situation_of(game)]
            assert between.least <= value <= between.greatest


@pytest.mark.parametrize("rules", [POSITIONAL, Rules(ko=Ko.SITUATIONAL, suicide=False)], ids=["board", "board-player"])
def test_without_a_history_positions_of_three_points_are_worth_something_between_them(rules: Rules) -> None:
    games = list(every_position(rules, Grid(3, 1)))
    solver = Solver(games, Budget())
    for game in games:
        between = fixpoints_of(rules, Grid(3, 1))[situation_of(game)]
        assert between.least <= solver.value(game, WORST) <= between.greatest


def test_with_a_history_a_game_on_three_points_is_worth_something_beyond_both() -> None:
    """White joins both stones, `OO.`; what Black then takes can't be set up again, and by the graph it can."""
    start = Game(POSITIONAL, rows=".O.", to_play=WHITE)
    game = start.play(parse_turn(Grid(3, 1), "A1"))
    between = fixpoints_of(POSITIONAL, Grid(3, 1))[situation_of(game)]
    assert between == Fixpoints(-3, -3)
    assert plain_values(game, MOST_TURNS) == (3, 3)
    assert solve(game).value == 3
