"""Graphs as files, and what is around one situation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np

from ...interpreter.files import whole_file, write_file
from ...interpreter.history import counts_as_pass
from ...interpreter.notation import board_text, turn_text, vertices
from ...interpreter.wording import one_of, shown
from ...spec.algebra import Color, Coloring, Grid
from ...spec.vocabulary import Pass, Phase, Turn
from ..phase.breadth_first import breadth_first
from ..phase.situations import Situation, Situations
from .as_networkx import situation_graph
from .graph import CodedGraph, explore

MOST_SITUATIONS = 200_000


def situation_at(situations: Situations, coloring: Coloring[int], player: Color) -> Situation:
    """A position as a situation of its phase, without marks and without a turn before it.

    Raises:
        ValueError: a stone has no liberty.
    """
    stones = ((coloring.of(color), color) for color in Color)
    if any(
        coloring.regions(points, where=lambda region: not coloring.border(region) & coloring.empty)
        for points, _ in stones
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


Write: TypeAlias = Callable[[CodedGraph, Path], None]


class Format(NamedTuple):
    """How a kind of file is written, and on which boards that makes sense."""

    write: Write
    most_points: int


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
    most = FORMATS[path.suffix].most_points
    if grid.size > most:
        larger = " or ".join(suffix for suffix, other in FORMATS.items() if other.most_points >= grid.size)
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
    FORMATS[path.suffix].write(graph, path)


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
        "moves_indptr": graph.moves.indptr,
        "moves_indices": graph.moves.indices,
        "unblocks_indptr": graph.unblocks.indptr,
        "unblocks_indices": graph.unblocks.indices,
        "passes": graph.passes.indices,
    }
    with whole_file(path) as stream:
        np.savez_compressed(stream, **arrays)


def _write_graphml(graph: CodedGraph, path: Path) -> None:
    held = _held(graph)
    named = nx.DiGraph()
    for number, situation in enumerate(held):
        coloring = situation.coloring
        name = _further_points(graph)
        points = {name: " ".join(vertices(coloring.board.grid, getattr(situation, name)))}
        named.add_node(number, board=board_text(coloring), player=situation.player.value, **points)
    numbers = {situation: number for number, situation in enumerate(held)}
    for before, after, turns in held.edges(data="turns"):
        named.add_edge(numbers[before], numbers[after], turns=_turns_text(before, turns))
    with whole_file(path) as stream:
        nx.write_graphml(named, stream)


def _write_dot(graph: CodedGraph, path: Path) -> None:
    write_file(path, dot_text(_held(graph)))


def dot_text(held: nx.DiGraph) -> str:
    """Situations and the turns between them, as `situation_graph` has them, in the language of Graphviz."""
    numbers = {situation: number for number, situation in enumerate(held)}
    nodes = [f'  {number} [label="{_dot_label(situation)}"];' for situation, number in numbers.items()]
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


def _dot_label(situation: Situation) -> str:
    return str(situation).replace("/", r"\n").replace(" ", r"\n", 1)


def _turns_text(before: Situation, turns: tuple[Turn, ...]) -> str:
    return " ".join(turn_text(before.coloring.board.grid, turn) for turn in turns)


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        ".dot": Format(_write_dot, most_points=5),
        ".graphml": Format(_write_graphml, most_points=9),
        ".npz": Format(_write_arrays, most_points=64),
    }
)
