"""The graph of the situations that a phase can reach, as networkx sees it."""

from __future__ import annotations

from collections import deque

import networkx as nx

from ...interpreter.notation import board_text, turn_text
from ...interpreter.rule_names import parse_rules
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase, Turn, Unblock
from ..phase.situations import Situation, Situations


def state_graph(rules: Rules | str, width: int, height: int, phase: Phase = Phase.MAIN) -> nx.DiGraph:
    """The graph of a phase for people to look at: every situation that turns lead to, by what stands there.

    Args:
        rules: the rules in force, or their name, with changes if there are any; under simple ko, or in cleanup, so that
            a situation does not depend on all that was played before.
        width: how many columns the board has; together up to 3x3 points.
        height: how many rows it has.
        phase: the main phase, or a cleanup phase.

    Returns:
        A node is a text, such as `"X./.O B"`: the rows from the top, and whose turn it is; where a ko-move is forbidden
        or a stone is marked, the text says so. It has the attributes `board` and `player`. An edge has `turns`, a list
        of all turns that lead from the one to the other, as they are written everywhere.

    Raises:
        ValueError: rules of no such name, or rules under which situations are not enough to go by.

    >>> import networkx as nx
    >>> graph = state_graph("ko=SIMPLE", 3, 1)
    >>> graph["... B"]["X.. W"]["turns"], len(graph), nx.is_directed_acyclic_graph(graph)
    (['A1'], 30, False)
    """
    known = rules if isinstance(rules, Rules) else parse_rules(rules)
    situations = situation_graph(Situations(known, Grid(width, height), phase))
    graph = nx.DiGraph()
    names = {situation: _name(situation) for situation in situations}
    for situation, name in names.items():
        graph.add_node(name, board=board_text(situation.coloring), player=situation.player.value)
    for before, after, turns in situations.edges(data="turns"):
        texts = [turn_text(before.coloring.board.grid, turn) for turn in turns]
        graph.add_edge(names[before], names[after], turns=texts)
    return graph


def _name(situation: Situation) -> str:
    return f"{situation} after a pass" if situation.position.passed else str(situation)


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
