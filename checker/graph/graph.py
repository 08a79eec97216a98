"""The graph of the situations that a game can reach, a whole frontier at a time; for boards that networkx can't hold.

Of situations that are images of each other, one is explored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.integers import integer_board
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Turn, Unblock
from ..phase import phases
from ..phase.many import Numbers, blocks, distinct, distinct_with_places, in_parallel, places_among
from ..phase.steps_arrays import KINDS
from ..phase.symmetry import Packed
from ..phase.turns import Turns
from .edges import Edges

CHUNK = 1 << 12
"""How many nodes are followed at once; their places fit into 16 bits."""


class ExploredSoFar(NamedTuple):
    """How far an exploration has come: all situations within a number of turns were found, if not what they lead to.

    `orbits` counts them up to symmetry; legal moves are counted of those within one turn less.
    """

    turns: int
    situations: int
    orbits: int
    moves: int


@dataclass(frozen=True)
class CodedGraph:
    """Every situation that turns lead to from the start of a phase, turns that end the phase included.

    Attributes:
        nodes: the codes in ascending order, one for each orbit: situations that are images of each other.
        sizes: how many situations each of the nodes stands for.
        passes: which node a pass leads to from which, by their indices; none where passing is no turn.
        number_of_moves: how many legal moves all situations have together.
    """

    turns: Turns
    nodes: Words
    sizes: Numbers
    passes: Edges
    moves: Edges
    unblocks: Edges
    number_of_moves: int
    number_of_unblocks: int

    @property
    def number_of_situations(self) -> int:
        """How many situations there are, all images counted."""
        return int(self.sizes.sum())

    @cached_property
    def without_passing(self) -> Edges:
        """Which node a turn leads to from which that does not count as a pass: moves, and maybe unblock actions."""
        edges = {Move: self.moves, Unblock: self.unblocks, Pass: self.passes}
        wanted = [edges[kind] for kind in edges if not self.turns.counts(Decision.COUNTS_AS_PASS, kind)]
        if not any(len(part.after) for part in wanted[1:]):
            return wanted[0]
        origin, after = (np.concatenate([getattr(part, name) for part in wanted]) for name in ("origin", "after"))
        return Edges.of(len(self.nodes), origin, after)

    def indices(self, codes: Words) -> Numbers:
        """The index of the node that stands for each situation; all of them must be in the graph."""
        return places_among(self.turns.codes.representatives(codes), self.nodes)

    @cached_property
    def on_cycles(self) -> Flags:
        """For each node, whether turns lead from its situations back to themselves without a pass.

        Turns that lead to an image of a situation lead, taken again and again, to the situation itself.
        """
        return self.without_passing.on_cycles


def explore(
    rules: Rules,
    grid: Grid,
    symmetry: bool = True,
    watch: Callable[[ExploredSoFar], None] = lambda covered: None,
    phase: Phase = Phase.MAIN,
) -> CodedGraph:
    """Every situation of a grid that turns lead to from the empty board with Black to play.

    Where a phase starts is for `Situations`. With symmetry, one is explored of situations that are images of each other
    under the symmetries of the board and the swap of colors; the numbers are those of all. Rules with new clauses are
    explored in full. `watch` hears how far the exploration has come before each further turn, and when all was found.

    Raises:
        TooManySituations: more situations can follow than can be kept; nothing was explored if far more can.
        ValueError: see `Turns`.

    >>> from superko.spec.parameters import Ko
    >>> graph = explore(Rules(ko=Ko.SIMPLE), Grid(3, 1))
    >>> graph.number_of_situations, graph.number_of_moves, len(graph.nodes)
    (30, 42, 10)
    """
    phases.require_few_positions(Coloring(integer_board(grid.width, grid.height), 0, 0))
    turns, last = Turns(rules, grid, phase, symmetry), ExploredSoFar(-1, 0, 0, 0)

    def watch_situations(covered: ExploredSoFar) -> None:
        nonlocal last
        # Every turn changes the player, and half of each orbit has Black to play. So half of the situations found with
        # the last turn are that many turns from the start; the other half, in which the other player has the turn, is
        # one turn farther, as they follow from the empty board with White to play.
        situations, moves = last.situations + covered.situations, last.moves + covered.moves
        watch(covered._replace(situations=situations // 2, moves=moves // 2))
        last = covered

    watch_found = watch_situations if turns.codes.symmetries.swapped else watch
    graph = _explored(turns, watch_found)
    if turns.codes.symmetries.swapped:
        watch_found(last._replace(turns=last.turns + 1, moves=graph.number_of_moves))
    return graph


class _Followed(NamedTuple):
    """The turns of some nodes, and what they reach, each once, as codes; once all have been found, as places among all.

    By the kind of turn there are the places of each turn's node and of what it leads to among those, and the number of
    turns, all images counted.
    """

    nodes: npt.NDArray[Any]
    reached: npt.NDArray[Any]
    origins: Mapping[type[Turn], npt.NDArray[np.uint16]]
    targets: Mapping[type[Turn], Packed]
    numbers: Mapping[type[Turn], int]


def _followed(turns: Turns, nodes: Words, sizes: Numbers, block: slice) -> _Followed:
    nodes, sizes = nodes[block], sizes[block]
    after = turns.after(nodes)
    codes = turns.codes.representatives(np.concatenate([taken.reached for taken in after.values()]))
    reached, places = distinct_with_places(codes)
    ends = np.cumsum([len(taken.indices) for taken in after.values()])[:-1]
    return _Followed(
        nodes,
        reached,
        {kind: taken.indices.astype(np.uint16) for kind, taken in after.items()},
        dict(zip(after, np.split(places.astype(np.int32), ends), strict=True)),
        {kind: int(sizes[taken.indices].sum()) for kind, taken in after.items()},
    )


def _explored(turns: Turns, watch: Callable[[ExploredSoFar], None]) -> CodedGraph:
    codes = turns.codes
    followed: list[_Followed] = []
    nodes = frontier = codes.representatives(np.array([turns.first], dtype=np.uint64))
    sizes = codes.orbit_sizes(frontier)
    covered, levels = ExploredSoFar(0, int(sizes.sum()), 1, 0), [(frontier, sizes)]
    while len(frontier):
        watch(covered)
        last = in_parallel(partial(_followed, turns, *levels[-1]), blocks(len(frontier), CHUNK))
        followed += last
        candidates = distinct(np.concatenate([part.reached for part in last]))
        at = np.minimum(np.searchsorted(nodes, candidates), len(nodes) - 1)
        frontier = candidates[nodes[at] != candidates]
        levels.append((frontier, codes.orbit_sizes(frontier)))
        nodes = np.sort(np.concatenate([nodes, frontier]), kind="stable")
        moves = covered.moves + sum(part.numbers[Move] for part in last)
        phases.require_few(lambda nodes: None, phases.MOST_NODES, len(nodes))
        covered = ExploredSoFar(covered.turns + 1, covered.situations + int(levels[-1][1].sum()), len(nodes), moves)
    explored, sizes = (np.concatenate(parts) for parts in zip(*levels, strict=True))
    del levels
    # The codes of all that turns lead to take more memory than the graph, and go as soon as they can.
    placed = in_parallel(partial(_placed, nodes), followed)
    unblocks = sum(part.numbers[Unblock] for part in followed)
    del followed
    passed, moved, unblocked = _edges(placed, len(nodes))
    sizes = sizes[np.argsort(explored)]
    return CodedGraph(turns, nodes, sizes, passed, moved, unblocked, covered.moves, unblocks)


def _placed(nodes: Words, part: _Followed) -> _Followed:
    before, reached = (np.searchsorted(nodes, codes) for codes in (part.nodes, part.reached))
    return part._replace(nodes=before, reached=reached.astype(np.int32))


def _rows(kind: type[Turn], part: _Followed) -> tuple[Numbers, Packed]:
    """How many nodes turns of a kind lead to from each of some nodes, and those, each once."""
    # Places among what these nodes lead to have few bits, which are sorted in less time.
    bits = len(part.reached).bit_length()
    wide: Any = np.min_scalar_type((CHUNK << bits) - 1).type
    pairs = distinct(part.origins[kind].astype(wide) << wide(bits) | part.targets[kind].astype(wide))
    numbers = np.bincount((pairs >> wide(bits)).astype(np.int64), minlength=len(part.nodes))
    return numbers, part.reached[pairs & wide((1 << bits) - 1)]


def _edges(placed: Sequence[_Followed], size: int) -> Iterator[Edges]:
    """Which node leads to which, by the kind of turn."""
    for kind in KINDS:
        of_parts = in_parallel(partial(_rows, kind), placed)
        ends = np.zeros(size + 1, dtype=np.int32)
        for part, (numbers, _) in zip(placed, of_parts, strict=True):
            ends[part.nodes + 1] = numbers
        np.cumsum(ends, out=ends)
        reached = np.empty(ends[-1], dtype=np.int32)
        for part, (numbers, targets) in zip(placed, of_parts, strict=True):
            moved = ends[part.nodes] - (np.cumsum(numbers) - numbers).astype(np.int32)
            reached[np.arange(len(targets), dtype=np.int32) + np.repeat(moved, numbers)] = targets
        yield Edges(ends, reached)
