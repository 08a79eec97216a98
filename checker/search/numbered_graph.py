"""The situations of a phase by number, with the steps from each: what searches for games walk on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Turn, Unblock
from ..model.codes import SituationCodes
from ..model.many import Numbers
from ..model.symmetry import respects_symmetry
from ..model.turns import Moves
from .coded_graph import CodedGraph, explore, on_cycles

MOST_OCCURRENCES = 9


class Step(NamedTuple):
    """A turn, and what it leads to.

    Attributes:
        turn: the turn.
        after: the number of the situation that it leads to.
        passing: whether it counts as a pass.
        only_once: whether it can be taken only once in the phase by this player with this coloring.
        counted: whether the state that it leads to counts among those that have stood.
    """

    turn: Turn
    after: int
    passing: bool
    only_once: bool
    counted: bool = True


@dataclass(frozen=True)
class NumberedGraph:
    """The situations of a phase by number.

    Attributes:
        first: the number of the situation at the start of the phase.
        unmarked: for each situation, the number of the same one without marks or bans; a negative number where no
            turns lead to it.
        steps: for each situation, its turns.
        states: for each situation, the number of its state.
        boards: for each situation, a number that stands for its coloring and its player.
        orbits: for each situation, a number that stands for it and its images under the symmetries of the board; or
            for it alone, where clauses may tell images apart.
        occurrences: how often a state must have stood since the last pass for the game to end without result; None if
            it never does.
    """

    first: int
    unmarked: Sequence[int]
    steps: Sequence[Sequence[Step]]
    states: Sequence[int]
    boards: Sequence[int]
    orbits: Sequence[int]
    occurrences: int | None

    @cached_property
    def without_passing(self) -> list[list[Step]]:
        """For each situation, its turns that are no passes."""
        return [[step for step in steps if not step.passing] for steps in self.steps]

    @cached_property
    def leading(self) -> list[list[int]]:
        """For each situation, those from which a turn that is no pass leads to it."""
        leading: list[list[int]] = [[] for _ in self.steps]
        for before, steps in enumerate(self.without_passing):
            for step in steps:
                leading[step.after].append(before)
        return leading

    @cached_property
    def of_state(self) -> dict[int, list[int]]:
        """The situations of each state."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, state in enumerate(self.states):
            found[state].append(number)
        return found

    @cached_property
    def on_cycles(self) -> Flags:
        """For each situation, whether turns lead back to it without a pass if ko-moves may be made again."""
        return on_cycles(_adjacency(*self._edges, len(self.steps)))

    @cached_property
    def returning(self) -> int:
        """How many pairs of situations are joined by a turn on a walk of states that comes back without a pass."""
        before, after = np.unique(np.stack(self._edges), axis=1)
        states = np.array(self.states)
        _, component = connected_components(_adjacency(states[before], states[after], len(states)), connection="strong")
        return int((component[states[before]] == component[states[after]]).sum())

    @cached_property
    def _edges(self) -> tuple[Numbers, Numbers]:
        edges = [(before, step.after) for before, steps in enumerate(self.without_passing) for step in steps]
        before, after = np.array(edges, dtype=np.int64).reshape(-1, 2).T
        return before, after


def _adjacency(before: Numbers, after: Numbers, size: int) -> csr_array:
    return csr_array((np.ones(len(before), dtype=bool), (before, after)), shape=(size, size))


def graph_of_phase(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> NumberedGraph:
    """The situations of a phase on a grid.

    Raises:
        ValueError: see `explore` and `numbered`.

    >>> from superko.spec.parameters import Scoring
    >>> graph = graph_of_phase(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.SECOND_CLEANUP)
    >>> len(graph.steps), int(graph.on_cycles.sum())
    (18, 14)
    """
    return numbered(explore(rules, grid, symmetry=False, phase=phase))


def numbered(graph: CodedGraph) -> NumberedGraph:
    """The situations of a graph that was explored without symmetry.

    Raises:
        ValueError: the graph was explored with symmetry; or see `occurrences_that_end`.
    """
    turns, nodes = graph.turns, graph.nodes
    if turns.codes.symmetric:
        raise ValueError("Games are searched for in a graph that was explored without symmetry.")
    bare = turns.codes.without_marks(nodes)
    unmarked = graph.indices(bare)
    unmarked[nodes[np.minimum(unmarked, len(nodes) - 1)] != bare] = -1
    _, boards = np.unique(bare, return_inverse=True)
    [first] = graph.indices(np.array([turns.first], dtype=np.uint64)).tolist()
    return NumberedGraph(
        first=first,
        unmarked=unmarked.tolist(),
        steps=_steps(graph),
        states=turns.states(nodes).tolist(),
        boards=boards.tolist(),
        orbits=_orbits(graph),
        occurrences=occurrences_that_end(lambda times: turns.end_without_result(nodes, times)),
    )


def occurrences_that_end(ends: Callable[[int], Flags]) -> int | None:
    """How often a state must have stood since the last pass for the game to end without result; None if it never does.

    Args:
        ends: for each situation, whether the game ends once its state has stood so many times.

    Raises:
        ValueError: that is not the same for every state.
    """
    for times in range(1, MOST_OCCURRENCES + 1):
        ended = ends(times)
        if ended.all():
            return times
        if ended.any():
            raise ValueError(
                f"Some states end the game without result when they stand for the time number {times}, and others do "
                "not; shortest games are searched for where all do."
            )
    return None


def _steps(graph: CodedGraph) -> list[list[Step]]:
    turns, nodes = graph.turns, graph.nodes
    passing, counted = (
        {kind: turns.counts(decision, kind) for kind in (Pass, Move, Unblock)}
        for decision in (Decision.COUNTS_AS_PASS, Decision.REMEMBERED)
    )
    steps: list[list[Step]] = [[] for _ in nodes]
    if turns.may_pass:
        for before, after in enumerate(graph.indices(turns.passes(nodes)).tolist()):
            steps[before].append(Step(PASS, after, passing[Pass], False, counted[Pass]))
    moves = turns.moves(nodes)
    for before, point, after, once in zip(*_lists(graph, moves), turns.only_once(nodes, moves).tolist(), strict=True):
        steps[before].append(Step(Move(point), after, passing[Move], once, counted[Move]))
    for before, stone, after in zip(*_lists(graph, turns.unblocks(nodes)), strict=True):
        steps[before].append(Step(Unblock(stone), after, passing[Unblock], False, counted[Unblock]))
    return steps


def _lists(graph: CodedGraph, found: Moves) -> tuple[list[int], list[int], list[int]]:
    return found.indices.tolist(), found.points.tolist(), graph.indices(found.reached).tolist()


def _orbits(graph: CodedGraph) -> list[int]:
    turns, nodes = graph.turns, graph.nodes
    if not respects_symmetry(turns.rules):
        return list(range(len(nodes)))
    turned = SituationCodes(turns.codes.board.grid, True, turns.phase).turned(nodes)
    least: Words = np.minimum.reduce(turned)
    orbits: list[int] = np.searchsorted(nodes, least).tolist()
    return orbits
