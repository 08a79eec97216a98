"""Best play by plain exhaustive search with full history: alpha-beta over games, within a budget."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.algebra import BLACK
from ...spec.vocabulary import Pass, Turn
from ..model.model import Model
from .local_games import is_within

LESS_THAN_A_LEAD = 0.25
# Each turn takes two calls, of which Python lets a thousand be open at once.
LONGEST_GAME = 300


class OutOfBudget(Exception):
    """More turns would have to be tried than the budget allows, or a longer game would have to be played."""


class Bounds(NamedTuple):
    """Between which leads of Black the value of a game lies."""

    least: float = -inf
    most: float = inf


@dataclass
class Search:
    """A search for best play, which remembers what it has found of every future.

    Attributes:
        model: the game.
        budget: how many turns may be tried.
        points: where moves are made; everywhere, if None.
        tried: how many have been tried.
        depth: how many turns deep the deepest game was.
    """

    model: Model
    budget: int
    points: int | None = None
    tried: int = 0
    depth: int = 0
    known: dict[Hashable, Bounds] = field(default_factory=dict)

    def value(self, game: Game, least: float, most: float) -> float:
        """Black's lead under best play: exact between the two bounds, and a bound on it beyond them.

        Raises:
            OutOfBudget: more turns would have to be tried than the budget allows, or a longer game played.
        """
        self.depth = max(self.depth, game.record.turn)
        if game.over:
            return lead(game)
        asked = (game.record.turn, self.model.key(game))
        known = self.known.get(asked, Bounds())
        if known.least >= most or known.least == known.most:
            return known.least
        if known.most <= least:
            return known.most
        found = self._best(game, max(least, known.least), min(most, known.most))
        self.known[asked] = Bounds(
            found if found > least else known.least,
            found if found < most else known.most,
        )
        return found

    def _best(self, game: Game, least: float, most: float) -> float:
        maximises = game.position.player is BLACK
        best = -inf if maximises else inf
        for turn in sorted(self._turns(game), key=_passes_first):
            self.tried += 1
            if self.tried > self.budget or game.record.turn >= LONGEST_GAME:
                raise OutOfBudget
            found = self.value(game.taking(turn), least, most)
            if maximises:
                best, least = max(best, found), max(least, found)
            else:
                best, most = min(best, found), min(most, found)
            if least >= most:
                break
        return best

    def _turns(self, game: Game) -> Iterator[Turn]:
        return (turn for turn in game.turns() if self.points is None or is_within(turn, self.points))


def _passes_first(turn: Turn) -> bool:
    return not isinstance(turn, Pass)


def lead(game: Game) -> float:
    """By how much Black leads in a game that is over; a game without result counts as even."""
    result = game.result
    return result.lead if isinstance(result, Score) else 0.0


@dataclass(frozen=True)
class Solved:
    """What a search came to.

    Attributes:
        lead: Black's lead under best play; None where the budget ran out.
        tried: how many turns were tried.
        depth: how many turns the longest game had.
    """

    lead: float | None
    tried: int
    depth: int


def solve(game: Game, budget: int, points: int | None = None) -> Solved:
    """Black's lead under best play, by trying every game with full history, if the budget allows it.

    Args:
        game: where play starts.
        budget: how many turns may be tried.
        points: where moves are made; everywhere, if None.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> solve(Game.start(Rules(suicide=False), 3, 1), budget=10_000).lead
    3.0
    """
    search = Search(Model(game), budget, points)
    try:
        return Solved(search.value(game, -inf, inf), search.tried, search.depth)
    except OutOfBudget:
        return Solved(None, search.tried, search.depth)


@dataclass(frozen=True)
class Worth:
    """Whether best play comes to a certain lead (None where the budget ran out), and how many turns were tried."""

    is_so: bool | None
    tried: int


def is_worth(game: Game, expected: float, budget: int) -> Worth:
    """Whether Black leads by this much under best play; quicker to tell than by how much Black leads.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> is_worth(Game.start(Rules(suicide=False), 3, 1), 3.0, budget=10_000).is_so
    True
    """
    search = Search(Model(game), budget)
    try:
        found = search.value(game, expected - LESS_THAN_A_LEAD, expected + LESS_THAN_A_LEAD)
    except OutOfBudget:
        return Worth(None, search.tried)
    return Worth(found == expected, search.tried)
