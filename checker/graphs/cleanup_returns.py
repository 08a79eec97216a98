"""The shortest game that ends without result in a cleanup phase.

Such a game comes to a situation, and then back to it without a pass often enough. How many turns it takes is bounded
from below:

- A phase ends by two passes in a row, or by a pass from where that player has passed before. Either way, what stands
  at its end stood at least two turns before. So a game that comes to a coloring and a player in the k-th phase after
  the main phase has at least 2 k turns more than it takes to get there by moves and passes alone.
- From there on, the marks count as well, and no ko-move can be made twice with the same coloring.

The ko-moves on the way to a situation with marks are not counted against those on the returns. So no game can be
shorter than what is found, but the turns must be replayed to know that they are a game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

from ...spec.vocabulary import PASS, Turn
from .phase_graph import PhaseGraph

KoMove: TypeAlias = tuple[int, Turn]

MOST_TURNS = 40
PASSES_BETWEEN_PHASES = 2
SHORTEST_RETURN = 2


class Unsettled(ValueError):
    """A shortest game was not found within so many turns, though situations can come back."""


def shortest_game_without_result(
    graph: PhaseGraph, occurrences: int, phases_before: int, most_turns: int = MOST_TURNS
) -> tuple[Turn, ...] | None:
    """The turns of a shortest game, from the empty board on; None if no game ends without result in the phase.

    Args:
        graph: the situations of the phase.
        occurrences: how often a situation must have stood since the last pass.
        phases_before: how many phases came before.
        most_turns: how far to search, the passes between the phases not counted.

    Raises:
        Unsettled: every such game has more turns, if there is one.

    >>> from superko.checker.graphs.phase_graph import phase_graph
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Scoring
    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Phase
    >>> graph = phase_graph(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.FIRST_CLEANUP)
    >>> len(shortest_game_without_result(graph, occurrences=3, phases_before=1))
    10
    """
    openings = Openings(graph)
    rounds = Rounds(graph)
    candidates = [number for number in graph.one_of_each if graph.on_cycles[number]]
    if not candidates:
        return None
    candidates.sort(key=lambda number: number != graph.unmarked[number])
    for turns in range(most_turns + 1):
        for number in candidates:
            walk = rounds.back_to(number, occurrences - 1, turns - openings.length(number))
            if walk is not None:
                opening, within = openings.turns(number)
                between = (PASS,) * (PASSES_BETWEEN_PHASES * phases_before)
                return (*opening, *between, *within, *walk)
    raise Unsettled(f"No game of up to {most_turns + PASSES_BETWEEN_PHASES * phases_before} turns ends without result.")


class Openings:
    """The fewest turns to each situation, by moves and passes before the phase and any turns within it."""

    def __init__(self, graph: PhaseGraph) -> None:
        self._graph = graph
        self._lengths = {graph.first: 0}
        self._before: dict[int, tuple[int, Turn]] = {}
        self._walk_before_the_phase()
        self._walk_within_it()

    def length(self, number: int) -> int:
        """The fewest turns, the passes between the phases not counted."""
        return self._lengths[number]

    def turns(self, number: int) -> tuple[tuple[Turn, ...], tuple[Turn, ...]]:
        """The turns before the phase, and those within it."""
        opening: list[Turn] = []
        within: list[Turn] = []
        while number in self._before:
            within_the_phase = number != self._graph.unmarked[number]
            number, turn = self._before[number]
            (within if within_the_phase else opening).insert(0, turn)
        return tuple(opening), tuple(within)

    def _walk_before_the_phase(self) -> None:
        waiting = list(self._lengths)
        for before in waiting:
            for step in self._graph.steps[before]:
                if self._reached_anew(before, step.turn, self._graph.unmarked[step.after]):
                    waiting.append(self._graph.unmarked[step.after])

    def _walk_within_it(self) -> None:
        waiting: dict[int, list[int]] = defaultdict(list)
        for number, length in self._lengths.items():
            waiting[length].append(number)
        while waiting:
            length = min(waiting)
            for before in waiting.pop(length):
                for step in self._graph.steps[before]:
                    if self._reached_anew(before, step.turn, step.after):
                        waiting[length + 1].append(step.after)

    def _reached_anew(self, before: int, turn: Turn, after: int) -> bool:
        """Note a way to a situation, unless there is one already; ways are come upon in the order of their lengths."""
        if after in self._lengths:
            return False
        self._lengths[after] = self._lengths[before] + 1
        self._before[after] = before, turn
        return True


class Rounds:
    """Walks without a pass from a situation back to it, on which no ko-move is made twice with the same coloring."""

    def __init__(self, graph: PhaseGraph) -> None:
        self._graph = graph
        self._fewest: dict[int, tuple[int, int | None]] = {}

    def back_to(self, number: int, times: int, length: int) -> tuple[Turn, ...] | None:
        """The turns of a walk that comes back so many times, the last time after just so many turns; None if none."""
        if times == 0:
            return () if length == 0 else None
        if length < times * SHORTEST_RETURN:
            return None
        fewest = self.fewest(number, length // times)
        if fewest is None:
            return None
        walk = _Walk(self._graph, number, fewest, length - (times - 1) * fewest)
        return next(walk.onward(number, times, length, frozenset()), None)

    def fewest(self, number: int, most: int) -> int | None:
        """The fewest turns that lead back to a situation, if there are so few, ko-moves made again or not."""
        searched, found = self._fewest.get(number, (0, None))
        if found is None and searched < most:
            found = _fewest_turns_back(self._graph, number, most)
            self._fewest[number] = most, found
        return found if found is not None and found <= most else None


class _Walk:
    """Walks back to a situation; situations from which the way back is too long are not entered."""

    def __init__(self, graph: PhaseGraph, home: int, fewest: int, most: int) -> None:
        self._graph = graph
        self._home = home
        self._fewest = fewest
        self._way_back = _turns_to(graph, home, most)

    def onward(self, at: int, times: int, length: int, made: frozenset[KoMove]) -> Iterator[tuple[Turn, ...]]:
        """The turns of every walk that comes back so many times, the last time after just so many turns."""
        for step in self._graph.without_passing[at]:
            ko_move = (self._graph.unmarked[at], step.turn)
            if step.only_once and ko_move in made:
                continue
            home_again = step.after == self._home
            if home_again and times == 1:
                if length == 1:
                    yield (step.turn,)
            elif self._way_back.get(step.after, length) + (times - 1) * self._fewest <= length - 1:
                now_made = made | {ko_move} if step.only_once else made
                for turns in self.onward(step.after, times - home_again, length - 1, now_made):
                    yield (step.turn, *turns)


def _fewest_turns_back(graph: PhaseGraph, home: int, most: int) -> int | None:
    reached = {home}
    last = [home]
    for turns in range(1, most + 1):
        onward = {step.after for before in last for step in graph.without_passing[before]}
        if home in onward:
            return turns
        last = list(onward - reached)
        reached |= onward
    return None


def _turns_to(graph: PhaseGraph, home: int, most: int) -> dict[int, int]:
    """The fewest turns to a situation from each one from which it takes no more than so many."""
    lengths = {home: 0}
    last = [home]
    for turns in range(1, most + 1):
        last = [
            before for after in last for before in graph.leading[after] if lengths.setdefault(before, turns) == turns
        ]
        last = list(dict.fromkeys(last))
    return lengths
