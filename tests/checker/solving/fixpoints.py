"""Values of positions by fixpoints of the graph of situations, as if superko had no past to look at.

A situation is what stands, who is to play, and whether the last turn was a pass. Every turn that is legal with nothing
before it leads to another one, or ends the game. Play may go round for ever there: by the least fixpoint that is the
worst for Black, and by the greatest the best. One might take the two for bounds on what a position is worth under
superko, which only forbids to go round. They are none: what superko forbids may be what a player needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple, TypeAlias

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, Color, Coloring, Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS

from .every_position import every_position


class Situation(NamedTuple):
    """What stands, who is to play, and whether the last turn was a pass."""

    coloring: Coloring[int]
    player: Color
    passed: bool = False


# For each situation, the situations that its turns lead to, and Black's lead where one ends the game.
Graph: TypeAlias = Mapping[Situation, "list[Situation | float]"]


class Fixpoints(NamedTuple):
    """Black's lead by the least and by the greatest fixpoint."""

    least: float
    greatest: float


def situation_of(game: Game) -> Situation:
    """The situation of a game."""
    return Situation(game.position.coloring, game.position.player, game.record.last == PASS)


def graph_of(rules: Rules, grid: Grid) -> Graph:
    """Every situation of a board with what its turns lead to, each judged with no history but its own position."""
    starts = list(every_position(rules, grid))
    return {situation_of(game): list(_following(game)) for game in (*starts, *(game.play(PASS) for game in starts))}


def _following(game: Game) -> Iterator[Situation | float]:
    for turn in game.turns():
        after = game.play(turn)
        if after.over:
            assert isinstance(after.result, Score)
            yield after.result.lead
        else:
            yield situation_of(after)


def fixpoints(graph: Graph) -> dict[Situation, Fixpoints]:
    """What each situation is worth if play that goes round is the worst for Black, and if it is the best."""
    least, greatest = (_fixpoint(graph, dict.fromkeys(graph, first)) for first in (-inf, inf))
    return {situation: Fixpoints(least[situation], greatest[situation]) for situation in graph}


def _fixpoint(graph: Graph, values: dict[Situation, float]) -> dict[Situation, float]:
    while True:
        after = {
            situation: _best(situation.player, [_worth(values, following) for following in graph[situation]])
            for situation in graph
        }
        if after == values:
            return values
        values = after


def _best(player: Color, leads: list[float]) -> float:
    return max(leads) if player is BLACK else min(leads)


def _worth(values: Mapping[Situation, float], after: Situation | float) -> float:
    return values[after] if isinstance(after, Situation) else after
