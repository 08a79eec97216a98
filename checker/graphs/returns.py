"""Returns to a state by moves alone, and the shortest game that they end without result.

Under simple ko a game ends without result once a state has stood often enough since the last pass. So every such game
is a walk to some situation, and then walks of moves alone that return to its state, though maybe with other moves
banned. Sparse arrays hold the moves, because there are many walks.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

import networkx as nx
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, eye_array
from scipy.sparse.csgraph import connected_components, dijkstra

from ...interpreter.history import NOTHING_YET, first_record
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase, State, Turn
from .situations import Situation, Situations

Numbers: TypeAlias = npt.NDArray[np.int64]

MOST_OCCURRENCES = 9
NEVER = 1 << 30


def shortest_game_without_result(
    situations: Situations, graph: nx.DiGraph, moves: csr_array
) -> tuple[Turn, ...] | None:
    """The turns of a shortest game that ends without result, given the graph's returning moves; None if no game does.

    Turns that end the phase are walked like any other. So no game can be shorter, but the turns must be replayed to
    know that they are a game.
    """
    occurrences = occurrences_that_end(situations.rules, situations.first)
    if occurrences is None or not moves.nnz:
        return None
    nodes = list(graph)
    visits = _shortest_visits(_opening(situations, graph), _state_numbers(situations, graph), moves, occurrences)
    if not visits:
        return None
    opening = nx.shortest_path(graph, situations.first, nodes[visits[0]])
    turns = [graph.edges[step]["turns"][0] for step in pairwise(opening)]
    for start, end in pairwise(visits):
        walk = [nodes[index] for index in _shortest_walk(moves, start, end)]
        turns += [graph.edges[step]["turns"][-1] for step in pairwise(walk)]
    return tuple(turns)


def occurrences_that_end(rules: Rules, situation: Situation, phase: Phase = Phase.MAIN) -> int | None:
    """How often a state must have stood since the last pass for the game to end without result; None if it never does.

    The clauses that are in force during a phase are asked about a state on the board of the situation.

    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Ko
    >>> occurrences_that_end(Rules(ko=Ko.SIMPLE), Situations(Rules(ko=Ko.SIMPLE), Grid(1, 1)).first)
    3
    """
    record = first_record(rules, replace(situation.position, phase=phase))
    for occurrences in range(2, MOST_OCCURRENCES + 1):
        stood = reduce(lambda history, turn: history.extended(record.state, turn), range(occurrences), NOTHING_YET)
        counted = replace(record, since_pass=stood)
        if any(clause.function(counted) for clause in rules.deciding(Decision.NO_RESULT, phase)):
            return occurrences
    return None


def returning_moves(situations: Situations, graph: nx.DiGraph) -> csr_array:
    """The moves that walks of moves alone, back to the same state, consist of; rows and columns are as in the graph.

    Those are the moves inside the strongly connected components of the graph whose nodes are states.
    """
    index = {situation: number for number, situation in enumerate(graph)}
    moves = [
        (index[before], index[after])
        for before, after, turns in graph.edges(data="turns")
        if any(isinstance(turn, Move) for turn in turns)
    ]
    before, after = np.array(moves, dtype=np.int64).reshape(-1, 2).T
    states = _state_numbers(situations, graph)
    _, component = connected_components(_adjacency(states[before], states[after], len(graph)), connection="strong")
    returning = component[states[before]] == component[states[after]]
    return _adjacency(before[returning], after[returning], len(graph))


def _adjacency(before: Numbers, after: Numbers, size: int) -> csr_array:
    return csr_array((np.ones(len(before), dtype=bool), (before, after)), shape=(size, size))


def _state_numbers(situations: Situations, graph: nx.DiGraph) -> Numbers:
    """The number of the state of each situation, in the order of the graph."""
    numbers: dict[State, int] = {}
    return np.array([numbers.setdefault(situations.state(situation), len(numbers)) for situation in graph])


def _opening(situations: Situations, graph: nx.DiGraph) -> Numbers:
    """The fewest turns to each situation, in the order of the graph."""
    lengths = nx.single_source_shortest_path_length(graph, situations.first)
    return np.array([lengths[situation] for situation in graph])


def _shortest_visits(opening: Numbers, states: Numbers, moves: csr_array, occurrences: int) -> list[int]:
    """Where the state stands, at each occurrence, that ends a shortest game without result; empty if there is none."""
    starts, ends = _pairs_of_one_state(states)
    returns = np.full(len(starts), NEVER)
    walks = _Walks(moves)
    length = 0
    fewest, with_a_longer_return = NEVER, 0
    while fewest > with_a_longer_return and walks.exist(length + 1):
        length += 1
        returns[(returns == NEVER) & walks.lead(starts, ends, length)] = length
        turns = _turns_until_each_visit(opening, starts, ends, returns, occurrences)
        fewest = min(turns[-1].min(), NEVER)
        with_a_longer_return = opening.min() + (length + 1) + (occurrences - 2) * min(returns.min(), length + 1)
    return _traced_back(turns, starts, ends, returns) if fewest < NEVER else []


def _pairs_of_one_state(states: Numbers) -> tuple[Numbers, Numbers]:
    """All pairs of situations that are the same state, each situation with itself included, as two lists of indices."""
    situations: dict[int, list[int]] = defaultdict(list)
    for situation, state in enumerate(states.tolist()):
        situations[state].append(situation)
    pairs = [(start, end) for same in situations.values() for start in same for end in same]
    starts, ends = np.array(pairs, dtype=np.int64).T
    return starts, ends


class _Walks:
    """Which walks of each length there are, given the single moves."""

    def __init__(self, moves: csr_array) -> None:
        self._of_length = [eye_array(moves.shape[0], dtype=bool, format="csr"), moves]

    def _halves(self, length: int) -> tuple[csr_array, csr_array]:
        half = length // 2
        while len(self._of_length) <= length - half:
            self._of_length.append((self._of_length[-1] @ self._of_length[1]).astype(bool))
        return self._of_length[half], self._of_length[length - half]

    def exist(self, length: int) -> bool:
        """Whether there may be walks of a length: whether there are walks of half of it."""
        return bool(self._halves(length)[1].nnz)

    def lead(self, starts: Numbers, ends: Numbers, length: int) -> npt.NDArray[np.bool_]:
        """Whether a walk of a length leads from each start to its end: whether two halves of it meet."""
        onward, rest = self._halves(length)
        meeting = onward[starts].multiply(rest.T.tocsr()[ends])
        some: npt.NDArray[np.bool_] = np.asarray(meeting.sum(axis=1)).ravel() > 0
        return some


def _turns_until_each_visit(
    opening: Numbers, starts: Numbers, ends: Numbers, returns: Numbers, occurrences: int
) -> list[Numbers]:
    """For each occurrence, the fewest turns after which each situation can be that occurrence of its state."""
    turns = [opening]
    while len(turns) < occurrences:
        following = np.full(len(opening), NEVER)
        np.minimum.at(following, ends, turns[-1][starts] + returns)
        turns.append(following)
    return turns


def _traced_back(turns: list[Numbers], starts: Numbers, ends: Numbers, returns: Numbers) -> list[int]:
    """The situations through which the fewest turns until the last visit come about."""
    visits = [int(turns[-1].argmin())]
    for later, earlier in pairwise(reversed(turns)):
        arriving = (ends == visits[0]) & (earlier[starts] + returns == later[visits[0]])
        visits.insert(0, int(starts[arriving][0]))
    return visits


def _shortest_walk(moves: csr_array, start: int, end: int) -> list[int]:
    """A shortest walk of one move or more."""
    onward = moves.indices[moves.indptr[start] : moves.indptr[start + 1]]
    lengths, previous = dijkstra(moves, indices=onward, unweighted=True, return_predecessors=True)
    nearest = int(lengths[:, end].argmin())
    walk = [end]
    while walk[0] != onward[nearest]:
        walk.insert(0, int(previous[nearest, walk[0]]))
    return [start, *walk]
