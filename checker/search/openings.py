"""The fewest turns to each situation of a phase, by moves and passes before the phase and any turns within it."""

from __future__ import annotations

from collections import defaultdict

from ...spec.vocabulary import Turn
from .numbered_graph import NumberedGraph


class Openings:
    """The fewest turns to each situation, the passes between the phases not counted.

    Args:
        graph: the situations of the phase.
        phases_before: whether there are phases before, in which the same stones can be placed, and nothing is marked.

    Raises:
        ValueError: a board that moves lead to can stand within the phase only with marks, so that nothing is known of
            the phases before.
    """

    def __init__(self, graph: NumberedGraph, phases_before: bool) -> None:
        self._graph = graph
        self._lengths = {graph.first: 0}
        self._before: dict[int, tuple[int, Turn, bool]] = {}
        if phases_before:
            self._walk_before_the_phase()
        self._walk_within_it()

    @property
    def reached(self) -> list[int]:
        """The situations, in the order in which the openings come upon them."""
        return list(self._lengths)

    def length(self, number: int) -> int:
        """The fewest turns."""
        return self._lengths[number]

    def turns(self, number: int) -> tuple[tuple[Turn, ...], tuple[Turn, ...]]:
        """The turns before the phase, and those within it."""
        opening: list[Turn] = []
        within: list[Turn] = []
        while number in self._before:
            number, turn, in_the_phase = self._before[number]
            (within if in_the_phase else opening).insert(0, turn)
        return tuple(opening), tuple(within)

    def _walk_before_the_phase(self) -> None:
        if min(self._graph.unmarked) < 0:
            raise ValueError("A board stands only with marks, so that it is not known how a phase can start with it.")
        waiting = list(self._lengths)
        for before in waiting:
            for step in self._graph.steps[before]:
                after = self._graph.unmarked[step.after]
                if self._reached_anew(before, step.turn, after, False):
                    waiting.append(after)

    def _walk_within_it(self) -> None:
        waiting: dict[int, list[int]] = defaultdict(list)
        for number, length in self._lengths.items():
            waiting[length].append(number)
        while waiting:
            length = min(waiting)
            for before in waiting.pop(length):
                for step in self._graph.steps[before]:
                    if self._reached_anew(before, step.turn, step.after, True):
                        waiting[length + 1].append(step.after)

    def _reached_anew(self, before: int, turn: Turn, after: int, in_the_phase: bool) -> bool:
        """Note a way to a situation, unless there is one already; ways are come upon in the order of their lengths."""
        if after in self._lengths:
            return False
        self._lengths[after] = self._lengths[before] + 1
        self._before[after] = before, turn, in_the_phase
        return True
