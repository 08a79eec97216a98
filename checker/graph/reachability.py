"""The graph of the situations that a phase can reach, as networkx sees it."""

from __future__ import annotations

from collections import deque

import networkx as nx

from ...spec.vocabulary import Move, Turn, Unblock
from ..phase.situations import Situation, Situations


def situation_graph(situations: Situations) -> nx.DiGraph:
    """Every situation that turns lead to from the start of a phase; meant for boards up to 3x3.

    Turns that end the phase are followed like any other. Nodes are situations, the one at the start being
    the first of them. An edge has `turns`: those that lead from the one to the other, the pass before the moves.

    >>> from superko.checker.phase.situations import Situations
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> from superko.spec.rules import Rules
    >>> graph = situation_graph(Situations(Rules(ko=Ko.SIMPLE), Grid(3, 1)))
    >>> len(graph), number_of_moves(graph)
    (30, 42)
    """
    graph = nx.DiGraph()
    graph.add_node(situations.first)
    waiting = deque([situations.first])
    while waiting:
        situation = waiting.popleft()
        leading: dict[Situation, tuple[Turn, ...]] = {}
        for turn, reached in situations.after(situation):
            leading[reached] = (*leading.get(reached, ()), turn)
        for reached, turns in leading.items():
            if reached not in graph:
                waiting.append(reached)
            graph.add_edge(situation, reached, turns=turns)
    return graph


def number_of_moves(graph: nx.DiGraph) -> int:
    """How many legal moves all situations have together."""
    return _number(graph, Move)


def number_of_unblocks(graph: nx.DiGraph) -> int:
    """How many unblock actions all situations have together."""
    return _number(graph, Unblock)


def _number(graph: nx.DiGraph, kind: type[Turn]) -> int:
    return sum(isinstance(turn, kind) for _, _, turns in graph.edges(data="turns") for turn in turns)
