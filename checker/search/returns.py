"""Returns to a state without a pass, on which no ko-move is made twice with the same coloring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ...spec.vocabulary import Turn
from .numbered_graph import NumberedGraph

KoMove: TypeAlias = tuple[int, Turn]


class Returns:
    """Walks without a pass from a situation back to its state, though maybe with other moves banned."""

    def __init__(self, graph: NumberedGraph) -> None:
        self._graph = graph
        self._fewest: dict[int, tuple[int, int | None]] = {}

    def are_possible(self, number: int, times: int) -> bool:
        """Whether walks lead from a situation back to its state so many times, if ko-moves may be made again.

        It is so wherever one of the situations of the state comes back to itself and can be come to.
        """
        graph = self._graph
        home = graph.of_state[graph.states[number]]
        if graph.on_cycles[number] or times == 0:
            return True
        if len(home) == 1:
            return False
        return any(self.are_possible(again, times - 1) for again in self._reached(number).intersection(home))

    def _reached(self, number: int) -> set[int]:
        """Every situation that walks of one turn or more lead to without a pass."""
        reached: set[int] = set()
        waiting = [number]
        while waiting:
            for step in self._graph.without_passing[waiting.pop()]:
                if step.after not in reached:
                    reached.add(step.after)
                    waiting.append(step.after)
        return reached

    def back_to(self, number: int, times: int, length: int) -> tuple[Turn, ...] | None:
        """The turns of a walk that comes back so many times, the last time after just so many turns; None if none."""
        if times == 0:
            return () if length == 0 else None
        if length < times:
            return None
        state = self._graph.states[number]
        fewest = self.fewest(state, length // times)
        if fewest is None:
            return None
        walk = _Walk(self._graph, state, fewest, length - (times - 1) * fewest)
        return next(walk.onward(number, times, length, frozenset()), None)

    def fewest(self, state: int, most: int) -> int | None:
        """The fewest turns that lead from a state back to it, if there are so few, ko-moves made again or not."""
        searched, found = self._fewest.get(state, (0, None))
        if found is None and searched < most:
            found = _fewest_turns_back(self._graph, state, most)
            self._fewest[state] = most, found
        return found if found is not None and found <= most else None


class _Walk:
    """Walks back to a state; situations from which the way back is too long are not entered."""

    def __init__(self, graph: NumberedGraph, state: int, fewest: int, most: int) -> None:
        self._graph = graph
        self._state = state
        self._fewest = fewest
        self._way_back = _turns_to(graph, state, most)

    def onward(self, at: int, times: int, length: int, made: frozenset[KoMove]) -> Iterator[tuple[Turn, ...]]:
        """The turns of every walk that comes back so many times, the last time after just so many turns."""
        for step in self._graph.without_passing[at]:
            ko_move = (self._graph.boards[at], step.turn)
            if step.only_once and ko_move in made:
                continue
            home_again = step.counted and self._graph.states[step.after] == self._state
            if home_again and times == 1:
                if length == 1:
                    yield (step.turn,)
            elif self._way_back.get(step.after, length) + (times - 1) * self._fewest <= length - 1:
                now_made = made | {ko_move} if step.only_once else made
                for turns in self.onward(step.after, times - home_again, length - 1, now_made):
                    yield (step.turn, *turns)


def _fewest_turns_back(graph: NumberedGraph, state: int, most: int) -> int | None:
    home = graph.of_state[state]
    reached = set(home)
    last = home
    for turns in range(1, most + 1):
        onward = {step.after for before in last for step in graph.without_passing[before]}
        if not onward.isdisjoint(home):
            return turns
        last = list(onward - reached)
        reached |= onward
    return None


def _turns_to(graph: NumberedGraph, state: int, most: int) -> dict[int, int]:
    """The fewest turns to a state from each situation from which it takes no more than so many."""
    lengths = dict.fromkeys(graph.of_state[state], 0)
    last = list(lengths)
    for turns in range(1, most + 1):
        last = [
            before for after in last for before in graph.leading[after] if lengths.setdefault(before, turns) == turns
        ]
        last = list(dict.fromkeys(last))
    return lengths
