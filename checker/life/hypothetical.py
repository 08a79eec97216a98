"""Hypothetical play as a graph: boards with the kos that must not be retaken and whose turn it is, and every turn.

The turns are those of the clauses in force, read on arrays. A graph may be left open at its edge: nodes from which no
turn was read yet. Play that comes round is no concern of a graph; what is forced in it is a least fixpoint, so that a
player who must capture something can't do it by going round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...spec.algebra import WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.grid import points_of
from ...spec.japanese_1989.life import KOS
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Phase, Position, Turn, Unblock
from ..graph.edges import Edges, runs
from ..phase.codes import LocalCodes, SituationCodes
from ..phase.many import Numbers, are_among, distinct, places_among
from ..phase.situations import Situation
from ..phase.steps_arrays import ArraySteps, NoGuards
from ..phase.symmetry import CodeSymmetries

HYPOTHETICAL = Phase.FIRST_CLEANUP
BREAKING_OFF = f"{KOS}#round"
_NOWHERE = np.zeros(0, dtype=np.uint64)
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

    def moves(self, player: Color) -> Flags:
        """Whether a player takes the turn at a node."""
        return np.equal(self.white_to_play, player is WHITE)

    @cached_property
    def stones(self) -> dict[Color, Words]:
        """The stones of each color, for each node."""
        stones = {color: np.zeros_like(self.nodes) for color in Color}
        for indices, many in self.reading.codes.by_kind(self.nodes):
            for color in Color:
                stones[color][indices] = many.coloring.of(color)
        return stones

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
        return range(*self.edges.begins[node : node + 2].tolist())

    def node_after(self, node: int, turns: Iterable[Turn]) -> int:
        """The node that some turns lead to."""
        for turn in turns:
            node = next(int(self.after[edge]) for edge in self.turns_from(node) if self.turn(edge) == turn)
        return node

    def liberties(self, owner: Color, stone: int, nodes: Numbers) -> Numbers:
        """How many liberties the string of an owner's stone has, at each of some nodes; 0 where it does not stand."""
        board = self.reading.codes.board
        own, other = self.stones[owner][nodes], self.stones[owner.opponent][nodes]
        string = board.closure(own & np.uint64(stone), within=own)
        return board.size(board.border(string) & ~other)

    def one_each(self, nodes: Flags, cost: Numbers) -> Flags:
        """For each turn, whether it is the one of least cost from one of some nodes, or is from another node."""
        chosen = ~nodes[self.origin]
        if len(self.origin):
            number = np.diff(self.edges.begins)
            least_of_each = np.minimum.reduceat(cost, self.edges.begins[:-1][number > 0])
            least = np.flatnonzero(cost == np.repeat(least_of_each, number[number > 0]))
            chosen[least[np.flatnonzero(np.diff(self.origin[least], prepend=-1))]] = True
        return chosen

    def forced(self, player: Color, wanted: Flags, ends: Flags, at: Numbers) -> Outlook:
        """How soon a player can force one of some turns, or one of some nodes.

        Args:
            player: the player.
            wanted: for each turn, whether the player wants it; those of the opponent lead to nodes of `at`.
            ends: for each turn, whether play is over with it.
            at: after how many turns it is forced from each node, where that is known without a look at any; else 0.
        """
        forced = self.edges.forced(
            self.moves(player), (at != 0).astype(np.uint64), wanted.astype(np.uint64), ends, opens=at
        )
        return Outlook(self, player, wanted, ends, forced.soon)

    @cached_property
    def edges(self) -> Edges:
        """The turns, as edges."""
        return Edges.of(len(self.nodes), self.origin, self.after)


@dataclass(frozen=True)
class Outlook:
    """What a player can force in a graph; see `Graph.forced`.

    Attributes:
        soon: for each node, after how many turns at most a wanted one is taken, or 1 where it is no turn that is
            wanted but this node; 0 where that can't be forced.
    """

    graph: Graph
    player: Color
    wanted: Flags
    ends: Flags
    soon: Numbers

    @cached_property
    def won(self) -> Flags:
        """For each node, whether the player can force it."""
        won: Flags = self.soon != 0
        return won

    def plan(self) -> Flags:
        """For each turn, whether it may come up if the player goes for a wanted turn by the shortest way."""
        return self.graph.one_each(self.graph.moves(self.player), self._cost)

    @cached_property
    def _cost(self) -> Numbers:
        """What each turn costs the player: how long it takes from there to a wanted one."""
        lost = self.ends | ~self.won[self.graph.after]
        return np.where(self.wanted, 0, np.where(lost, NEVER, self.soon[self.graph.after]))

    def prevention(self, cost: Numbers) -> Flags:
        """For each turn, whether it may come up if the opponent keeps the player from it by the nodes of least cost."""
        graph = self.graph
        of_turns = np.where(self.won, 4 * NEVER, cost)[graph.after]
        return graph.one_each(graph.moves(self.player.opponent), of_turns)

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
                edge = min(edges, key=lambda edge: self._cost[edge])
            else:
                allowed = [edge for edge in edges if avoiding is None or not avoiding.won[graph.after[edge]]]
                edge = max(allowed, key=lambda edge: self._cost[edge])
            end = bool(self.wanted[edge])
            yield graph.turn(edge)
            node = int(graph.after[edge])


@dataclass(frozen=True)
class Since:
    """Play since a capture, where it matters which stones of a player are new.

    A node of its graph is one of all play, with a number there, and the new stones in it; where it starts nothing is
    new.
    """

    all_play: Graph
    graph: Graph
    number: Numbers
    new: Words
    starts: Flags

    def from_all_play(self, nodes: Flags) -> Flags:
        """Some nodes of all play, with nothing new in them."""
        starts: Flags = self.starts & nodes[self.number]
        return starts

    def in_all_play(self, nodes: Flags) -> Flags:
        """Some nodes, whatever is new in them, as nodes of all play."""
        anywhere = np.zeros(len(self.all_play.nodes), dtype=np.bool_)
        anywhere[self.number[nodes]] = True
        return anywhere

    def start(self, number: int) -> int:
        """The node where nothing is new in a node of all play."""
        return int(np.flatnonzero(self.starts & (self.number == number))[0])


def every_stone_is_new(graph: Graph, owner: Color) -> Since:
    """Play since a capture where only points count that it emptied, so that every stone on them is new."""
    number = np.arange(len(graph.nodes))
    return Since(graph, graph, number, graph.stones[owner], np.ones(len(number), dtype=np.bool_))


def stones_played_are_new(graph: Graph, owner: Color) -> Since:
    """Play since any capture of a player's stones, where a stone counts that was played after it, wherever it is."""
    points = [*points_of(int(np.bitwise_or.reduce(graph.played, initial=np.uint64(0))))]
    bits, begins = np.uint64(len(points)), graph.edges.begins

    def packed(sets: Words) -> Words:
        """A bit for each point."""
        words = np.zeros_like(sets)
        for bit, point in enumerate(points):
            words |= ((sets & np.uint64(point)) != 0).astype(np.uint64) << np.uint64(bit)
        return words

    own = packed(graph.stones[owner])
    placed = packed(np.where(graph.moves(owner)[graph.origin], graph.played, np.uint64(0)))

    def turns_from(nodes: Words) -> tuple[Words, Words]:
        number = (nodes >> bits).astype(np.int64)
        turns, times = runs(begins[number], begins[number + 1]), begins[number + 1] - begins[number]
        before, after = np.repeat(nodes, times), graph.after[turns]
        return before, (after.astype(np.uint64) << bits) | (before & own[after]) | placed[turns]

    captures = graph.moves(owner.opponent)[graph.origin] & (graph.captured != 0)
    nodes, origin, after = explored(distinct(graph.after[captures]).astype(np.uint64) << bits, turns_from)
    number, new = (nodes >> bits).astype(np.int64), np.zeros_like(nodes)
    for bit, point in enumerate(points):
        new |= ((nodes >> np.uint64(bit)) & np.uint64(1)) * np.uint64(point)
    since = Graph(graph.reading, graph.nodes[number], graph.is_open[number], origin, after)
    return Since(graph, since, number, new, new == 0)


def explored(start: Words, turns_from: Callable[[Words], tuple[Words, Words]]) -> tuple[Words, Numbers, Numbers]:
    """All nodes that some lead to, in order, and every turn between them, by the node that it is taken from.

    Args:
        start: some nodes, in order.
        turns_from: the turns from some nodes: the nodes that they lead from and to.
    """
    seen = frontier = start
    origins, afters = [_NOWHERE], [_NOWHERE]
    while len(frontier):
        origin, after = turns_from(frontier)
        origins.append(origin)
        afters.append(after)
        met = distinct(after)
        frontier = met[~are_among(met, seen)]
        seen = np.union1d(seen, frontier)
    from_, to = (places_among(np.concatenate(nodes), seen) for nodes in (origins, afters))
    order = np.argsort(from_, kind="stable")
    return seen, from_[order], to[order]


def loose_points(c: Coloring[int], within: int) -> int:
    """The points of a position that may change, if nobody plays but at some points.

    A string next to an empty point at which nobody plays is never captured.

    >>> from superko.interpreter.notation import parse_board
    >>> bin(loose_points(parse_board("XX.O."), 0b00100)), bin(loose_points(parse_board("X.O.."), 0b00010))
    ('0b111', '0b11')
    """
    left_alone = c.empty & ~within
    stay = left_alone
    for color in Color:
        stay |= c.board.closure(c.border(left_alone) & c.of(color), within=c.of(color))
    return c.board.everything & ~stay


class Hypothetical:
    """How hypothetical play is read on one board, with moves within some points, by rules that have clauses for it."""

    def __init__(self, rules: Rules, codes: SituationCodes, within: int) -> None:
        self.rules = rules
        self.codes = codes
        self._steps = ArraySteps(rules.dropping(BREAKING_OFF), codes, NoGuards())
        self._steps.moves_at &= within

    @staticmethod
    def on(rules: Rules, grid: Grid) -> Hypothetical:
        """All of hypothetical play on a board.

        Raises:
            ValueError: the board has too many points for codes.
        """
        as_it_is = CodeSymmetries(grid, turned=False, swapped=False)
        return Hypothetical(rules, SituationCodes(grid, as_it_is, HYPOTHETICAL), grid.everywhere)

    @staticmethod
    def locally(rules: Rules, c: Coloring[int], within: int) -> Hypothetical:
        """Hypothetical play from a position with moves at some points alone; the others stay as they are.

        Raises:
            ValueError: too many points may change, or the board is too large for arrays.
        """
        return Hypothetical(rules, LocalCodes(c, loose_points(c, within), HYPOTHETICAL), within)

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.codes.grid

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
        origins = places_among(np.concatenate([before[0], origin]), nodes)
        afters = places_among(np.concatenate([before[1], after]), nodes)
        order = np.argsort(origins, kind="stable")
        return Graph(self, nodes, is_open, origins[order], afters[order])

    def whole(self, positions: Iterable[Position[int]]) -> Graph:
        """All that some positions lead to."""
        start = distinct(np.fromiter(map(self.code, positions), np.uint64))
        nodes, origin, after = explored(start, self._turns)
        return Graph(self, nodes, np.zeros(len(nodes), dtype=np.bool_), origin, after)

    def _turns(self, nodes: Words) -> tuple[Words, Words]:
        """The turns from some nodes: the codes that they lead from and to."""
        origins, afters = [_NOWHERE], [_NOWHERE]
        for indices, many in self.codes.by_kind(nodes):
            for turns in self._steps.turns(many):
                origins.append(nodes[indices[turns.origin]])
                afters.append(self._steps.reached(turns))
        return np.concatenate(origins), np.concatenate(afters)
