"""The moves between two passes under simple ko: the most that lead from one position to each other.

After a pass no state has stood but the one that stands, and what stood before the pass is known from what stands. So
how long the players can go on to move depends on the positions in which they start and end only. On two points without
suicide, say, there are at most two moves after a pass at `..`: White plays `O.`, and Black takes the stone with `.X`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import networkx as nx
import numpy as np

from ....interpreter.boards import board_text
from ....spec.algebra import Grid
from ....spec.composition import state
from ....spec.rules import Rules
from ....spec.vocabulary import Position, Turn
from ...model.machine import Machine, Step
from ...model.reading import BEFORE, LAST, RUN
from .best_tour import NEVER, Gains, best_tour
from .one_phase import added_to, after_moves, forgets, games_of_one_phase, otherwise, pass_from, sole_question, told

TRIES = 3


class Moves(NamedTuple):
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
        raise ValueError("These games can't be taken apart at their passes, as two positions have one state.")
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
        raise ValueError("These games can't be taken apart at their passes, as some states may stand more often.")
    return SimpleKoGames(games, max(most, default=1), after_pass)


def _check_pass(step: Step) -> None:
    """Check that a first pass ends the phase if that player has passed from that state, and that play starts anew."""
    question = sole_question(step.ended_by, "passed_from")
    if question is None or question.times != 1 or (question.event,) != added_to("passed_from", step):
        raise ValueError(
            "These games can't be taken apart at their passes: they must end just where a player passes from a state "
            f"again, and {otherwise(step.ended_by)}."
        )
    if not forgets("since_pass", step) or len(added_to("since_pass", step)) != 1:
        raise ValueError(
            "These games can't be taken apart at their passes, as after a pass another state has stood than that "
            "which stands."
        )


def _may_stand(step: Step) -> int:
    """How often the state that a move leads to may stand since the last pass without ending the game."""
    question = sole_question(step.ended_by, "since_pass")
    if step.forbidden_by is not None:
        raise ValueError(
            "These games can't be taken apart at their passes, as what has happened decides whether "
            f"{told(step.forbidden_by)} forbids a move."
        )
    if question is None or forgets("since_pass", step) or (question.event,) != added_to("since_pass", step):
        raise ValueError(
            "These games can't be taken apart at their passes: they must end just where a state has stood so often "
            f"since the last pass, and {otherwise(step.ended_by)}."
        )
    return question.times


def by_walking(games: SimpleKoGames, start: int) -> dict[Position, Moves]:
    """The most moves from a node to each position, found by walking all of them."""
    longest: dict[Position, Moves] = {}
    stood = Counter({games.position(start): 1})

    def walk(turns: tuple[Turn, ...], node: int) -> None:
        position = games.position(node)
        if position not in longest or len(turns) > len(longest[position].turns):
            longest[position] = Moves(turns, len(turns))
        for turn, reached in games.moves(node):
            after = games.position(reached)
            if stood[after] < games.most:
                stood[after] += 1
                walk((*turns, turn), reached)
                stood[after] -= 1

    walk((), start)
    return longest


def by_touring(games: SimpleKoGames, start: int) -> dict[Position, Moves]:
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
            raise ValueError("Moves between passes are toured on boards without a ko only.")
        for turn, reached in moves:
            if reached not in seen:
                seen.add(reached)
                waiting.append(reached)
            graph.add_edge(before, games.position(reached), turn=turn)
    return {end: _tour(graph, games.position(start), end, games.most) for end in graph}


def _tour(graph: nx.DiGraph, start: Position, end: Position, most: int) -> Moves:
    """Everything comes after the start, so what lies between is what comes before the end."""
    between = [start, *(nx.ancestors(graph, end) | {end}) - {start}]
    between.sort(key=lambda position: (position is not start, _text(position)))
    found = best_tour(_gains(graph, between, between.index(end), most), TRIES)
    visited = [between[stop // most] for stop in found.stops]
    return Moves(tuple(graph.edges[leg]["turn"] for leg in pairwise(visited)), found.at_most)


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
