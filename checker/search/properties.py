"""Questions about all situations that a game can reach: what is always, sometimes or eventually so.

A property is a function of many situations, under the array reading, to a flag for each. Every answer is about all
situations, also those that stand in the graph as images of another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from ...spec.algebra.arrays import Flags, Words
from ...spec.vocabulary import Turn
from ..model.codes import ManySituations
from .coded_graph import CodedGraph, chunks, on_cycles
from .paths import path_back, shortest_turns, turns_along

Property: TypeAlias = Callable[[ManySituations], Flags]


@dataclass(frozen=True)
class Answer:
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


def sometimes(graph: CodedGraph, having: Property) -> Answer:
    """Whether some situation has a property.

    >>> from superko.checker.search.coded_graph import explore
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> from superko.spec.rules import Rules
    >>> answer = sometimes(explore(Rules(ko=Ko.SIMPLE), Grid(4, 1)), lambda many: many.banned != 0)
    >>> answer.situations, answer.turns
    (8, (Move(point=4), Move(point=2), Move(point=1)))
    """
    number, codes = _those_with(graph, having)
    return Answer(number > 0, number, shortest_turns(graph, codes))


def always(graph: CodedGraph, having: Property) -> Answer:
    """Whether every situation has a property; otherwise the turns lead to a nearest one that has not."""
    exceptions = sometimes(graph, lambda many: ~having(many))
    return Answer(not exceptions.holds, exceptions.situations, exceptions.turns)


def eventually(graph: CodedGraph, having: Property) -> Answer:
    """Whether a game comes to a situation with a property, whatever moves are made, as long as nobody passes.

    Against it speak the situations that such a game can come to beforehand and from which it can go round for ever,
    or in which there is no move. The turns lead to a nearest one, and, if the game can go round, once around.

    Raises:
        ValueError: the graph was explored with symmetry; a property may tell images apart.
    """
    if graph.turns.codes.symmetric:
        raise ValueError("What is eventually so is asked of a graph that was explored without symmetry.")
    flags = np.concatenate([_flags(graph, chunk, having) for _, chunk in chunks(graph.nodes)])
    [first] = graph.indices(np.array([graph.turns.first], dtype=np.uint64))
    if flags[first]:
        return Answer(True, 0, None)
    open_nodes = np.flatnonzero(~flags)
    moves = graph.moves[open_nodes][:, open_nodes]
    order, before = breadth_first_order(moves, int(np.searchsorted(open_nodes, first)))
    cycles = on_cycles(moves)
    against = order[(cycles | (graph.moves.indptr[open_nodes + 1] == graph.moves.indptr[open_nodes]))[order]]
    if not len(against):
        return Answer(True, 0, None)
    nearest = int(against[0])
    walk = path_back(before, nearest)
    if cycles[nearest]:
        walk += _once_around(moves, nearest)
    return Answer(False, len(against), turns_along(graph, open_nodes[walk].tolist())[0])


def _once_around(moves: csr_array, node: int) -> list[int]:
    """The nodes on a shortest way from a node back to itself, but for the first."""
    order, before = breadth_first_order(moves, node)
    last = next(int(other) for other in order if moves[other, node])
    return [*path_back(before, last)[1:], node]


def _those_with(graph: CodedGraph, having: Property) -> tuple[int, Words]:
    """How many situations have a property, and their codes, maybe more than once each."""
    number, found = 0, [graph.nodes[:0]]
    for start, chunk in chunks(graph.nodes):
        for images in graph.turns.codes.images(chunk):
            chosen = np.flatnonzero(_flags(graph, images, having))
            number += int(graph.sizes[start + chosen].sum())
            found.append(images[chosen])
    return number // graph.turns.codes.order, np.concatenate(found)


def _flags(graph: CodedGraph, codes: Words, having: Property) -> Flags:
    flags = np.zeros(len(codes), dtype=np.bool_)
    for indices, situations in graph.turns.codes.by_player(codes):
        flags[indices] = having(situations)
    return flags
