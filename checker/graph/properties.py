"""The graph of the situations that a phase can reach: as networkx has it, and whether it has a property."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import networkx as nx
import numpy as np
import numpy.typing as npt
from scipy.sparse import block_array, csr_array
from scipy.sparse.csgraph import breadth_first_order

from ...interpreter.drawing import Picture, svg, with_pictures
from ...interpreter.game import Game
from ...interpreter.notation import board_text, parse_board, turn_text
from ...interpreter.rules_files import named_in_file, rules_of
from ...interpreter.story import Story
from ...interpreter.wording import counted, no_such
from ...spec.algebra import WHITE, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.integers import integer_board
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Position, Turn, Unblock
from ..phase.breadth_first import breadth_first
from ..phase.codes import ManySituations, SituationCodes
from ..phase.many import Numbers, blocks
from ..phase.situations import Situation
from ..phase.turns import turn_of
from .graph import CHUNK, CodedGraph, explore, on_cycles

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


def shortest_turns(graph: CodedGraph, codes: Words) -> tuple[Turn, ...] | None:
    """The turns of a shortest way from the empty board to one of some situations; None if there are none.

    Black is the first to play. Turns that end the phase are taken like any other.
    """
    if not len(codes):
        return None
    # A node stands for situations of both players. As they alternate, each step leads from a node of the one to a
    # node of the other: two copies of every node, and no way is shorter than a game.
    steps = graph.moves + graph.unblocks + graph.passes
    copies = block_array([[None, steps], [steps, None]], format="csr")
    [start] = _copies(graph, np.array([graph.turns.first], dtype=np.uint64))
    order, before = breadth_first_order(copies, int(start))
    rank = np.full(copies.shape[0], len(order))
    rank[order] = np.arange(len(order))
    targets = _copies(graph, codes)
    nearest = int(rank[targets].argmin())
    walk = np.array(path_back(before, int(targets[nearest]))) % len(graph.nodes)
    turns, end = turns_along(graph, walk.tolist())
    return _turned_to_end_at(graph, turns, end, int(codes[nearest]))


def path_back(before: npt.NDArray[np.int32], node: int) -> list[int]:
    """The nodes on the way to a node, given the one before each; a negative number stands for none."""
    path = [node]
    while before[path[0]] >= 0:
        path.insert(0, int(before[path[0]]))
    return path


def turns_along(graph: CodedGraph, nodes: Sequence[int]) -> tuple[tuple[Turn, ...], int]:
    """Turns that lead through nodes, from the start of the game on, and the code of the situation where they end."""
    turns: list[Turn] = []
    code = graph.turns.first
    for node in nodes[1:]:
        turn, code = next((turn, reached) for turn, reached in _onward(graph, code) if _node(graph, reached) == node)
        turns.append(turn)
    return tuple(turns), code


def replayed(graph: CodedGraph, turns: tuple[Turn, ...], shows: str) -> Story:
    """The witness that turns from the start of the phase make; every one is played, so an illegal one is noticed.

    Raises:
        IllegalTurn: a turn is illegal.
        GameOver: the way leads through the end of the game.
    """
    empty = graph.turns.codes.situation(graph.turns.first).coloring
    return Story.play(Game(graph.turns.rules, rows=empty, phase=graph.turns.phase), turns, shows)


def _onward(graph: CodedGraph, code: int) -> list[tuple[Turn, int]]:
    """The turns of a situation, the pass after all others, and the codes that they lead to."""
    after = graph.turns.after(np.array([code], dtype=np.uint64))
    return [
        (turn_of(kind, point), reached)
        for kind in (Move, Unblock, Pass)
        for point, reached in zip(after[kind].points.tolist(), after[kind].reached.tolist(), strict=True)
    ]


def _node(graph: CodedGraph, code: int) -> int:
    return int(graph.indices(np.array([code], dtype=np.uint64))[0])


def _copies(graph: CodedGraph, codes: Words) -> Numbers:
    """The number of the copy of a node that stands for each situation, by whose turn it is."""
    return graph.indices(codes) + len(graph.nodes) * graph.turns.codes.white_to_play(codes)


def _turned_to_end_at(graph: CodedGraph, turns: tuple[Turn, ...], end: int, target: int) -> tuple[Turn, ...]:
    """The image of a way whose end is an image of the target, so that it ends at the target."""
    codes = graph.turns.codes
    # A way is turned, and colors are not swapped: these symmetries are the first half.
    turnings = range(len(codes.symmetries.permutations))
    symmetry = next(turning for turning in turnings if _image(codes, end, turning) == target)

    def turned(turn: Turn) -> Turn:
        # The code of a situation with a single black stone is that stone's point.
        if not isinstance(turn, Move | Unblock):
            return turn
        return type(turn)(_image(codes, turn.point, symmetry))

    return tuple(map(turned, turns))


def _image(codes: SituationCodes, code: int, symmetry: int) -> int:
    return int(codes.images(np.array([code], dtype=np.uint64))[symmetry][0])


Property: TypeAlias = Callable[[ManySituations], Flags]


@dataclass(frozen=True)
class PropertyAnswer:
    """Whether something is so, and what decides it.

    Attributes:
        holds: whether it is so.
        situations: how many situations decide it: those with the property, where the question is whether there are
            any; and else those that speak against it.
        turns: a shortest way from the start of the game to one of them, or None if there is none.
    """

    holds: bool
    situations: int
    turns: tuple[Turn, ...] | None


def sometimes(graph: CodedGraph, having: Property) -> PropertyAnswer:
    """Whether some situation has a property.

    >>> from superko.checker.graph.graph import explore
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> from superko.spec.rules import Rules
    >>> answer = sometimes(explore(Rules(ko=Ko.SIMPLE), Grid(4, 1)), lambda many: many.banned != 0)
    >>> answer.situations, answer.turns
    (8, (Move(point=4), Move(point=2), Move(point=1)))
    """
    number, codes = _those_with(graph, having)
    return PropertyAnswer(number > 0, number, shortest_turns(graph, codes))


def always(graph: CodedGraph, having: Property) -> PropertyAnswer:
    """Whether every situation has a property; otherwise the turns lead to a nearest one that has not."""
    exceptions = sometimes(graph, lambda many: ~having(many))
    return PropertyAnswer(not exceptions.holds, exceptions.situations, exceptions.turns)


def eventually(graph: CodedGraph, having: Property) -> PropertyAnswer:
    """Whether a game comes to a situation with a property, whatever moves are made, as long as nobody passes.

    Against it speak the situations that such a game can come to beforehand and from which it can go round for ever,
    or in which there is no move. The turns lead to a nearest one, and, if the game can go round, once around.

    Raises:
        ValueError: the graph was explored with symmetry; a property may tell images apart.
    """
    if graph.turns.codes.symmetries.swapped:
        raise ValueError("What is eventually so is asked of a graph that was explored without symmetry.")
    flags = _flags(graph, graph.nodes, having)
    [first] = graph.indices(np.array([graph.turns.first], dtype=np.uint64))
    if flags[first]:
        return PropertyAnswer(True, 0, None)
    open_nodes = np.flatnonzero(~flags)
    moves = graph.moves[open_nodes][:, open_nodes]
    order, before = breadth_first_order(moves, int(np.searchsorted(open_nodes, first)))
    cycles = on_cycles(moves)
    against = order[(cycles | (graph.moves.indptr[open_nodes + 1] == graph.moves.indptr[open_nodes]))[order]]
    if not len(against):
        return PropertyAnswer(True, 0, None)
    nearest = int(against[0])
    walk = path_back(before, nearest)
    if cycles[nearest]:
        walk += _once_around(moves, nearest)
    return PropertyAnswer(False, len(against), turns_along(graph, open_nodes[walk].tolist())[0])


def _once_around(moves: csr_array, node: int) -> list[int]:
    """The nodes on a shortest way from a node back to itself, but for the first."""
    order, before = breadth_first_order(moves, node)
    last = next(int(other) for other in order if moves[other, node])
    return [*path_back(before, last)[1:], node]


def _those_with(graph: CodedGraph, having: Property) -> tuple[int, Words]:
    """How many situations have a property, and their codes, maybe more than once each."""
    number, parts = 0, [graph.nodes[:0]]
    for block in blocks(len(graph.nodes), CHUNK):
        for images in graph.turns.codes.images(graph.nodes[block]):
            chosen = np.flatnonzero(_flags(graph, images, having))
            number += int(graph.sizes[block][chosen].sum())
            parts.append(images[chosen])
    return number // len(graph.turns.codes.symmetries), np.concatenate(parts)


def _flags(graph: CodedGraph, codes: Words, having: Property) -> Flags:
    flags = np.zeros(len(codes), dtype=np.bool_)
    for indices, situations in graph.turns.codes.by_kind(codes):
        flags[indices] = having(situations)
    return flags


OF_MANY = "many"


def is_empty(many: ManySituations) -> Flags:
    """No stone is on the board."""
    empty: Flags = np.equal(many.coloring.black | many.coloring.white, 0)
    return empty


def _is_full(many: ManySituations) -> Flags:
    """A single point is empty."""
    empty = many.coloring.empty
    full: Flags = np.not_equal(empty, 0) & np.equal(empty & (empty - np.uint64(1)), 0)
    return full


def has_ban(many: ManySituations) -> Flags:
    """A move is forbidden because of the turn before."""
    return np.broadcast_to(np.not_equal(many.banned, 0), many.coloring.black.shape)


def has_mark(many: ManySituations) -> Flags:
    """A stone is marked."""
    return np.broadcast_to(np.not_equal(many.marks, 0), many.coloring.black.shape)


def is_white_to_play(many: ManySituations) -> Flags:
    """It is White's turn."""
    return np.full(many.coloring.black.shape, many.player is WHITE)


NAMED: Mapping[str, Property] = {
    "empty": is_empty,
    "full": _is_full,
    "ban": has_ban,
    "mark": has_mark,
    "white-to-play": is_white_to_play,
}


def property_named(text: str) -> Property:
    """The property that a text names: one of ours, or `FILE.py:NAME`.

    A function in a file takes a `Situation` and returns whether it is so; or, if its parameter is called `many`,
    `ManySituations`, and returns a flag for each of them.

    Raises:
        ValueError: there is none, or it takes anything else.

    >>> property_named("ban") is has_ban
    True
    """
    if text in NAMED:
        return NAMED[text]
    if ".py:" not in text:
        raise ValueError(no_such("property", text, (*NAMED, "FILE.py:NAME")))
    function = named_in_file(text)
    parameters = list(inspect.signature(function).parameters) if callable(function) else []
    if not callable(function) or len(parameters) != 1:
        raise ValueError(f"{text} is no function of one situation.")
    return function if parameters == [OF_MANY] else of_each(function)


def of_each(function: Callable[[Situation], object]) -> Property:
    """A property of one situation, asked of many, one after the other."""

    def flags(many: ManySituations) -> Flags:
        c, phase = many.coloring, many.position.phase
        board = integer_board(c.board.grid.width, c.board.grid.height)
        rows = zip(
            *(np.broadcast_to(points, c.black.shape) for points in (c.black, c.white, many.marks, many.banned)),
            strict=True,
        )
        return np.array(
            [
                bool(function(Situation(Position(Coloring(board, black, white), many.player, phase, marks), banned)))
                for black, white, marks, banned in (map(int, row) for row in rows)
            ],
            dtype=np.bool_,
        )

    return flags
