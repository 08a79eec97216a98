"""The situations of a cleanup phase by number, with the steps from each: what searches for ways walk on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Flags
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Turn, Unblock
from .cleanup_situations import CleanupSituations
from .cleanup_turns import CleanupMoves, CleanupTurns
from .coded_graph import CodedGraph, explore, on_cycles
from .coded_turns import Moves
from .graph import situation_graph
from .situation_codes import SituationCodes


class Step(NamedTuple):
    """A turn, and what it leads to.

    Attributes:
        turn: the turn.
        after: the number of the situation that it leads to.
        passing: whether it counts as a pass.
        only_once: whether it can be taken only once in the phase by this player with this coloring.
    """

    turn: Turn
    after: int
    passing: bool
    only_once: bool


@dataclass(frozen=True)
class PhaseGraph:
    """The situations of a cleanup phase by number.

    Attributes:
        first: the number of the empty board with Black to play.
        unmarked: for each situation, the number of the same one without marks.
        steps: for each situation, its turns.
        one_of_each: the numbers of situations, one of those that are images of each other under the symmetries of the
            board, or all of them.
    """

    first: int
    unmarked: Sequence[int]
    steps: Sequence[Sequence[Step]]
    one_of_each: Sequence[int]

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
    def on_cycles(self) -> Flags:
        """For each situation, whether turns lead back to it without a pass if ko-moves may be made again."""
        edges = [(before, step.after) for before, steps in enumerate(self.without_passing) for step in steps]
        before, after = np.array(edges, dtype=np.int64).reshape(-1, 2).T
        return on_cycles(csr_array((np.ones(len(before), dtype=bool), (before, after)), shape=(len(self.steps),) * 2))


def phase_graph(rules: Rules, grid: Grid, phase: Phase) -> PhaseGraph:
    """The situations of a cleanup phase on a grid, by arrays where these know the rules, and else by the clauses.

    Raises:
        ValueError: see `CleanupSituations`.

    >>> from superko.spec.parameters import Scoring
    >>> graph = phase_graph(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.SECOND_CLEANUP)
    >>> len(graph.steps), int(graph.on_cycles.sum())
    (18, 14)
    """
    if rules.amendments:
        return by_clauses(CleanupSituations(rules, grid, phase))
    return by_arrays(explore(rules, grid, symmetry=False, phase=phase))


def by_clauses(situations: CleanupSituations) -> PhaseGraph:
    """The situations that the clauses lead to, one at a time; whatever the rules say."""
    held = situation_graph(situations)
    numbers = {situation: number for number, situation in enumerate(held)}
    steps = [
        [
            Step(turn, numbers[after], situations.passes(turn), situations.only_once(before, turn))
            for _, after, turns in held.edges(before, data="turns")
            for turn in turns
        ]
        for before in held
    ]
    unmarked = [numbers[situation._replace(marks=0)] for situation in held]
    return PhaseGraph(numbers[situations.first], unmarked, steps, range(len(held)))


def by_arrays(graph: CodedGraph) -> PhaseGraph:
    """The situations of a graph of a cleanup phase that was explored without symmetry.

    Raises:
        ValueError: the graph is of the main phase, or was explored with symmetry.
    """
    turns, nodes = graph.turns, graph.nodes
    if not isinstance(turns, CleanupTurns) or turns.codes.symmetric:
        raise ValueError("Ways are searched for in a cleanup phase that was explored without symmetry.")
    after_pass = graph.indices(turns.passes(nodes))
    steps = [[Step(PASS, after, passing=True, only_once=False)] for after in after_pass.tolist()]
    moves, unblocks = turns.moves(nodes), turns.unblocks(nodes)
    for before, point, after, is_ko_move in zip(*_lists(graph, moves), moves.ko_moves.tolist(), strict=True):
        steps[before].append(Step(Move(point), after, False, is_ko_move))
    for before, point, after in zip(*_lists(graph, unblocks), strict=True):
        steps[before].append(Step(Unblock(point), after, turns.unblocking_is_passing, False))
    [first] = graph.indices(np.array([turns.first], dtype=np.uint64)).tolist()
    unmarked = graph.indices(turns.codes.without_marks(nodes)).tolist()
    turned = np.minimum.reduce(SituationCodes(turns.codes.board.grid, symmetric=True).turned(nodes))
    return PhaseGraph(first, unmarked, steps, np.flatnonzero(turned == nodes).tolist())


def _lists(graph: CodedGraph, found: Moves | CleanupMoves) -> tuple[list[int], list[int], list[int]]:
    return found.indices.tolist(), found.points.tolist(), graph.indices(found.reached).tolist()
