"""The longest game under simple ko, put together from stretches of moves between its passes.

After a pass no state has stood but the one that stands, and nothing is forbidden for what stood before it. So how long
the moves between two passes can go on depends on the states in which they start and end only. While the game goes on,
every pass is from a state from which nobody has passed, so a game is a round through such states. After the last of
them there are moves, and one turn that ends the game: a pass after a pass or from a state passed from before, or a move
to a state that has stood as often as it may.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...spec.algebra import Grid
from ...spec.parameters import Ko
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, State, Turn
from ..model.situations import Situations
from ..search.numbered_graph import occurrences_that_end
from .rounds import NEVER, Gains, best_round
from .steps import AS_WRITTEN
from .stretches import Stretch, all_walked, by_rounds

TRIES = 200
FEW_POINTS = 3


class LongGame(NamedTuple):
    """The turns of a game under simple ko, the longest that was found, and how many turns no game exceeds."""

    turns: tuple[Turn, ...]
    at_most: int


def long_game(rules: Rules, grid: Grid) -> LongGame:
    """A long game from the empty grid, counted in turns; on up to three points, it is a longest one.

    Raises:
        ValueError: the rules have no simple ko, or clauses on passes, repetition and endings of their own, or there are
            kos on a grid of more than three points.

    >>> long_game(Rules(ko=Ko.SIMPLE), Grid(1, 1))
    LongGame(turns=(Pass(), Pass()), at_most=2)
    """
    _check_that_stretches_stand_alone(rules)
    game = Stretches(rules, grid)
    turns = game.turns(best_round(game.gains(lambda stretch: len(stretch.moves)), TRIES).places)
    return LongGame(turns, best_round(game.gains(lambda stretch: stretch.at_most), TRIES).at_most)


def _check_that_stretches_stand_alone(rules: Rules) -> None:
    known = Rules(ko=Ko.SIMPLE)
    for decision in AS_WRITTEN:
        functions = [clause.function for clause in rules.deciding(decision)]
        ko_is_dropped = decision is Decision.LEGAL and not functions
        if functions != [clause.function for clause in known.deciding(decision)] and not ko_is_dropped:
            raise ValueError("Longest games are found under simple ko, in one phase, with the document's endings only.")


class Stretches:
    """The stretches of moves from the start to each state, and from each state that is passed from to others.

    Attributes:
        states: the states that can be passed from.
    """

    def __init__(self, rules: Rules, grid: Grid) -> None:
        situations = Situations(rules, grid)
        ending = occurrences_that_end(lambda times: np.array([situations.ends_without_result(situations.first, times)]))
        assert ending is not None, "the clause on games without result is the document's"
        find = all_walked if grid.size <= FEW_POINTS else by_rounds
        self._from_the_start = find(situations, situations.first, ending - 1)
        self._after_pass: dict[State, dict[State, Stretch]] = {}
        waiting = list(self._from_the_start.items())
        while waiting:
            state, stretch = waiting.pop()
            if state not in self._after_pass:
                _, passed = next(situations.after(stretch.end))
                self._after_pass[state] = find(situations, passed, ending - 1)
                waiting += self._after_pass[state].items()
        self.states = tuple(self._after_pass)

    def gains(self, length: Callable[[Stretch], int]) -> Gains:
        """The turns from a pass in one state to a pass in another; the last place is the start and the end.

        Args:
            length: for how many moves each stretch is taken.
        """
        number = {state: place for place, state in enumerate(self.states)}
        gains = np.full((len(number) + 1,) * 2, NEVER)
        for place, stretches in enumerate((*self._after_pass.values(), self._from_the_start)):
            for state, stretch in stretches.items():
                # Two passes in a row end the game, unless the first turn is one of them.
                if length(stretch) or place == len(number):
                    gains[place, number[state]] = length(stretch) + 1
            gains[place, -1] = max(map(length, stretches.values())) + 1
        return gains

    def turns(self, places: tuple[int, ...]) -> tuple[Turn, ...]:
        """The turns of the game that passes in these states, goes on as long as it can, and then ends with passes."""
        turns: list[Turn] = []
        stretches = self._from_the_start
        for place in places:
            turns += [*stretches[self.states[place]].moves, PASS]
            stretches = self._after_pass[self.states[place]]
        end, last = max(stretches.items(), key=lambda found: len(found[1].moves))
        ends_at_once = not last.moves or end in {self.states[place] for place in places}
        return (*turns, *last.moves, *([PASS] if ends_at_once else [PASS, PASS]))
