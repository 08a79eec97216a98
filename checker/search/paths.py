"""Ways through the graph of coded situations: the shortest one to a situation, and the turns just before it.

The ways through a cleanup phase start from the empty board as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import block_array
from scipy.sparse.csgraph import breadth_first_order

from ...interpreter.game import Game
from ...spec.algebra.arrays import Words
from ...spec.vocabulary import PASS, Move, Turn, Unblock
from ..model.many import Numbers, distinct
from ..model.situations import Situation
from ..verdict import GameWitness
from ..witnesses import game_witness
from .coded_graph import CodedGraph


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


def turns_before(graph: CodedGraph, situation: Situation) -> list[tuple[Situation, Turn]]:
    """Every situation that the game can reach from which some turn leads to a situation, with that turn.

    Raises:
        ValueError: no game reaches the situation.
    """
    codes = graph.turns.codes
    code = codes.code(situation)
    node = _node(graph, code)
    if node == len(graph.nodes) or graph.nodes[node] != codes.representatives(np.array([code], dtype=np.uint64)):
        raise ValueError(f"No game reaches the situation {situation}; ask about one of the graph.")
    leading = (graph.moves + graph.unblocks + graph.passes).T.tocsr()
    nearby = graph.nodes[leading.indices[leading.indptr[node] : leading.indptr[node + 1]]]
    every = distinct(np.concatenate(codes.images(nearby)))
    return [
        (codes.situation(before), turn)
        for before in every.tolist()
        for turn, reached in _onward(graph, before)
        if reached == code
    ]


def replayed(graph: CodedGraph, turns: tuple[Turn, ...], shows: str) -> GameWitness:
    """The witness that turns from the start of the phase make; every one is played, so an illegal one is noticed.

    Raises:
        IllegalTurn: a turn is illegal.
        GameOver: the way leads through the end of the game.
    """
    empty = graph.turns.codes.situation(graph.turns.first).coloring
    return game_witness(Game.set_up(graph.turns.rules, empty, phase=graph.turns.phase), turns, shows)


def _onward(graph: CodedGraph, code: int) -> list[tuple[Turn, int]]:
    """The turns of a situation, the pass after all others, and the codes that they lead to."""
    one = np.array([code], dtype=np.uint64)
    moves, unblocks = graph.turns.moves(one), graph.turns.unblocks(one)
    onward: list[tuple[Turn, int]] = [
        *zip(map(Move, moves.points.tolist()), moves.reached.tolist(), strict=True),
        *zip(map(Unblock, unblocks.points.tolist()), unblocks.reached.tolist(), strict=True),
    ]
    return [*onward, (PASS, int(graph.turns.passes(one)[0]))] if graph.turns.may_pass else onward


def _node(graph: CodedGraph, code: int) -> int:
    return int(graph.indices(np.array([code], dtype=np.uint64))[0])


def _copies(graph: CodedGraph, codes: Words) -> Numbers:
    """The number of the copy of a node that stands for each situation, by whose turn it is."""
    return graph.indices(codes) + len(graph.nodes) * graph.turns.codes.white_to_play(codes)


def _turned_to_end_at(graph: CodedGraph, turns: tuple[Turn, ...], end: int, target: int) -> tuple[Turn, ...]:
    """The image of a way whose end is an image of the target, so that it ends at the target."""
    codes = graph.turns.codes
    ends = [int(image[0]) for image in codes.turned(np.array([end], dtype=np.uint64))]
    symmetry = ends.index(target)

    def turned(turn: Turn) -> Turn:
        # The code of a situation with a single black stone is that stone's point.
        if not isinstance(turn, Move | Unblock):
            return turn
        return type(turn)(int(codes.turned(np.array([turn.point], dtype=np.uint64))[symmetry][0]))

    return tuple(map(turned, turns))
