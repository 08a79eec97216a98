"""Stretches of moves between passes under simple ko: the longest from one situation to each state."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import networkx as nx
import numpy as np

from ...spec.vocabulary import Move, State, Turn
from ..model.situations import Situation, Situations
from .rounds import NEVER, Gains, best_round

TRIES = 3


class Stretch(NamedTuple):
    """Moves without a pass between them.

    Attributes:
        moves: a longest stretch that was found.
        end: the situation in which it ends.
        at_most: how many moves no stretch between the same states exceeds.
    """

    moves: tuple[Turn, ...]
    end: Situation
    at_most: int


def all_walked(situations: Situations, start: Situation, most: int) -> dict[State, Stretch]:
    """A longest stretch from a situation to each state, found by walking all of them.

    Args:
        situations: the situations of a grid.
        start: where the stretches start.
        most: how often a state may stand.
    """
    longest: dict[State, Stretch] = {}
    stood = Counter({situations.state(start): 1})

    def walk(moves: tuple[Turn, ...], end: Situation) -> None:
        state = situations.state(end)
        if state not in longest or len(moves) > len(longest[state].moves):
            longest[state] = Stretch(moves, end, len(moves))
        for turn, reached in situations.after(end):
            after = situations.state(reached)
            if isinstance(turn, Move) and stood[after] < most:
                stood[after] += 1
                walk((*moves, turn), reached)
                stood[after] -= 1

    walk((), start)
    return longest


def by_rounds(situations: Situations, start: Situation, most: int) -> dict[State, Stretch]:
    """A long stretch from a situation to each state, and a bound on the longest; the arguments are as in `all_walked`.

    A stretch is a round through a point of departure, and through each state as often as it may stand.

    Raises:
        ValueError: there are situations in which a move is banned, so that more than the state matters.
    """
    graph = nx.DiGraph()
    graph.add_node(start)
    waiting = [start]
    while waiting:
        before = waiting.pop()
        for turn, reached in situations.after(before):
            if isinstance(turn, Move):
                if reached.banned:
                    raise ValueError("Stretches are rounds on boards without ko only.")
                if reached not in graph:
                    waiting.append(reached)
                graph.add_edge(before, reached, turn=turn)
    return {situations.state(end): _round(graph, start, end, most) for end in graph}


def _round(graph: nx.DiGraph, start: Situation, end: Situation, most: int) -> Stretch:
    """All descends from the start, so that what lies between is what leads to the end."""
    between = [start, *(nx.ancestors(graph, end) | {end}) - {start}]
    between.sort(key=lambda situation: (situation is not start, str(situation)))
    found = best_round(_gains(graph, between, between.index(end), most), TRIES)
    walk = [between[place // most] for place in found.places]
    moves = tuple(graph.edges[leg]["turn"] for leg in pairwise(walk))
    return Stretch(moves, end, found.at_most)


def _gains(graph: nx.DiGraph, between: list[Situation], end: int, most: int) -> Gains:
    """A move gains one, and there are as many places for a situation as it may stand; departures gain nothing."""
    number = {situation: place for place, situation in enumerate(between)}
    gains = np.full((len(between) * most + 1,) * 2, NEVER)
    for before, place in number.items():
        for after in graph[before]:
            if after in number:
                there = most * number[after]
                gains[most * place : most * (place + 1), there : there + most] = 1
    gains[-1, 0] = 0
    gains[most * end : most * (end + 1), -1] = 0
    return gains
