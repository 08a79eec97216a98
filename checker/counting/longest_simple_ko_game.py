"""The most moves between two passes under simple ko, of which the longest game is made.

After a pass no state has stood but the one that stands, and what stood before the pass is known from what stands. So
how long the players can go on to move depends on the positions in which they start and end only. On two points without
suicide, say, there are at most two moves after a pass at `..`: White plays `O.`, and Black takes the stone with `.X`.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import NamedTuple, TypeAlias

import networkx as nx
import numpy as np
import numpy.typing as npt

from ...interpreter.notation import board_text
from ...spec.algebra import Grid
from ...spec.composition import state
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Position, Turn
from ..phase.machine import Machine, Step
from ..phase.past import BEFORE, LAST, RUN
from .one_phase import (
    added_to,
    after_moves,
    clause_names,
    forgets,
    games_of_one_phase,
    otherwise,
    pass_from,
    sole_question,
)

TRIES_BETWEEN_PASSES = 3


class MovesBetweenPasses(NamedTuple):
    """Moves without a pass between them.

    Attributes:
        turns: the most of them that were found.
        at_most: the most that there can be between the same positions.
    """

    turns: tuple[Turn, ...]
    at_most: int


@dataclass(frozen=True)
class SimpleKoGames:
    """Games under simple ko on one grid: their moves, what a pass leads to, and how often a state may stand.

    Attributes:
        machine: the machine of their phase.
        most: how often a state may stand between passes without ending the game.
        after_pass: for each position, the node of the machine after a pass that lets the game go on.
    """

    machine: Machine
    most: int
    after_pass: dict[Position, int]

    def position(self, node: int) -> Position:
        """What stands at a node."""
        return self.machine.nodes[node].position

    def moves(self, node: int) -> Iterator[tuple[Turn, int]]:
        """The legal moves at a node, each with the node that it leads to."""
        return ((step.turn, step.after) for step in self.machine.steps[node] if step.play)


def simple_ko_games(rules: Rules, grid: Grid) -> SimpleKoGames:
    """The games from the empty grid.

    Raises:
        ValueError: a clause in force makes a move or a pass depend on anything else than simple ko makes them depend
            on; the message names it, or what it asks about.
    """
    games = games_of_one_phase(rules, grid, asked=frozenset({RUN, BEFORE, LAST}))
    positions = {node.position for node in games.nodes}
    if len({state(rules, position) for position in positions}) < len(positions):
        raise Refusal("These games can't be taken apart at their passes, as two positions have one state.")
    after_pass = {}
    for node in after_moves(games):
        passed = pass_from(games, node)
        _check_pass(passed)
        after_pass[games.nodes[node].position] = passed.after
    for node in after_moves(games):
        # From a position to which only passes lead, no pass lets the game go on: no tour comes to it by a move.
        after_pass.setdefault(games.nodes[pass_from(games, node).after].position, node)
    most = {_may_stand(step) for steps in games.steps for step in steps if step.play}
    if len(most) > 1:
        raise Refusal("These games can't be taken apart at their passes, as some states may stand more often.")
    return SimpleKoGames(games, max(most, default=1), after_pass)


def _check_pass(step: Step) -> None:
    """Check that a first pass ends the phase if that player has passed from that state, and that play starts anew."""
    question = sole_question(step.ended_by, "passed_from")
    if question is None or question.times != 1 or (question.event,) != added_to("passed_from", step):
        raise Refusal(
            "These games can't be taken apart at their passes: they must end just where a player passes from a state "
            f"again, and {otherwise(step.ended_by)}."
        )
    if not forgets("since_pass", step) or len(added_to("since_pass", step)) != 1:
        raise Refusal(
            "These games can't be taken apart at their passes, as after a pass another state has stood than that "
            "which stands."
        )


def _may_stand(step: Step) -> int:
    """How often the state that a move leads to may stand since the last pass without ending the game."""
    question = sole_question(step.ended_by, "since_pass")
    if step.forbidden_by is not None:
        raise Refusal(
            "These games can't be taken apart at their passes, as what has happened decides whether "
            f"{clause_names(step.forbidden_by)} forbids a move."
        )
    if question is None or forgets("since_pass", step) or (question.event,) != added_to("since_pass", step):
        raise Refusal(
            "These games can't be taken apart at their passes: they must end just where a state has stood so often "
            f"since the last pass, and {otherwise(step.ended_by)}."
        )
    return question.times


def by_walking(games: SimpleKoGames, start: int) -> dict[Position, MovesBetweenPasses]:
    """The most moves from a node to each position, found by walking all of them."""
    longest: dict[Position, MovesBetweenPasses] = {}
    stood = Counter({games.position(start): 1})

    def walk(turns: tuple[Turn, ...], node: int) -> None:
        position = games.position(node)
        if position not in longest or len(turns) > len(longest[position].turns):
            longest[position] = MovesBetweenPasses(turns, len(turns))
        for turn, reached in games.moves(node):
            after = games.position(reached)
            if stood[after] < games.most:
                stood[after] += 1
                walk((*turns, turn), reached)
                stood[after] -= 1

    walk((), start)
    return longest


def by_touring(games: SimpleKoGames, start: int) -> dict[Position, MovesBetweenPasses]:
    """Many moves from a node to each position, and a bound on the most.

    They are a tour from a depot through each position, as often as its state may stand.

    Raises:
        ValueError: what stood before decides whether a move is legal, so that more than the position matters.
    """
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_node(games.position(start))
    legal: dict[Position, frozenset[Turn]] = {}
    waiting, seen = [start], {start}
    while waiting:
        node = waiting.pop()
        before = games.position(node)
        moves = list(games.moves(node))
        if legal.setdefault(before, frozenset(turn for turn, _ in moves)) != {turn for turn, _ in moves}:
            raise Refusal("Moves between passes are toured on boards without a ko only.")
        for turn, reached in moves:
            if reached not in seen:
                seen.add(reached)
                waiting.append(reached)
            graph.add_edge(before, games.position(reached), turn=turn)
    return {end: _tour(graph, games.position(start), end, games.most) for end in graph}


def _tour(graph: nx.DiGraph, start: Position, end: Position, most: int) -> MovesBetweenPasses:
    """Everything comes after the start, so what lies between is what comes before the end."""
    between = [start, *(nx.ancestors(graph, end) | {end}) - {start}]
    between.sort(key=lambda position: (position is not start, _text(position)))
    tour = best_tour(_gains(graph, between, between.index(end), most), TRIES_BETWEEN_PASSES)
    visited = [between[stop // most] for stop in tour.stops]
    return MovesBetweenPasses(tuple(graph.edges[leg]["turn"] for leg in pairwise(visited)), tour.at_most)


def _text(position: Position) -> str:
    return f"{board_text(position.coloring)} {position.player.value}"


def _gains(graph: nx.DiGraph, between: list[Position], end: int, most: int) -> Gains:
    """A move gains one, and there are as many stops at a position as it may stand; the depot gains nothing."""
    number = {position: index for index, position in enumerate(between)}
    gains = np.full((len(between) * most + 1,) * 2, NEVER)
    for before, first in number.items():
        for after in graph[before]:
            if after in number:
                there = most * number[after]
                gains[most * first : most * (first + 1), there : there + most] = 1
    gains[-1, 0] = 0
    gains[most * end : most * (end + 1), -1] = 0
    return gains


Gains: TypeAlias = npt.NDArray[np.int64]
Stops: TypeAlias = tuple[int, ...]

NEVER = -(1 << 40)


@dataclass(frozen=True)
class BestTour:
    """What a search for the best tour came to.

    Attributes:
        at_most: what no tour gains more than.
        gain: what the best tour found gains; the same, unless the search was given up.
        stops: its stops, from the first after the depot.
    """

    at_most: int
    gain: int
    stops: Stops


def best_tour(gains: Gains, tries: int) -> BestTour:
    """The tour from the last stop, the depot, through any of the others, each once at most, that gains the most.

    Args:
        gains: what is gained by going from one stop (row) straight to another (column); NEVER where one can't, and
            0 or more elsewhere. What the diagonal holds is of no account.
        tries: how many assignments to branch upon before giving up.

    Raises:
        ValueError: no tour was found.

    >>> gains = np.full((3, 3), NEVER)
    >>> gains[2, 0] = gains[0, 2] = 1
    >>> gains[0, 1] = gains[1, 0] = 5
    >>> best_tour(gains, tries=10)
    BestTour(at_most=2, gain=2, stops=(0,))
    """
    gains = gains.copy()
    np.fill_diagonal(gains, 0)
    gains[-1, -1] = NEVER
    newest_first = count(step=-1)
    best = -1
    stops: Stops = ()
    waiting = [_assigned(gains, next(newest_first))]
    for _ in range(tries):
        if not waiting or -waiting[0][0] <= best:
            break
        _, _, following, allowed = heapq.heappop(waiting)
        patched = _patched(gains, following)
        if (gain := _gain(gains, patched)) > best:
            best, stops = gain, patched
        for narrowed in _without_one_subtour(allowed, following):
            heapq.heappush(waiting, _assigned(narrowed, next(newest_first)))
    if best < 0:
        raise Refusal("No tour was found.")
    return BestTour(max(best, -waiting[0][0] if waiting else best), best, stops)


def _assigned(gains: Gains, number: int) -> tuple[int, int, Stops, Gains]:
    """The most that an assignment gains (with the other sign), its number, and the stop that follows each."""
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 (it takes long to import)

    rows, following = linear_sum_assignment(gains, maximize=True)
    return -int(gains[rows, following].sum()), number, tuple(following.tolist()), gains


def _gain(gains: Gains, stops: Stops) -> int:
    depot = len(gains) - 1
    return sum(int(gains[leg]) for leg in pairwise((depot, *stops, depot)))


def _subtours(following: Sequence[int]) -> Iterator[Stops]:
    """The subtours of more than one stop that an assignment consists of; that of the depot comes first."""
    seen: set[int] = set()
    for start in reversed(range(len(following))):
        stops = [start]
        while start not in seen and following[stops[-1]] != start:
            stops.append(following[stops[-1]])
        if len(stops) > 1:
            yield tuple(stops)
        seen.update(stops)


def _patched(gains: Gains, following: Stops) -> Stops:
    """One tour, made of all: each other subtour is taken in where two legs cross over best, or left out."""
    after = np.array(following)
    own, *others = _subtours(following)
    for stops in others:
        here, there = np.array(own), np.array(stops)
        crossed = gains[np.ix_(here, after[there])] + gains[np.ix_(there, after[here])].T
        change = crossed - gains[here, after[here]][:, None] - gains[there, after[there]][None, :]
        first, second = np.unravel_index(change.argmax(), change.shape)
        leave, join = here[first], there[second]
        if change.max() > -gains[there, after[there]].sum():
            after[leave], after[join] = after[join], after[leave]
        else:
            after[there] = there
        own = next(_subtours(after.tolist()))
    return own[1:]


def _without_one_subtour(allowed: Gains, following: Stops) -> Iterator[Gains]:
    """Every way to leave out the shortest subtour without the depot: in each, another leg is the first that goes."""
    _, *others = _subtours(following)
    kept = allowed.copy()
    for start in min(others, key=len, default=()):
        narrowed = kept.copy()
        narrowed[start, following[start]] = NEVER
        yield narrowed
        gain = kept[start, following[start]]
        kept[start, :] = kept[:, following[start]] = NEVER
        kept[start, following[start]] = gain


TRIES = 200
FEW_POINTS = 3


class LongGame(NamedTuple):
    """The turns of a game under simple ko, the longest that was found, and how many turns no game exceeds."""

    turns: tuple[Turn, ...]
    at_most: int


def long_game(rules: Rules, grid: Grid) -> LongGame:
    """A long game from the empty grid, counted in turns; on up to three points, it is a longest one.

    Raises:
        ValueError: a clause in force asks about something else than under simple ko, so that games can't be taken apart
            at their passes; or there are kos on a grid of more than three points.

    >>> from superko.spec.parameters import Ko
    >>> long_game(Rules(ko=Ko.SIMPLE), Grid(1, 1))
    LongGame(turns=(Pass(), Pass()), at_most=2)
    """
    tours = Tours(rules, grid)
    turns = tours.turns(best_tour(tours.gains(lambda moves: len(moves.turns)), TRIES).stops)
    return LongGame(turns, best_tour(tours.gains(lambda moves: moves.at_most), TRIES).at_most)


class Tours:
    """Games as tours: the moves from the start to each position, and from each that is passed from to others.

    Attributes:
        positions: the positions in which there may be a pass.
    """

    def __init__(self, rules: Rules, grid: Grid) -> None:
        games = simple_ko_games(rules, grid)
        find = by_walking if grid.size <= FEW_POINTS else by_touring
        self._from_the_start = find(games, 0)
        self._after_pass: dict[Position, dict[Position, MovesBetweenPasses]] = {}
        waiting = list(self._from_the_start)
        while waiting:
            position = waiting.pop()
            if position not in self._after_pass:
                self._after_pass[position] = find(games, games.after_pass[position])
                waiting += self._after_pass[position]
        self.positions = tuple(self._after_pass)

    def gains(self, length: Callable[[MovesBetweenPasses], int]) -> Gains:
        """The turns from a pass in one position to a pass in another; the depot is the start and the end.

        Args:
            length: as how many moves are counted.
        """
        number = {position: stop for stop, position in enumerate(self.positions)}
        gains = np.full((len(number) + 1,) * 2, NEVER)
        for stop, ways in enumerate((*self._after_pass.values(), self._from_the_start)):
            for position, moves in ways.items():
                # Two passes in a row end the game, unless the first turn is one of them.
                if length(moves) or stop == len(number):
                    gains[stop, number[position]] = length(moves) + 1
            gains[stop, -1] = max(map(length, ways.values())) + 1
        return gains

    def turns(self, stops: tuple[int, ...]) -> tuple[Turn, ...]:
        """The turns of the game that passes in these positions, goes on as long as it can, and ends with passes."""
        turns: list[Turn] = []
        ways = self._from_the_start
        for stop in stops:
            turns += [*ways[self.positions[stop]].turns, PASS]
            ways = self._after_pass[self.positions[stop]]
        end, last = max(ways.items(), key=lambda way: len(way[1].turns))
        ends_at_once = not last.turns or end in {self.positions[stop] for stop in stops}
        return (*turns, *last.turns, *([PASS] if ends_at_once else [PASS, PASS]))
