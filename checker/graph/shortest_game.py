"""The shortest game that ends without result, found on numbered situations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeAlias

import networkx as nx
import numpy as np

from ...interpreter.history import first_record
from ...spec.algebra import BLACK, Coloring, Grid
from ...spec.algebra.arrays import Flags
from ...spec.algebra.integers import integer_board
from ...spec.composition import move
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Move, Phase, Position, Record, Turn
from ..evidence.verdict import LeftUndecided
from ..phase.breadth_first import breadth_first
from ..phase.many import Numbers
from ..phase.steps_arrays import KINDS
from ..phase.symmetry import CodeSymmetries, respects_symmetry
from ..phase.turns import turn_of
from .graph import CodedGraph, explore

_MOST_OCCURRENCES = 9


class NumberedStep(NamedTuple):
    """A turn, the number of what it leads to, and whether it counts as a pass.

    Also whether it can be taken only once in the phase by this player with this coloring, and whether the state that it
    leads to counts among those that have stood.
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
        unmarked: for each situation, the number of the same one without marks or bans; a negative number where no
            turns lead to it.
        boards: for each situation, a number that stands for its coloring and its player.
        orbits: for each situation, a number that stands for it and those images that clauses can't tell apart.
        occurrences: how often a state must have stood since the last pass for the game to end without result; None if
            it never does.
    """

    first: int
    unmarked: Sequence[int]
    steps: Sequence[Sequence[NumberedStep]]
    states: Sequence[int]
    boards: Sequence[int]
    orbits: Sequence[int]
    occurrences: int | None

    @cached_property
    def without_passing(self) -> list[list[NumberedStep]]:
        """For each situation, its turns that are no passes."""
        return [[step for step in steps if not step.passing] for steps in self.steps]

    @cached_property
    def walks(self) -> nx.DiGraph:
        """Which situations turns lead to that are no passes."""
        walks = nx.DiGraph()
        walks.add_nodes_from(range(len(self.steps)))
        walks.add_edges_from((before, step.after) for before in walks for step in self.without_passing[before])
        return walks

    @cached_property
    def of_state(self) -> dict[int, list[int]]:
        """The situations of each state."""
        numbers: dict[int, list[int]] = defaultdict(list)
        for number, state in enumerate(self.states):
            numbers[state].append(number)
        return numbers

    @cached_property
    def on_cycles(self) -> frozenset[int]:
        """The situations to which turns lead back without a pass if ko-moves may be made again."""
        parts = nx.strongly_connected_components(self.walks)
        return frozenset(nx.nodes_with_selfloops(self.walks)).union(*(part for part in parts if len(part) > 1))

    @cached_property
    def returning(self) -> int:
        """How many pairs of situations are joined by a turn on a walk of states that comes back without a pass."""
        states = [(self.states[before], self.states[after]) for before, after in self.walks.edges]
        parts = nx.strongly_connected_components(nx.DiGraph(states))
        part_of = {state: number for number, part in enumerate(parts) for state in part}
        return sum(part_of[before] == part_of[after] for before, after in states)


def graph_of_phase(rules: Rules, grid: Grid, phase: Phase = Phase.MAIN) -> NumberedGraph:
    """The situations of a phase on a grid.

    Raises:
        ValueError: see `explore` and `numbered`.

    >>> from superko.spec.parameters import Scoring
    >>> graph = graph_of_phase(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.SECOND_CLEANUP)
    >>> len(graph.steps), len(graph.on_cycles)
    (18, 14)
    """
    return numbered(explore(rules, grid, symmetry=False, phase=phase))


def numbered(graph: CodedGraph) -> NumberedGraph:
    """The situations of a graph that was explored without symmetry.

    Raises:
        ValueError: the graph was explored with symmetry; or see `occurrences_that_end`.
    """
    turns, nodes = graph.turns, graph.nodes
    if turns.codes.symmetries.swapped:
        raise Refusal("Games are searched for in a graph that was explored without symmetry.")
    _require_colorings_before(turns.rules, turns.codes.phase)
    bare = turns.codes.without_marks(nodes)
    unmarked = graph.indices(bare)
    unmarked[nodes[np.minimum(unmarked, len(nodes) - 1)] != bare] = -1
    _, boards = np.unique(bare, return_inverse=True)
    orbits: Numbers = np.arange(len(nodes))
    if respects_symmetry(turns.rules):
        turned = CodeSymmetries(turns.codes.grid, swapped=False)
        orbits = np.searchsorted(nodes, turned.least(nodes, turns.codes.layout))
    [first] = graph.indices(np.array([turns.first], dtype=np.uint64)).tolist()
    return NumberedGraph(
        first=first,
        unmarked=unmarked.tolist(),
        steps=_steps(graph),
        states=turns.states(nodes).tolist(),
        boards=boards.tolist(),
        orbits=orbits.tolist(),
        occurrences=occurrences_that_end(lambda times: turns.end_without_result(nodes, times)),
    )


def _require_colorings_before(rules: Rules, phase: Phase) -> None:
    """Raise a Refusal unless moves that can be made once are distinguished by the colorings before them."""
    start: Record[int] = first_record(rules, Position(Coloring(integer_board(2, 1), 0, 0), BLACK, phase))
    play = move(rules, start.position.coloring, BLACK, 1)
    for clause in rules.deciding(Decision.MADE, phase):
        if clause.function(start, play) != (play.player, play.point, play.before):
            raise Refusal(
                "Shortest games are searched for where the coloring before them says whether moves were made before; "
                f"{clause.name} tells them apart otherwise."
            )


def occurrences_that_end(ends: Callable[[int], Flags]) -> int | None:
    """How often a state must have stood since the last pass for the game to end without result; None if it never does.

    Raises:
        ValueError: that is not the same for every state.
    """
    for times in range(1, _MOST_OCCURRENCES + 1):
        ended = ends(times)
        if ended.all():
            return times
        if ended.any():
            raise Refusal(
                f"Some states end the game without result when they stand for the time number {times}, and others do "
                "not; shortest games are searched for where all do."
            )
    return None


def _steps(graph: CodedGraph) -> list[list[NumberedStep]]:
    turns, nodes = graph.turns, graph.nodes
    passing, counted = (
        {kind: turns.counts(decision, kind) for kind in KINDS}
        for decision in (Decision.COUNTS_AS_PASS, Decision.OCCURS)
    )
    steps: list[list[NumberedStep]] = [[] for _ in nodes]
    for kind, taken in turns.after(nodes).items():
        once = turns.only_once(nodes, taken) if kind is Move else np.zeros(len(taken.indices), dtype=np.bool_)
        columns = (taken.indices, taken.points, graph.indices(taken.reached), once)
        for before, point, after, only_once in zip(*(column.tolist() for column in columns), strict=True):
            steps[before].append(NumberedStep(turn_of(kind, point), after, passing[kind], only_once, counted[kind]))
    return steps


Opening: TypeAlias = tuple[tuple[Turn, ...], tuple[Turn, ...]]


def openings(graph: NumberedGraph, phases_before: bool) -> dict[int, Opening]:
    """The fewest turns to each situation, those before the phase and those within it; the nearest situations first.

    In phases before, if there are any, the same stones can be placed, and nothing is marked.

    Raises:
        ValueError: a board that moves lead to can stand within the phase only with marks, so that nothing is known of
            the phases before.
    """
    if phases_before and min(graph.unmarked) < 0:
        raise Refusal("A board stands only with marks, so that it is not known how a phase can start with it.")

    def onward(place: tuple[int, bool]) -> Iterator[tuple[Turn, tuple[int, bool]]]:
        """Turns before the phase and within it; if there are phases before, they lead to all that is not marked."""
        number, has_begun = place
        for step in graph.steps[number]:
            unmarked = graph.unmarked[step.after]
            if not has_begun:
                yield step.turn, (unmarked, False)
            if not phases_before or unmarked != step.after:
                yield step.turn, (step.after, True)

    nearest: dict[int, Opening] = {graph.first: ((), ())}
    for (before, _), turn, (after, has_begun) in breadth_first((graph.first, not phases_before), onward):
        if after not in nearest:
            opening, within = nearest[before]
            nearest[after] = (opening, (*within, turn)) if has_begun else ((*opening, turn), within)
    return nearest


class Returns:
    """Walks without a pass from a situation back to its state, though maybe with other moves banned."""

    def __init__(self, graph: NumberedGraph) -> None:
        self._graph = graph
        self._walks_back = graph.walks.reverse()
        self._fewest: dict[int, tuple[int, int | None]] = {}

    def are_possible(self, number: int, times: int) -> bool:
        """Whether walks lead from a situation back to its state a number of times, if ko-moves may be made again.

        It is so wherever one of the situations of the state comes back to itself and can be reached.
        """
        graph = self._graph
        home = graph.of_state[graph.states[number]]
        if number in graph.on_cycles or times == 0:
            return True
        if len(home) == 1:
            return False
        reached = nx.descendants(graph.walks, number)
        return any(self.are_possible(again, times - 1) for again in home if again in reached)

    def back_to(self, number: int, times: int, length: int) -> tuple[Turn, ...] | None:
        """The turns of a walk that comes back a number of times, the last time after a number of turns; or None."""
        if times == 0:
            return () if length == 0 else None
        if length < times:
            return None
        state = self._graph.states[number]
        fewest = self.fewest(state, length // times)
        if fewest is None:
            return None
        graph, way_back = self._graph, self._turns_to(state, length - (times - 1) * fewest)

        def onward(
            at: int, times: int, length: int, made: frozenset[tuple[int, Turn]] = frozenset()
        ) -> Iterator[tuple[Turn, ...]]:
            """The turns of each walk that comes back `times` times, once these ko-moves were made on some boards."""
            for step in graph.without_passing[at]:
                ko_move = (graph.boards[at], step.turn)
                if step.only_once and ko_move in made:
                    continue
                home_again = step.counted and graph.states[step.after] == state
                if home_again and times == 1:
                    if length == 1:
                        yield (step.turn,)
                # Situations from which the way back is too long are not entered.
                elif way_back.get(step.after, length) + (times - 1) * fewest <= length - 1:
                    now_made = made | {ko_move} if step.only_once else made
                    for turns in onward(step.after, times - home_again, length - 1, now_made):
                        yield (step.turn, *turns)

        return next(onward(number, times, length), None)

    def fewest(self, state: int, most: int) -> int | None:
        """The fewest turns that lead from a state back to it, if there are so few, ko-moves made again or not."""
        searched, fewest = self._fewest.get(state, (0, None))
        if fewest is None and searched < most:
            way_back = self._turns_to(state, most - 1)
            onward = (after for before in self._graph.of_state[state] for after in self._graph.walks[before])
            fewest = min((1 + way_back[after] for after in onward if after in way_back), default=None)
            self._fewest[state] = most, fewest
        return fewest if fewest is not None and fewest <= most else None

    def _turns_to(self, state: int, most: int) -> dict[int, int]:
        """The fewest turns to a state from each situation from which it takes no more than a limit."""
        layers = nx.bfs_layers(self._walks_back, self._graph.of_state[state])
        return {number: turns for turns, layer in enumerate(islice(layers, most + 1)) for number in layer}


_MOST_TURNS = 40
PASSES_BETWEEN_PHASES = 2


def shortest_game_without_result(
    graph: NumberedGraph, phases_before: int = 0, most_turns: int = _MOST_TURNS
) -> tuple[Turn, ...] | None:
    """The turns of a shortest game, from the empty board on; None if no game ends without result in the phase.

    The passes between the phases do not count among the most turns.

    Raises:
        LeftUndecided: every such game has more turns, if there is one.

    >>> from superko.checker.graph.shortest_game import graph_of_phase
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.parameters import Scoring
    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Phase
    >>> graph = graph_of_phase(Rules(scoring=Scoring.TERRITORY), Grid(2, 1), Phase.FIRST_CLEANUP)
    >>> len(shortest_game_without_result(graph, phases_before=1))
    10
    """
    if graph.occurrences is None:
        return None
    between = (PASS,) * (PASSES_BETWEEN_PHASES * phases_before)
    times = graph.occurrences - 1
    if times == 0:
        return (*between, graph.steps[graph.first][0].turn)
    nearest = openings(graph, phases_before > 0)
    returns = Returns(graph)
    # Of games of equal length, the first one that is found is shown.
    numbers = range(len(graph.steps)) if phases_before else nearest
    first_of_orbit: dict[int, int] = {}
    for number in numbers:
        first_of_orbit.setdefault(graph.orbits[number], number)
    candidates = [number for number in first_of_orbit.values() if returns.are_possible(number, times)]
    candidates.sort(key=lambda number: phases_before > 0 and number != graph.unmarked[number])
    for turns in range(most_turns + 1 if candidates else 0):
        for number in candidates:
            before, within = nearest[number]
            walk = returns.back_to(number, times, turns - len(before) - len(within))
            if walk is not None:
                return (*before, *between, *within, *walk)
    if not candidates:
        return None
    raise LeftUndecided(
        f"No game of up to {most_turns + PASSES_BETWEEN_PHASES * phases_before} turns ends without result."
    )
