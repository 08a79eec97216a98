"""The longest game under simple ko, put together from stretches of moves between its passes.

After a pass no state has stood but the one that stands, and nothing is forbidden for what stood before it. So how long
the moves between two passes can go on depends on the states in which they start and end only. All passes but the last
are from states from which nobody has passed, or the game would end. So a game is a round through such states.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...spec.algebra import Grid
from ...spec.parameters import Ko
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, State, Turn
from ..graphs.returns import occurrences_that_end
from ..graphs.situations import Situation, Situations
from .rounds import NEVER, BestRound, Gains, best_round
from .steps import AS_WRITTEN

TRIES = 2000


@dataclass(frozen=True)
class LongestGame:
    """The turns of a longest game under simple ko, as far as one was found, and how many turns no game exceeds."""

    at_most: int
    turns: tuple[Turn, ...] | None


def longest_game(rules: Rules, grid: Grid, tries: int = TRIES) -> LongestGame:
    """A longest game from the empty grid, counted in turns.

    Raises:
        ValueError: the rules have no simple ko, or clauses on passes, repetition and endings of their own.

    >>> longest_game(Rules(ko=Ko.SIMPLE), Grid(1, 1)).turns
    (Pass(), Pass())
    """
    _check_that_stretches_stand_alone(rules)
    stretches = Stretches(rules, grid)
    found: BestRound = best_round(stretches.gains(), tries)
    turns = None if found.places is None else stretches.turns(found.places)
    return LongestGame(found.at_most, turns)


def _check_that_stretches_stand_alone(rules: Rules) -> None:
    known = Rules(ko=Ko.SIMPLE)
    for decision in AS_WRITTEN:
        functions = [clause.function for clause in rules.deciding(decision)]
        ko_is_dropped = decision is Decision.LEGAL and not functions
        if functions != [clause.function for clause in known.deciding(decision)] and not ko_is_dropped:
            raise ValueError("Longest games are found under simple ko, in one phase, with the document's endings only.")


class Stretch(NamedTuple):
    """Moves between two passes, or between the start and a pass, and the situation in which they end."""

    moves: tuple[Turn, ...]
    end: Situation


class Stretches:
    """The longest stretches of moves, from the start to each state and from each state that is passed from to others.

    Attributes:
        states: the states that can be passed from.
    """

    def __init__(self, rules: Rules, grid: Grid) -> None:
        self._situations = Situations(rules, grid)
        ending = occurrences_that_end(rules, self._situations.first)
        assert ending is not None, "the clause on games without result is the document's"
        self._most_occurrences = ending - 1
        self._from_the_start = self._longest(self._situations.first)
        self._after_pass: dict[State, dict[State, Stretch]] = {}
        waiting = list(self._from_the_start.items())
        while waiting:
            state, stretch = waiting.pop()
            if state not in self._after_pass:
                _, passed = next(self._situations.after(stretch.end))
                self._after_pass[state] = self._longest(passed)
                waiting += self._after_pass[state].items()
        self.states = tuple(self._after_pass)

    def gains(self) -> Gains:
        """The most turns from a pass in one state to a pass in another; the last place is the start and the end."""
        number = {state: place for place, state in enumerate(self.states)}
        gains = np.full((len(number) + 1,) * 2, NEVER)
        for place, stretches in enumerate((*self._after_pass.values(), self._from_the_start)):
            for state, stretch in stretches.items():
                # Two passes in a row end the game, unless the first turn is one of them.
                if stretch.moves or place == len(number):
                    gains[place, number[state]] = len(stretch.moves) + 1
            gains[place, -1] = len(_longest_of(stretches)) + 1
        return gains

    def turns(self, places: tuple[int, ...]) -> tuple[Turn, ...]:
        """The turns of the game that passes in these states, then goes on as long as it can, and ends with a pass."""
        turns: list[Turn] = []
        stretches = self._from_the_start
        for place in places:
            turns += [*stretches[self.states[place]].moves, PASS]
            stretches = self._after_pass[self.states[place]]
        return (*turns, *_longest_of(stretches), PASS)

    def _longest(self, start: Situation) -> dict[State, Stretch]:
        """A longest stretch from a situation to each state, found by walking all of them."""
        longest: dict[State, Stretch] = {}
        stood = Counter({self._situations.state(start): 1})

        def walk(stretch: Stretch) -> None:
            state = self._situations.state(stretch.end)
            if state not in longest or len(stretch.moves) > len(longest[state].moves):
                longest[state] = stretch
            for turn, reached in self._situations.after(stretch.end):
                after = self._situations.state(reached)
                if isinstance(turn, Move) and stood[after] < self._most_occurrences:
                    stood[after] += 1
                    walk(Stretch((*stretch.moves, turn), reached))
                    stood[after] -= 1

        walk(Stretch((), start))
        return longest


def _longest_of(stretches: dict[State, Stretch]) -> tuple[Turn, ...]:
    return max((stretch.moves for stretch in stretches.values()), key=len)
