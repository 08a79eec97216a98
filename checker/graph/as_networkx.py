"""The graph of the situations that a phase can reach, as networkx has it."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from ...interpreter.drawing import Picture, svg, with_pictures
from ...interpreter.notation import board_text, parse_board, turn_text
from ...interpreter.rules_files import rules_of
from ...interpreter.wording import counted
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Turn
from ..phase.breadth_first import breadth_first
from ..phase.turns import turn_of
from .graph import CodedGraph, explore

MOST_DRAWN = 12


class StateGraph(nx.DiGraph):  # type: ignore[misc, unused-ignore]  # networkx need not have types
    """The graph of a phase; see `state_graph`."""

    def _repr_html_(self) -> str:
        """How large it is, and its first situations with the turns that lead on, as notebooks show them."""
        size = f"{counted(len(self), 'situation')}, {counted(self.number_of_edges(), 'way')} from one to another."
        shown_ones = [
            with_pictures(f"{node} → {', '.join(self[node])}", svg(Picture(parse_board(self.nodes[node]["board"]))))
            for node in list(self)[:MOST_DRAWN]
        ]
        rest = f"\nThe first {MOST_DRAWN} of them:" if len(self) > MOST_DRAWN else ""
        return with_pictures(f"{size}{rest}", *shown_ones)


def state_graph(rules: Rules | str, width: int, height: int, phase: Phase = Phase.MAIN) -> StateGraph:
    """The graph of a phase for people to look at: every situation that turns lead to, by what stands there.

    Args:
        rules: the rules in force, or their name, with changes if there are any; under simple ko, or in cleanup, so that
            a situation does not depend on all that was played before.
        width: how many columns the board has; up to 3x3 it takes seconds, 4x3 minutes.
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
    explored = explore(rules_of(rules), Grid(width, height), symmetry=False, phase=phase)
    situations = situation_graph(explored)
    graph = StateGraph()
    names = {situation: str(situation) for situation in situations}
    for situation, name in names.items():
        graph.add_node(name, board=board_text(situation.coloring), player=situation.player.value)
    for before, after, turns in situations.edges(data="turns"):
        texts = [turn_text(before.coloring.board.grid, turn) for turn in turns]
        graph.add_edge(names[before], names[after], turns=texts)
    return graph


def situation_graph(graph: CodedGraph) -> nx.DiGraph:
    """A graph that was explored without symmetry as networkx has it; meant for boards up to 3x3.

    Nodes are situations, the one at the start being the first of them. An edge has `turns`: those that lead from the
    one to the other, the pass before the moves.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> from superko.spec.rules import Rules
    >>> situations = situation_graph(explore(Rules(ko=Ko.SIMPLE), Grid(3, 1), symmetry=False))
    >>> len(situations), str(next(iter(situations)))
    (30, '... B')
    """
    nodes, codes, first = graph.nodes, graph.turns.codes, graph.turns.first
    leading: dict[int, dict[int, tuple[Turn, ...]]] = {code: {} for code in nodes.tolist()}
    for kind, taken in graph.turns.after(nodes).items():
        columns = (nodes[taken.indices], taken.points, taken.reached)
        for before, point, after in zip(*(column.tolist() for column in columns), strict=True):
            leading[before][after] = (*leading[before].get(after, ()), turn_of(kind, point))
    named = {code: codes.situation(code) for code in leading}
    held = nx.DiGraph()
    held.add_node(named[first])

    def onward(code: int) -> Iterator[tuple[tuple[Turn, ...], int]]:
        return ((turns, after) for after, turns in leading[code].items())

    for before, turns, after in breadth_first(first, onward):
        held.add_edge(named[before], named[after], turns=turns)
    return held
