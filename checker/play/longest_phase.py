"""How long a phase can go on at most, by going through everything that can have happened in it.

On `.OX.` in the first cleanup phase, with moves at the two points of the ko only, a phase lasts at most 7 turns: the ko
is taken and taken back as often as the clauses allow, and the players pass in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import networkx as nx

from ...interpreter.history import counts_as_pass
from ...spec.vocabulary import Position, Turn
from ..phase.machine import Machine, Memory, Taken

_History: TypeAlias = tuple[int, Memory]


class Ahead(NamedTuple):
    """What can follow at most: how many turns, the first of them, and what there is after it, if the phase goes on."""

    turns: int
    first: Turn
    after: _History | None


@dataclass(frozen=True)
class Longest:
    """The longest phase.

    Attributes:
        turns: its turns; the last one ends the phase or the game. None if the phase can go on forever.
        histories: how many histories were looked at: nodes of the machine with what had happened.
    """

    turns: tuple[Turn, ...] | None
    histories: int


def longest_phase(machine: Machine) -> Longest:
    """The longest phase that a machine can go through.

    >>> from superko.checker.phase.machine import at_points, machine
    >>> from superko.interpreter.notation import parse_board
    >>> from superko.interpreter.game import Game
    >>> from superko.spec.presets import PRESETS
    >>> from superko.spec.vocabulary import Phase
    >>> ko = Game(PRESETS["japanese-like"], rows=".OX.", phase=Phase.FIRST_CLEANUP)
    >>> len(longest_phase(machine(ko.record, within=at_points(0b0011))).turns)
    7
    """
    start = (0, machine.first_memory)
    ahead: dict[_History, Ahead] = {}
    open_histories: dict[_History, list[Taken]] = {}
    waiting = [start]
    while waiting:
        history = waiting[-1]
        if history in ahead:
            waiting.pop()
        elif history in open_histories:
            choices = (_ahead(taken, ahead) for taken in open_histories.pop(history))
            ahead[history] = max(choices, key=lambda choice: choice.turns)
        else:
            taken = open_histories[history] = list(machine.taken(*history))
            onward = [(step.node, step.memory) for step in taken if step.ended_by is None]
            if any(after in open_histories for after in onward):
                return Longest(None, len(ahead))
            waiting += (after for after in onward if after not in ahead)
    return Longest(tuple(_turns(start, ahead)), len(ahead))


def _ahead(taken: Taken, ahead: dict[_History, Ahead]) -> Ahead:
    if taken.ended_by is not None:
        return Ahead(1, taken.step.turn, None)
    after = (taken.node, taken.memory)
    return Ahead(1 + ahead[after].turns, taken.step.turn, after)


def _turns(start: _History, ahead: dict[_History, Ahead]) -> Iterator[Turn]:
    history: _History | None = start
    while history is not None:
        _, turn, history = ahead[history]
        yield turn


def shortest_cycle(machine: Machine) -> tuple[Turn, ...]:
    """The fewest turns without a pass that lead from the first position back to it; none if nothing does."""
    graph = _positions(machine)
    first = machine.nodes[0].position
    leading_back = (reached for reached in graph[first] if nx.has_path(graph, reached, first))
    cycles = ([first, *nx.shortest_path(graph, reached, first)] for reached in leading_back)
    shortest = min(cycles, key=len, default=[first])
    return tuple(graph.edges[step]["turn"] for step in nx.utils.pairwise(shortest))


def _positions(machine: Machine) -> nx.DiGraph:
    """Which position turns other than passes lead to from which; an edge has its `turn`."""
    graph: nx.DiGraph = nx.DiGraph()
    rules = machine.start.rules
    for node, steps in zip(machine.nodes, machine.steps, strict=True):
        graph.add_node(node.position)
        for step in steps:
            if step.after >= 0 and not counts_as_pass(rules, node.position.phase, step.turn):
                after: Position = machine.nodes[step.after].position
                graph.add_edge(node.position, after, turn=step.turn)
    return graph
