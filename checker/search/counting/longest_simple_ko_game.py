"""The longest game under simple ko, put together from the moves between its passes.

While the game goes on, every pass is from a position from which nobody has passed, so a game is a tour through such
positions. After the last of them there are moves, and one turn that ends the game: a pass after a pass or from a
position passed from before, or a move to a state that has stood as often as it may. On two points without suicide the
longest game has five turns: Black passes, White plays `.O`, Black takes with `X.`, and then both pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ....spec.algebra import Grid
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Position, Turn
from .best_tour import NEVER, Gains, best_tour
from .moves_between_passes import Moves, by_touring, by_walking, simple_ko_games

TRIES = 200
FEW_POINTS = 3


class LongGame(NamedTuple):
    """The turns of a game under simple ko, the longest that was found, and how many turns no game exceeds."""

    turns: tuple[Turn, ...]
    at_most: int


def long_game(rules: Rules, grid: Grid) -> LongGame:
    """A long game from the empty grid, counted in turns; on up to three points, it is a longest one.

    Raises:
        ValueError: a clause in force asks about something else than under simple ko, so that games can't be taken apart
            at their passes; or there are kos on a grid of more than three points.

    >>> from superko.spec.parameters import Ko
    >>> long_game(Rules(ko=Ko.SIMPLE), Grid(1, 1))
    LongGame(turns=(Pass(), Pass()), at_most=2)
    """
    tours = Tours(rules, grid)
    turns = tours.turns(best_tour(tours.gains(lambda moves: len(moves.turns)), TRIES).stops)
    return LongGame(turns, best_tour(tours.gains(lambda moves: moves.at_most), TRIES).at_most)


class Tours:
    """Games as tours: the moves from the start to each position, and from each that is passed from to others.

    Attributes:
        positions: the positions in which there may be a pass.
    """

    def __init__(self, rules: Rules, grid: Grid) -> None:
        games = simple_ko_games(rules, grid)
        find = by_walking if grid.size <= FEW_POINTS else by_touring
        self._from_the_start = find(games, 0)
        self._after_pass: dict[Position, dict[Position, Moves]] = {}
        waiting = list(self._from_the_start)
        while waiting:
            position = waiting.pop()
            if position not in self._after_pass:
                self._after_pass[position] = find(games, games.after_pass[position])
                waiting += self._after_pass[position]
        self.positions = tuple(self._after_pass)

    def gains(self, length: Callable[[Moves], int]) -> Gains:
        """The turns from a pass in one position to a pass in another; the depot is the start and the end.

        Args:
            length: as how many moves are counted.
        """
        number = {position: stop for stop, position in enumerate(self.positions)}
        gains = np.full((len(number) + 1,) * 2, NEVER)
        for stop, found in enumerate((*self._after_pass.values(), self._from_the_start)):
            for position, moves in found.items():
                # Two passes in a row end the game, unless the first turn is one of them.
                if length(moves) or stop == len(number):
                    gains[stop, number[position]] = length(moves) + 1
            gains[stop, -1] = max(map(length, found.values())) + 1
        return gains

    def turns(self, stops: tuple[int, ...]) -> tuple[Turn, ...]:
        """The turns of the game that passes in these positions, goes on as long as it can, and ends with passes."""
        turns: list[Turn] = []
        found = self._from_the_start
        for stop in stops:
            turns += [*found[self.positions[stop]].turns, PASS]
            found = self._after_pass[self.positions[stop]]
        end, last = max(found.items(), key=lambda some: len(some[1].turns))
        ends_at_once = not last.turns or end in {self.positions[stop] for stop in stops}
        return (*turns, *last.turns, *([PASS] if ends_at_once else [PASS, PASS]))
