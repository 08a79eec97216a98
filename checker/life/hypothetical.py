"""Hypothetical play as a graph: boards with the kos that must not be retaken and whose turn it is, and every turn.

The turns are those of the clauses in force, read on arrays. A graph may be left open at its edge: nodes from which no
turn was read yet. Play that comes round is no concern of a graph; what is forced in it is a least fixpoint, so that a
player who must capture something can't do it by going round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.japanese_1989.life import KOS
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Position, Turn, Unblock
from ..phase.codes import SituationCodes
from ..phase.many import Numbers, are_among, distinct
from ..phase.situations import Situation
from ..phase.steps_arrays import ArraySteps, NoGuards
from ..phase.symmetry import CodeSymmetries

HYPOTHETICAL = Phase.FIRST_CLEANUP
BREAKING_OFF = f"{KOS}#round"
NOWHERE = np.zeros(0, dtype=np.uint64)
NEVER = 1 << 40


@dataclass(frozen=True)
class Graph:
    """Nodes and turns of hypothetical play.

    Attributes:
        reading: how codes stand for situations, and how turns are read.
        nodes: the code of each node, in order.
        is_open: whether the turns from a node were not read.
        origin: for each turn, the number of the node that it is taken from, in order.
        after: for each turn, the number of the node that it leads to.
    """

    reading: Hypothetical
    nodes: Words
    is_open: Flags
    origin: Numbers
    after: Numbers

    @cached_property
    def white_to_play(self) -> Flags:
        """Whether White takes the turn at a node."""
        return self.reading.codes.white_to_play(self.nodes)

    @cached_property
    def first(self) -> Numbers:
        """For each node from which turns were read, in order, its first turn."""
        return np.flatnonzero(np.diff(self.origin, prepend=-1))

    @cached_property
    def stones(self) -> dict[Color, Words]:
        """The stones of each color, for each node."""
        size, everywhere = np.uint64(self.reading.grid.size), np.uint64(self.reading.grid.everywhere)
        white: Words = self.nodes >> size & everywhere
        return {Color.BLACK: self.nodes & everywhere, Color.WHITE: white}

    @cached_property
    def captured(self) -> Words:
        """The stones that each turn captures."""
        occupied = self.stones[Color.BLACK] | self.stones[Color.WHITE]
        captured: Words = occupied[self.origin] & ~occupied[self.after]
        return captured

    @cached_property
    def played(self) -> Words:
        """The point at which each turn places a stone; none where it is a pass."""
        occupied = self.stones[Color.BLACK] | self.stones[Color.WHITE]
        played: Words = occupied[self.after] & ~occupied[self.origin]
        return played

    def number(self, position: Position[int]) -> int:
        """The number of the node where a position stands.

        Raises:
            KeyError: it is not in the graph.
        """
        code = np.uint64(self.reading.code(position))
        place = int(np.searchsorted(self.nodes, code))
        if place == len(self.nodes) or self.nodes[place] != code:
            raise KeyError("That position is not in this graph.")
        return place

    def turn(self, edge: int) -> Turn:
        """A turn, as players take it."""
        if self.played[edge]:
            return Move(int(self.played[edge]))
        marks = [self.reading.marks(self.nodes[node]) for node in (self.origin[edge], self.after[edge])]
        return Unblock(marks[0] & ~marks[1]) if marks[0] & ~marks[1] else PASS

    def turns_from(self, node: int) -> range:
        """The numbers of the turns from a node."""
        begin, end = np.searchsorted(self.origin, [node, node + 1])
        return range(int(begin), int(end))

    def node_after(self, node: int, turns: Iterable[Turn]) -> int:
        """The node that some turns lead to."""
        for turn in turns:
            node = next(int(self.after[edge]) for edge in self.turns_from(node) if self.turn(edge) == turn)
        return node

    def reached(self, node: int, through: Flags) -> Flags:
        """Whether a node is reached from another through nodes of some kind, itself among them."""
        reached = np.zeros(len(self.nodes), dtype=np.bool_)
        reached[node] = through[node]
        before = 0
        while before < reached.sum():
            before = int(reached.sum())
            after = self.after[reached[self.origin]]
            reached[after] |= through[after]
        return reached

    def forced(self, player: Color, wanted: Flags, if_open: bool = False) -> Outlook:
        """How soon a player can force one of some turns, all of them that player's own.

        Args:
            player: the player.
            wanted: for each turn, whether it is one of them.
            if_open: whether it is taken to be forced from nodes from which no turn was read.
        """
        won = self.is_open & if_open
        soon = won.astype(np.int64)
        if not len(self.origin):
            return Outlook(self, player, wanted, soon)
        read = self.origin[self.first]
        own = self.white_to_play[read] == (player is WHITE)
        for number in range(1, len(self.nodes) + 2):
            leads = wanted | won[self.after]
            one, every = (ufunc.reduceat(leads, self.first) for ufunc in (np.logical_or, np.logical_and))
            new = read[np.where(own, one, every) & ~won[read]]
            if not len(new):
                break
            won[new], soon[new] = True, number
        return Outlook(self, player, wanted, soon)


@dataclass(frozen=True)
class Outlook:
    """What a player can force.

    Attributes:
        graph: in which graph.
        player: the player.
        wanted: for each turn, whether it is one that the player wants to take.
        soon: for each node, after how many turns at most the player takes one; 0 where that can't be forced.
    """

    graph: Graph
    player: Color
    wanted: Flags
    soon: Numbers

    @cached_property
    def won(self) -> Flags:
        """For each node, whether the player can force it."""
        won: Flags = self.soon != 0
        return won

    def line(self, node: int, avoiding: Outlook | None = None) -> Iterator[Turn]:
        """The turns by which the player takes a wanted one soonest, while the opponent puts it off; to that turn.

        Args:
            node: where it begins, from where it can be forced.
            avoiding: what the opponent never allows meanwhile; it can't be forced from there.
        """
        graph, end = self.graph, False
        while not end:
            edges = graph.turns_from(node)
            if bool(graph.white_to_play[node]) == (self.player is WHITE):
                edge = min(edges, key=lambda edge: 0 if self.wanted[edge] else self.soon[graph.after[edge]] or NEVER)
                end = bool(self.wanted[edge])
            else:
                allowed = [edge for edge in edges if avoiding is None or not avoiding.won[graph.after[edge]]]
                edge = max(allowed, key=lambda edge: self.soon[graph.after[edge]])
            yield graph.turn(edge)
            node = int(graph.after[edge])


class Hypothetical:
    """How hypothetical play is read on one board, by rules whose clauses say its turns.

    Args:
        rules: the rules.
        grid: the board.
        within: the points at which moves are taken into account; everywhere, if left out.

    Raises:
        ValueError: the board has too many points for arrays.
    """

    def __init__(self, rules: Rules, grid: Grid, within: int | None = None) -> None:
        self.rules = rules
        self.grid = grid
        self.within = np.uint64(grid.everywhere if within is None else within)
        self.codes = SituationCodes(grid, CodeSymmetries(grid, turned=False, swapped=False), HYPOTHETICAL)
        self._steps = ArraySteps(rules.dropping(BREAKING_OFF), self.codes, NoGuards())

    def code(self, position: Position[int]) -> int:
        """The code of a position of hypothetical play."""
        return self.codes.code(Situation(position))

    def marks(self, code: Any) -> int:
        """The marked stones of a node."""
        return int(self.codes.situation(int(code)).marks)

    def position(self, c: Coloring[int], player: Color) -> Position[int]:
        """Where hypothetical play begins: no ko has been taken."""
        return Position(c, player, HYPOTHETICAL)

    def starting(self, positions: Iterable[Position[int]]) -> Graph:
        """The graph of some positions, from which no turn was read."""
        nodes = distinct(np.fromiter(map(self.code, positions), np.uint64))
        nothing = np.zeros(0, dtype=np.int64)
        return Graph(self, nodes, np.ones(len(nodes), dtype=np.bool_), nothing, nothing)

    def read_from(self, graph: Graph, chosen: Flags) -> Graph:
        """The graph, once the turns from some of its open nodes were read too."""
        origin, after = self._turns(graph.nodes[chosen & graph.is_open])
        before = graph.nodes[graph.origin], graph.nodes[graph.after]
        nodes = np.union1d(graph.nodes, after)
        is_open = np.ones(len(nodes), dtype=np.bool_)
        is_open[np.searchsorted(nodes, graph.nodes[~(graph.is_open & ~chosen)])] = False
        origins = np.searchsorted(nodes, np.concatenate([before[0], origin]))
        afters = np.searchsorted(nodes, np.concatenate([before[1], after]))
        order = np.argsort(origins, kind="stable")
        return Graph(self, nodes, is_open, origins[order], afters[order])

    def whole(self, positions: Iterable[Position[int]]) -> Graph:
        """All that some positions lead to."""
        seen = frontier = distinct(np.fromiter(map(self.code, positions), np.uint64))
        origins, afters = [NOWHERE], [NOWHERE]
        while len(frontier):
            origin, after = self._turns(frontier)
            origins.append(origin)
            afters.append(after)
            met = distinct(after)
            frontier = met[~are_among(met, seen)]
            seen = np.union1d(seen, frontier)
        from_, to = (np.searchsorted(seen, np.concatenate(some)) for some in (origins, afters))
        order = np.argsort(from_, kind="stable")
        return Graph(self, seen, np.zeros(len(seen), dtype=np.bool_), from_[order], to[order])

    def _turns(self, nodes: Words) -> tuple[Words, Words]:
        """The turns from some nodes: the codes that they lead from and to."""
        origins, afters = [NOWHERE], [NOWHERE]
        for indices, many in self.codes.by_kind(nodes):
            for turns in self._steps.turns(many):
                taken = np.flatnonzero(np.logical_or(turns.points & self.within, not isinstance(turns.turn, Move)))
                origins.append(nodes[indices[turns.origin[taken]]])
                afters.append(self._steps.reached(turns)[taken])
        return np.concatenate(origins), np.concatenate(afters)
