"""Who is alive by article 7: what the opponent of some stones can force in hypothetical play, and by which turns.

A status is known for sure or not at all: where a graph is open at its edge, what lies beyond is taken to be as bad and
as good as it can be, and as long as that makes a difference more of the graph is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from typing import Any

import numpy as np

from ...spec.algebra import Board, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board, regions_of
from ...spec.composition import definition
from ...spec.japanese_1989.life import ALIVE, NEW_STONE
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .forcing import Forcing, Goal, GoalKind, WhoPlans
from .hypothetical import Graph, Hypothetical

MOST_NODES = 100_000
FEW_NODES = 10_000
WORD = 64


class Life(Enum):
    """What stones are: by article 7, and by which half of its sentence; or by best play in KataGo's cleanup."""

    KEPT = "alive: they can't be captured"
    ALIVE = "alive: they can't be captured for good"
    ENABLING = "alive: capturing them enables a new stone that can't be captured"
    DEAD = "dead: they can be captured, and every new stone too"
    LEFT = "alive: best play in cleanup leaves them, or a new stone where they stood"
    TAKEN = "dead: best play in cleanup takes them"
    UNSETTLED = "not known: who goes first there decides it, or what a game without result is worth"
    UNKNOWN = "not known: there is too much to search"
    OPEN = "not known: no stones that live without a move close off a region around them that can be searched"

    @property
    def alive(self) -> bool | None:
        """Whether they are alive; None where it is not known."""
        return None if self.value.startswith("not known") else self not in (Life.DEAD, Life.TAKEN)


@dataclass(frozen=True)
class StringStatus:
    """What the stones of a string are, by article 7 or by best play in cleanup.

    A line of turns shows it, under best play of both, of which `first` has the first one; it is empty where nothing
    can be forced.
    """

    stones: int
    owner: Color
    life: Life
    first: Color
    line: tuple[Turn, ...] = ()


def strings_of(c: Coloring[int]) -> Iterator[tuple[Color, int]]:
    """The strings of a board, with whose they are."""
    for color in Color:
        yield from ((color, string) for string in regions_of(c.board, c.of(color)))


@dataclass
class Confirmation:
    """The confirmation of life and death in a graph of hypothetical play.

    What can be forced is known `at_least` if nothing beyond the graph helps whoever wants to capture, and `at_most` if
    all of it does.
    """

    graph: Graph
    at_least: Forcing = field(init=False, repr=False)
    at_most: Forcing = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.at_least = Forcing(self.graph)
        self.at_most = self.at_least.with_help_beyond() if self.graph.is_open.any() else self.at_least

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.graph.reading.rules

    def statuses(self, c: Coloring[int]) -> list[StringStatus]:
        """The status of each string of a final position.

        Raises:
            KeyError: the position is not in the graph.
        """
        return [self.status(c, owner, stones) for owner, stones in strings_of(c)]

    def dead(self, c: Coloring[int]) -> int:
        """The dead stones of a final position; those of which it is not known are not among them."""
        return sum(status.stones for status in self.statuses(c) if status.life is Life.DEAD)

    def status(self, c: Coloring[int], owner: Color, stones: int) -> StringStatus:
        """The status of one string."""
        first = begins(self.rules, owner)
        if self._undecided_before(c, owner):
            return StringStatus(stones, owner, Life.UNKNOWN, first)
        node, captured, for_good, settled = (
            self._node(c, first),
            *self._goals(owner, stones, self._before(c, owner)),
        )
        dead = self.at_least.outlook(for_good)
        if dead.won[node]:
            return StringStatus(stones, owner, Life.DEAD, first, tuple(dead.line(node)))
        if not self.at_most.outlook(captured).won[node]:
            return StringStatus(stones, owner, Life.KEPT, first)
        if self.at_most.outlook(for_good).won[node]:
            return StringStatus(stones, owner, Life.UNKNOWN, first)
        can_be_captured = self.at_least.outlook(captured)
        if not can_be_captured.won[node]:
            return StringStatus(stones, owner, Life.ALIVE, first)
        capture = list(can_be_captured.line(node, avoiding=self.at_most.outlook(for_good)))
        start = self.at_most.since(owner, settled.emptied).start(self.graph.node_after(node, capture))
        new_stone = self.at_most.outlook(settled).line(start)
        return StringStatus(stones, owner, Life.ENABLING, first, (*capture, *new_stone))

    def worth_reading(self, c: Coloring[int], owner: Color, stones: int, planning: WhoPlans) -> Flags:
        """The open nodes on which the status of a string hangs, by who goes by a plan."""
        graph = self.graph
        start = np.zeros(len(graph.nodes), dtype=np.bool_)
        if undecided := self._undecided_before(c, owner):
            node = self._node(c, owner)
            start[node] = True
            if graph.is_open[node]:
                return start
            start[graph.after[graph.turns_from(node)]] = True
            goals = [Goal(GoalKind.CAPTURED, owner, point) for point in points_of(undecided)]
        else:
            start[self._node(c, begins(self.rules, owner))] = True
            captured, for_good, _ = self._goals(owner, stones, self._before(c, owner))
            goals = [for_good if (self.at_most.outlook(for_good).won & start).any() else captured]
        forcing, other = (
            (self.at_least, self.at_most) if planning is WhoPlans.PREVENTING else (self.at_most, self.at_least)
        )
        come_up = (forcing.comes_up(goal, start, planning, other) for goal in goals)
        return graph.is_open & reduce(np.logical_or, come_up)

    def _before(self, c: Coloring[int], owner: Color) -> int:
        """Where the owner could have placed a lasting stone before, if that matters."""
        return self.at_least.can_last(owner, self._node(c, owner)) if asks_before(self.rules) else 0

    def _goals(self, owner: Color, stones: int, before: int) -> tuple[Goal, Goal, Goal]:
        """That a string is captured, that it is captured for good, and that a new stone is settled where it counts."""
        stone, grid = stones & -stones, self.graph.reading.grid
        where: int = new_stone_clause(self.rules)(integer_board(grid.width, grid.height), stones, before)
        emptied = not where & ~stones
        return (
            Goal(GoalKind.CAPTURED, owner, stone),
            Goal(GoalKind.FOR_GOOD, owner, stone, where, emptied),
            Goal(GoalKind.SETTLED, owner, 0, where, emptied),
        )

    def _undecided_before(self, c: Coloring[int], owner: Color) -> int:
        """Where it matters, but is not known, whether the owner could have placed a lasting stone before."""
        if not asks_before(self.rules) or not self.graph.is_open.any():
            return 0
        node = self._node(c, owner)
        if self.graph.is_open[node]:
            return c.empty
        return self.at_least.can_last(owner, node) & ~self.at_most.can_last(owner, node)

    def _node(self, c: Coloring[int], player: Color) -> int:
        return self.graph.number(self.graph.reading.position(c, player))


def new_stone_clause(rules: Rules) -> Callable[[Board[Any], Any, Any], Any]:
    """The clause that says where a new stone counts."""
    names = ("new-stone", "new-stone-enabled", "new-stone-anywhere")
    clause: Callable[[Board[Any], Any, Any], Any] = definition(rules, *(f"{ALIVE}#{name}" for name in names))
    return clause


def asks_before(rules: Rules) -> bool:
    """Whether it matters which new stones the owner could have played before."""
    return rules.parameter(NEW_STONE) == "enabled"


def begins(rules: Rules, owner: Color) -> Color:
    """Who has the first turn of the play that shows whether the owner's stones are alive."""
    first: Color = definition(rules, f"{ALIVE}#first", f"{ALIVE}#owner-first")(owner)
    return first


def confirmation_of(rules: Rules, grid: Grid, positions: Iterable[Coloring[int]]) -> Confirmation:
    """The confirmation of some final positions of a board, by all that can be played from them."""
    reading = Hypothetical.on(rules, grid)
    return Confirmation(reading.whole(reading.position(c, player) for c in positions for player in Color))


def searched(
    rules: Rules, c: Coloring[int], owner: Color, stones: int, within: int | None = None, most: int = MOST_NODES
) -> StringStatus:
    """The status of one string, by as much of hypothetical play as it takes; not known if that is too much.

    While little was read, all is read that the status hangs on. Then it is what comes up by the plan of one player or
    of the other, by turns, so that as much is read for each.

    Moves are taken into account within some points, so that it is decided locally, or everywhere; no more nodes are
    read than the limit.

    Raises:
        ValueError: too many points may change, or the board is too large.
    """
    reading = Hypothetical.locally(rules, c, c.board.everything if within is None else within)
    graph = reading.starting(reading.position(c, player) for player in Color)
    read = {WhoPlans.FORCING: 0, WhoPlans.PREVENTING: 0}
    while True:
        confirmation = Confirmation(graph)
        status = confirmation.status(c, owner, stones)
        undecided = status.life in (Life.UNKNOWN, Life.ALIVE)
        if not undecided or len(graph.nodes) > most:
            return status
        if len(graph.nodes) < FEW_NODES:
            chosen = confirmation.worth_reading(c, owner, stones, WhoPlans.NOBODY)
        else:
            open_nodes = {planning: confirmation.worth_reading(c, owner, stones, planning) for planning in read}
            planning = min(read, key=lambda planning: read[planning] + int(open_nodes[planning].sum()))
            chosen = open_nodes[planning]
            read[planning] += int(chosen.sum())
        assert chosen.any(), "what is not known hangs on an open node"
        graph = reading.read_from(graph, chosen)
