"""The graph of the situations that a phase can reach, as networkx has it and as files, and what is around one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import networkx as nx
import numpy as np

from ...interpreter.drawing import Picture, svg, with_pictures
from ...interpreter.files import whole_file, write_file
from ...interpreter.history import counts_as_pass
from ...interpreter.notation import board_text, parse_board, turn_text, vertices
from ...interpreter.rules_files import rules_of
from ...interpreter.wording import counted, one_of, shown
from ...spec.algebra import Color, Coloring, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Pass, Phase, Turn
from ..phase.breadth_first import breadth_first
from ..phase.situations import Situation, Situations
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


MOST_SITUATIONS = 200_000


def situation_at(situations: Situations, coloring: Coloring[int], player: Color) -> Situation:
    """A position as a situation of its phase, without marks and without a turn before it.

    Raises:
        ValueError: a stone has no liberty.
    """
    if any(
        coloring.regions(coloring.of(color), where=lambda region: not coloring.border(region) & coloring.empty)
        for color in Color
    ):
        raise ValueError("A board to start from has no stones without liberties.")
    return Situation(replace(situations.first.position, coloring=coloring, player=player))


def neighbourhood(situations: Situations, start: Situation, turns: float) -> nx.DiGraph:
    """What up to some number of turns lead to from a situation, as `situation_graph` has it, by the clauses one by one.

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
    for before, leading, reached in breadth_first(start, partial(turns_to_each, situations), farthest=turns):
        graph.add_edge(before, reached, turns=leading)
        _require_few(len(graph))
    return graph


def cycle_through(situations: Situations, start: Situation) -> nx.DiGraph | None:
    """The shortest way from a situation back to it on which nobody passes; None if there is none.

    Raises:
        ValueError: too many situations would have to be looked at.
    """
    rules, phase = situations.rules, start.position.phase

    def onward(situation: Situation) -> Iterator[tuple[tuple[Turn, ...], Situation]]:
        for turns, reached in turns_to_each(situations, situation):
            if without_passes := tuple(turn for turn in turns if not counts_as_pass(rules, phase, turn)):
                yield without_passes, reached

    graph = nx.DiGraph()
    for before, leading, reached in breadth_first(start, onward):
        graph.add_edge(before, reached, turns=leading)
        if reached == start:
            way = [*nx.single_source_shortest_path(graph, start)[before], start]
            return nx.DiGraph((one, other, graph.edges[one, other]) for one, other in pairwise(way))
        _require_few(len(graph))
    return None


def turns_to_each(situations: Situations, situation: Situation) -> list[tuple[tuple[Turn, ...], Situation]]:
    """The situations to which the turns of one lead, each after the turns that lead there."""
    leading: dict[Situation, tuple[Turn, ...]] = {}
    for turn, reached in situations.after(situation):
        leading[reached] = (*leading.get(reached, ()), turn)
    return [(turns, reached) for reached, turns in leading.items()]


def _require_few(number: int) -> None:
    if number > MOST_SITUATIONS:
        raise ValueError(
            f"These are more than {MOST_SITUATIONS:,} situations; ask for fewer turns, or a smaller board."
        )


def check_export(path: Path, grid: Grid) -> None:
    """See that a graph on a grid can be exported to a file, before it is explored.

    Raises:
        ValueError: the ending names no format, or the board is too large for it.

    >>> check_export(Path("large.dot"), Grid(3, 3))
    Traceback (most recent call last):
    ...
    ValueError: A .dot file is for boards of up to 5 points, and 3x3 has 9; export to .graphml or .npz instead.
    """
    if path.suffix not in FORMATS:
        raise ValueError(f"{shown(path.name)} names no format; let it end in {one_of(FORMATS)}.")
    _, most = FORMATS[path.suffix]
    if grid.size > most:
        larger = " or ".join(suffix for suffix, (_, others) in FORMATS.items() if others >= grid.size)
        raise ValueError(
            f"A {path.suffix} file is for boards of up to {most} points, and {grid} has {grid.size}; "
            f"export to {larger} instead."
        )


def export(graph: CodedGraph, path: Path) -> None:
    """Write a graph to a file, in the format that its ending names.

    Arrays hold the nodes of the graph as it was explored; the other formats hold every situation, with its turns.

    Raises:
        OSError: the file can't be written.
    """
    write, _ = FORMATS[path.suffix]
    write(graph, path)


def _write_arrays(graph: CodedGraph, path: Path) -> None:
    codes = graph.turns.codes
    size = np.uint64(codes.board.grid.size)
    everywhere = codes.board.everything
    arrays: dict[str, Any] = {
        "width": codes.board.grid.width,
        "height": codes.board.grid.height,
        "black": graph.nodes & everywhere,
        "white": graph.nodes >> size & everywhere,
        _further_points(graph): graph.nodes >> np.uint64(2) * size & everywhere,
        "white_to_play": codes.white_to_play(graph.nodes),
        "situations": graph.sizes.astype(np.int64),
        "first": graph.indices(np.array([graph.turns.first], dtype=np.uint64))[0],
        "moves_indptr": graph.moves.begins,
        "moves_indices": graph.moves.after,
        "unblocks_indptr": graph.unblocks.begins,
        "unblocks_indices": graph.unblocks.after,
        "passes": graph.passes.after,
    }
    with whole_file(path) as stream:
        np.savez_compressed(stream, **arrays)


def _write_graphml(graph: CodedGraph, path: Path) -> None:
    held, name = _held(graph), _further_points(graph)
    named, numbers = nx.DiGraph(), {situation: number for number, situation in enumerate(held)}
    for situation, number in numbers.items():
        points = {name: " ".join(vertices(graph.turns.codes.grid, getattr(situation, name)))}
        named.add_node(number, board=board_text(situation.coloring), player=situation.player.value, **points)
    for before, after, turns in held.edges(data="turns"):
        named.add_edge(numbers[before], numbers[after], turns=_turns_text(before, turns))
    with whole_file(path) as stream:
        nx.write_graphml(named, stream)


def dot_text(held: nx.DiGraph) -> str:
    """Situations and the turns between them, as `situation_graph` has them, in the language of Graphviz."""
    numbers = {situation: number for number, situation in enumerate(held)}
    labels = (str(situation).replace("/", r"\n").replace(" ", r"\n", 1) for situation in held)
    nodes = [f'  {number} [label="{label}"];' for number, label in enumerate(labels)]
    edges = [
        f'  {numbers[before]} -> {numbers[after]} [label="{_turns_text(before, turns)}"'
        + (", style=dashed];" if isinstance(turns[0], Pass) else "];")
        for before, after, turns in held.edges(data="turns")
    ]
    head = ["digraph situations {", '  node [shape=box, fontname="monospace"];']
    return "\n".join([*head, *nodes, *edges, "}", ""])


def _further_points(graph: CodedGraph) -> str:
    return "banned" if graph.turns.phase is Phase.MAIN else "marks"


def _held(graph: CodedGraph) -> nx.DiGraph:
    turns = graph.turns
    return situation_graph(explore(turns.rules, turns.codes.grid, symmetry=False, phase=turns.phase))


def _turns_text(before: Situation, turns: tuple[Turn, ...]) -> str:
    return " ".join(turn_text(before.coloring.board.grid, turn) for turn in turns)


FORMATS: Mapping[str, tuple[Callable[[CodedGraph, Path], None], int]] = MappingProxyType(
    {
        ".dot": (lambda graph, path: write_file(path, dot_text(_held(graph))), 5),
        ".graphml": (_write_graphml, 9),
        ".npz": (_write_arrays, 64),
    }
)
"""How files of each kind are written, and up to how many points of a board that makes sense."""
