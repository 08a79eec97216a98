"""The graph of the situations that a game can reach, a whole frontier at a time; for boards that networkx can't hold.

Of situations that are images of each other, one is explored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Turn, Unblock
from ..phase.many import Numbers, distinct, in_parallel, places_among
from ..phase.turns import Turns, turns_of
from .compiled_graph import CompiledSteps, Sizes, compiled_steps, exploring

CHUNK = 1 << 14


class ExploredSoFar(NamedTuple):
    """How far an exploration has come: all situations within a number of turns were found, if not what they lead to.

    Attributes:
        turns: the number of turns.
        situations: how many situations there are within so many turns of the start.
        orbits: how many of them there are up to symmetry.
        moves: how many legal moves there are in the situations within one turn less.
    """

    turns: int
    situations: int
    orbits: int
    moves: int


@dataclass(frozen=True)
class CodedGraph:
    """Every situation that turns lead to from the start of a phase, turns that end the phase included.

    Attributes:
        turns: the turns of each situation.
        nodes: the codes in ascending order, one for each orbit: situations that are images of each other.
        sizes: how many situations each of the nodes stands for.
        number_of_moves: how many legal moves all situations have together.
        steps: the same turns compiled, or None where they are not.
        counted_unblocks: how many unblock actions all situations have together, if they were counted on the way.
    """

    turns: Turns
    nodes: Words
    sizes: Numbers | Sizes
    number_of_moves: int
    steps: CompiledSteps | None = None
    counted_unblocks: int | None = None

    @property
    def number_of_situations(self) -> int:
        """How many situations there are, all images counted."""
        return int(self.sizes.sum())

    @cached_property
    def moves(self) -> csr_array:
        """Which node a move leads to from which, by their indices."""
        return self._adjacency(Move)

    @cached_property
    def passes(self) -> csr_array:
        """Which node a pass leads to from which; none where passing is no turn."""
        return self._adjacency(Pass)

    @cached_property
    def unblocks(self) -> csr_array:
        """Which node an unblock action leads to from which."""
        return self._adjacency(Unblock)

    @cached_property
    def without_passing(self) -> csr_array:
        """Which node a turn leads to from which that does not count as a pass: moves, and maybe unblock actions."""
        names = {Move: "moves", Unblock: "unblocks", Pass: "passes"}
        adjacencies = [
            edges for edges in (getattr(self, names[kind]) for kind in self._kinds_without_passing) if edges.nnz
        ]
        return reduce(add, adjacencies) if adjacencies else csr_array((len(self.nodes),) * 2, dtype=bool)

    @property
    def _kinds_without_passing(self) -> list[type[Turn]]:
        return [kind for kind in (Move, Unblock, Pass) if not self.turns.counts(Decision.COUNTS_AS_PASS, kind)]

    @property
    def number_of_unblocks(self) -> int:
        """How many unblock actions all situations have together."""
        if self.counted_unblocks is not None:
            return self.counted_unblocks
        return sum(
            int(self.sizes[start + self.turns.unblocks(chunk).indices].sum()) for start, chunk in chunks(self.nodes)
        )

    def indices(self, codes: Words) -> Numbers:
        """The index of the node that stands for each situation; all of them must be in the graph."""
        return places_among(self.turns.codes.representatives(codes), self.nodes)

    def _adjacency(self, kind: type[Turn]) -> csr_array:
        if self.steps is not None:
            return self.steps.adjacency(self.nodes, kind)
        edges = (self._edges(kind, start, chunk) for start, chunk in chunks(self.nodes))
        nothing = np.zeros(0, dtype=np.int32)
        pairs = [(before.astype(np.int32), self.indices(reached).astype(np.int32)) for before, reached in edges]
        before, after = (np.concatenate(ends) for ends in zip((nothing, nothing), *pairs, strict=True))
        return csr_array((np.ones(len(before), dtype=bool), (before, after)), shape=(len(self.nodes),) * 2)

    def _edges(self, kind: type[Turn], start: int, chunk: Words) -> tuple[Numbers, Words]:
        """From which node turns of a kind lead, by its index, and to which situation."""
        if kind is Pass:
            passing = chunk if self.turns.may_pass else chunk[:0]
            return start + np.arange(len(passing)), self.turns.passes(passing)
        legal_moves = self.turns.moves(chunk) if kind is Move else self.turns.unblocks(chunk)
        return start + legal_moves.indices, legal_moves.reached

    @cached_property
    def on_cycles(self) -> Flags:
        """For each node, whether turns lead from its situations back to themselves without a pass.

        Turns that lead to an image of a situation lead, taken again and again, to the situation itself.
        """
        if self.steps is not None:
            return self.steps.on_cycles(self.nodes, self._kinds_without_passing)
        return on_cycles(self.without_passing)


def on_cycles(edges: csr_array) -> Flags:
    """For each node, whether edges lead from it back to it."""
    if not edges.has_canonical_format:
        # Where an edge is there twice, older versions of scipy never come to an end.
        edges = edges.copy()
        edges.sum_duplicates()
    _, component = connected_components(edges, connection="strong")
    cyclic: Flags = (np.bincount(component)[component] > 1) | (edges.diagonal() != 0)
    return cyclic


def explore(
    rules: Rules,
    grid: Grid,
    symmetry: bool = True,
    watch: Callable[[ExploredSoFar], None] = lambda covered: None,
    phase: Phase = Phase.MAIN,
) -> CodedGraph:
    """Every situation of a grid that turns lead to from the empty board with Black to play.

    Where a phase starts is for `Situations`.

    Args:
        rules: the rules in force.
        grid: the board.
        symmetry: whether to explore one of situations that are images of each other under the symmetries of the
            board and the swap of colors; the numbers are those of all situations. Rules with
            new clauses are explored in full.
        watch: called with how far the exploration has come, before each further turn; last when all was found.
        phase: the main phase, or a cleanup phase.

    Raises:
        ValueError: see `turns_of`.

    >>> from superko.spec.parameters import Ko
    >>> graph = explore(Rules(ko=Ko.SIMPLE), Grid(3, 1))
    >>> graph.number_of_situations, graph.number_of_moves, len(graph.nodes)
    (30, 42, 10)
    """
    turns = turns_of(rules, grid, phase, symmetry)
    steps, last = compiled_steps(turns), ExploredSoFar(-1, 0, 0, 0)

    def watch_situations(covered: ExploredSoFar) -> None:
        nonlocal last
        watch(_of_situations(last, covered))
        last = covered

    watch_found = watch_situations if turns.codes.symmetries.swapped else watch
    graph = (
        _explored_on_arrays(turns, watch_found) if steps is None else _explored_by_programs(turns, steps, watch_found)
    )
    if turns.codes.symmetries.swapped:
        watch_found(last._replace(turns=last.turns + 1, moves=graph.number_of_moves))
    return graph


def _of_situations(before: ExploredSoFar, now: ExploredSoFar) -> ExploredSoFar:
    """What there is within a number of turns, by what was found up to the swap of colors.

    Every turn changes the player, and half of each orbit has Black to play. So half of the situations that were found
    with the last turn are that many turns from the start; the other half, in which the other player has the turn, is
    one turn farther, as they follow from the empty board with White to play.
    """
    return now._replace(situations=(before.situations + now.situations) // 2, moves=(before.moves + now.moves) // 2)


def _explored_by_programs(turns: Turns, steps: CompiledSteps, watch: Callable[[ExploredSoFar], None]) -> CodedGraph:
    under_way, number = exploring(steps, turns.first), 0
    while under_way.followed < under_way.size:
        watch(ExploredSoFar(number, under_way.situations, under_way.size, under_way.moves))
        under_way.one_turn_more()
        number += 1
    nodes = under_way.sorted_nodes()
    return CodedGraph(turns, nodes, steps.sizes(nodes), under_way.moves, steps, under_way.unblocks)


def _explored_on_arrays(turns: Turns, watch: Callable[[ExploredSoFar], None]) -> CodedGraph:
    codes = turns.codes

    def expanded(chunk: tuple[int, Words]) -> tuple[Words, int]:
        moves = turns.moves(chunk[1])
        number = int(codes.orbit_sizes(chunk[1])[moves.indices].sum())
        passes = [turns.passes(chunk[1])] if turns.may_pass else []
        reached = np.concatenate([moves.reached, turns.unblocks(chunk[1]).reached, *passes])
        return distinct(codes.representatives(reached)), number

    nodes = frontier = codes.representatives(np.array([turns.first], dtype=np.uint64))
    covered = ExploredSoFar(0, int(codes.orbit_sizes(frontier).sum()), 1, 0)
    while len(frontier):
        watch(covered)
        reached, numbers = zip(*in_parallel(expanded, chunks(frontier)), strict=True)
        candidates = distinct(np.concatenate(reached))
        at = np.minimum(np.searchsorted(nodes, candidates), len(nodes) - 1)
        frontier = candidates[nodes[at] != candidates]
        nodes = np.sort(np.concatenate([nodes, frontier]), kind="stable")
        situations = covered.situations + int(codes.orbit_sizes(frontier).sum())
        covered = ExploredSoFar(covered.turns + 1, situations, len(nodes), covered.moves + sum(numbers))
    return CodedGraph(turns, nodes, codes.orbit_sizes(nodes), covered.moves)


def chunks(codes: Words) -> Iterator[tuple[int, Words]]:
    """The codes a chunk at a time, each with the index of its first."""
    return ((start, codes[start : start + CHUNK]) for start in range(0, len(codes), CHUNK))
