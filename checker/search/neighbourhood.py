"""Some of the situations around one: what a few turns lead to, and the shortest way round and back to it."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import pairwise

import networkx as nx

from ...spec.algebra import Color, Coloring
from ...spec.vocabulary import Turn
from ..model.situations import Situation, Situations

MOST_SITUATIONS = 200_000


def situation_at(situations: Situations, coloring: Coloring[int], player: Color) -> Situation:
    """A position as a situation of its phase, without marks and without a turn before it.

    Raises:
        ValueError: a stone has no liberty.
    """
    stones = ((coloring.of(color), color) for color in Color)
    if any(
        coloring.regions(some, where=lambda region: not coloring.border(region) & coloring.empty) for some, _ in stones
    ):
        raise ValueError("A board to start from has no stones without liberties.")
    return Situation(replace(situations.first.position, coloring=coloring, player=player))


def neighbourhood(situations: Situations, start: Situation, turns: int) -> nx.DiGraph:
    """What up to so many turns lead to from a situation, as `situation_graph` has it.

    Raises:
        ValueError: there are too many.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> from superko.spec.rules import Rules
    >>> situations = Situations(Rules(ko=Ko.SIMPLE), Grid(3, 1))
    >>> [len(neighbourhood(situations, situations.first, turns)) for turns in (0, 1, 2)]
    [1, 5, 13]
    """
    graph = nx.DiGraph()
    graph.add_node(start)
    waiting = deque([(start, 0)])
    while waiting:
        situation, taken = waiting.popleft()
        if taken == turns:
            continue
        for reached, leading in _led_to(situations, situation).items():
            if reached not in graph:
                waiting.append((reached, taken + 1))
            graph.add_edge(situation, reached, turns=leading)
        _require_few(len(graph))
    return graph


def cycle_through(situations: Situations, start: Situation) -> nx.DiGraph | None:
    """The shortest way from a situation back to it on which nobody passes; None if there is none.

    Raises:
        ValueError: too many situations would have to be looked at.
    """
    before: dict[Situation, Situation] = {}
    waiting = deque([start])
    while waiting:
        situation = waiting.popleft()
        for reached, turns in _led_to(situations, situation).items():
            if all(situations.passes(turn) for turn in turns):
                continue
            if reached == start:
                return _way_round(situations, start, situation, before)
            if reached not in before:
                before[reached] = situation
                waiting.append(reached)
        _require_few(len(before))
    return None


def _way_round(
    situations: Situations, start: Situation, last: Situation, before: dict[Situation, Situation]
) -> nx.DiGraph:
    way = [start, last]
    while way[1] != start:
        way.insert(1, before[way[1]])
    way = [*way[1:], start]
    graph = nx.DiGraph()
    for one, other in pairwise(way):
        turns = tuple(turn for turn in _led_to(situations, one)[other] if not situations.passes(turn))
        graph.add_edge(one, other, turns=turns)
    return graph


def _led_to(situations: Situations, situation: Situation) -> dict[Situation, tuple[Turn, ...]]:
    leading: dict[Situation, tuple[Turn, ...]] = {}
    for turn, reached in situations.after(situation):
        leading[reached] = (*leading.get(reached, ()), turn)
    return leading


def _require_few(number: int) -> None:
    if number > MOST_SITUATIONS:
        raise ValueError(
            f"These are more than {MOST_SITUATIONS:,} situations; ask for fewer turns, or a smaller board."
        )
