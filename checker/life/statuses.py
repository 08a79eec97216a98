"""Who is alive by article 7: what the opponent of some stones can force in hypothetical play, and by which turns.

Three things are forced, each from what was found of the one before:
- a stone is captured, by its opponent;
- a new stone that can't be captured is played where it counts, by the owner;
- the stones are captured so that this can't be forced any more, by the opponent: then they are dead.

Where a graph is open at its edge, each is worked out twice, with what lies beyond as bad and as good for the opponent;
as long as the two differ more of the graph is read, and in the end it is said that a status is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.algebra.arrays import Flags
from ...spec.algebra.grid import points_of
from ...spec.composition import definition
from ...spec.japanese_1989.life import ALIVE, NEW_STONE
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .hypothetical import Graph, Hypothetical, Outlook

MOST_NODES = 100_000


class Life(Enum):
    """What stones are by article 7, and by which half of its sentence."""

    KEPT = "alive: they can't be captured"
    ALIVE = "alive: they can't be captured for good"
    ENABLING = "alive: capturing them enables a new stone that can't be captured"
    DEAD = "dead: they can be captured, and every new stone too"
    UNKNOWN = "not known: there is too much to search"

    @property
    def alive(self) -> bool | None:
        """Whether they are alive; None where it is not known."""
        return None if self is Life.UNKNOWN else self is not Life.DEAD


@dataclass(frozen=True)
class StringStatus:
    """What the stones of a string are by article 7.

    Attributes:
        stones: the stones.
        owner: whose they are.
        life: what they are.
        first: who has the first turn of the play that shows it.
        line: turns that show it, under best play of both; none where nothing can be forced.
    """

    stones: int
    owner: Color
    life: Life
    first: Color
    line: tuple[Turn, ...] = ()


@dataclass
class Forcing:
    """What can be forced in a graph, each thing worked out once; see the head of this module.

    Attributes:
        graph: the graph.
        beyond: whether what lies beyond open nodes is taken to be good for whoever wants to capture.
    """

    graph: Graph
    beyond: bool = False
    _known: dict[tuple[str, Color, int, int], Outlook] = field(default_factory=dict, repr=False)

    def captured(self, owner: Color, stone: int) -> Outlook:
        """The owner's opponent captures a stone."""
        return self.forced("captured", owner, stone, 0)

    def settled(self, owner: Color, where: int) -> Outlook:
        """The owner plays a new stone at one of some points, which can't be captured."""
        return self.forced("settled", owner, 0, where)

    def for_good(self, owner: Color, stone: int, where: int) -> Outlook:
        """The opponent captures a stone so that no such new stone can be forced any more."""
        return self.forced("for good", owner, stone, where)

    def can_last(self, owner: Color, node: int) -> int:
        """Where the owner, to play at a node, can place a stone that can't be captured."""
        turns = np.array(self.graph.turns_from(node))
        lasting = turns[self._lasts(owner, self.graph.reading.grid.everywhere)[turns]]
        return int(np.bitwise_or.reduce(self.graph.played[lasting], initial=np.uint64(0)))

    def forced(self, what: str, owner: Color, stone: int, where: int) -> Outlook:
        """What a player forces: that a stone is "captured", that this is "for good", or that a new one is "settled"."""
        key = what, owner, stone, where
        if key not in self._known:
            player, wanted = owner.opponent, self._takes(owner, stone)
            if what == "settled":
                player, wanted = owner, self._lasts(owner, where)
            elif what == "for good":
                wanted &= ~self.settled(owner, where).won[self.graph.after]
            self._known[key] = self.graph.forced(player, wanted, self.beyond == (player is not owner))
        return self._known[key]

    def _takes(self, owner: Color, stone: int) -> Flags:
        graph = self.graph
        theirs = graph.white_to_play[graph.origin] == (owner is BLACK)
        takes: Flags = theirs & ((graph.captured & np.uint64(stone)) != 0)
        return takes

    def _lasts(self, owner: Color, where: int) -> Flags:
        graph = self.graph
        own = graph.white_to_play[graph.origin] == (owner is WHITE)
        lasts = np.zeros(len(own), dtype=np.bool_)
        for point in points_of(where):
            here = own & (graph.played == np.uint64(point))
            if here.any():
                lasts |= here & ~self.captured(owner, point).won[graph.after]
        return lasts


def strings_of(c: Coloring[int]) -> Iterator[tuple[Color, int]]:
    """The strings of a board, with whose they are."""
    for color in Color:
        left = c.of(color)
        while left:
            string = c.board.closure(left & -left, within=c.of(color))
            left &= ~string
            yield color, string


@dataclass
class Confirmation:
    """The confirmation of life and death in a graph of hypothetical play.

    Attributes:
        graph: the graph.
        at_least: what can be forced if nothing that lies beyond it helps whoever wants to capture.
        at_most: what can be forced if all of it does.
    """

    graph: Graph
    at_least: Forcing = field(init=False, repr=False)
    at_most: Forcing = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.at_least = Forcing(self.graph)
        self.at_most = Forcing(self.graph, beyond=True) if self.graph.is_open.any() else self.at_least

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
        node, stone, where = self._node(c, first), stones & -stones, self.counting(c, owner, stones)
        dead, captured = (self.at_least.for_good(owner, stone, where), self.at_least.captured(owner, stone))
        if dead.won[node]:
            return StringStatus(stones, owner, Life.DEAD, first, tuple(dead.line(node)))
        if not self.at_most.captured(owner, stone).won[node]:
            return StringStatus(stones, owner, Life.KEPT, first)
        if self.at_most.for_good(owner, stone, where).won[node]:
            return StringStatus(stones, owner, Life.UNKNOWN, first)
        if not captured.won[node]:
            return StringStatus(stones, owner, Life.ALIVE, first)
        capture = list(captured.line(node, avoiding=self.at_most.for_good(owner, stone, where)))
        new_stone = self.at_least.settled(owner, where).line(self.graph.node_after(node, capture))
        return StringStatus(stones, owner, Life.ENABLING, first, (*capture, *new_stone))

    def undecided(self, owner: Color, stone: int, where: int) -> Flags:
        """Whether something that a status may hang on is not known of a node."""
        asked = [("captured", point, 0) for point in (stone, *points_of(where))]
        asked += [("settled", 0, where), ("for good", stone, where)]
        unknown = np.zeros(len(self.graph.nodes), dtype=np.bool_)
        for what, point, points in asked:
            one, other = (some.forced(what, owner, point, points) for some in (self.at_least, self.at_most))
            unknown |= one.won != other.won
        return unknown

    def _node(self, c: Coloring[int], player: Color) -> int:
        return self.graph.number(self.graph.reading.position(c, player))

    def counting(self, c: Coloring[int], owner: Color, stones: int) -> int:
        """Where a new stone counts."""
        names = ("new-stone", "new-stone-enabled", "new-stone-anywhere")
        counts = definition(self.rules, *(f"{ALIVE}#{name}" for name in names))
        before = 0
        if self.rules.parameter(NEW_STONE) == "enabled":
            before = self.at_least.can_last(owner, self._node(c, owner))
        where: int = counts(c.board, stones, before)
        return where


def begins(rules: Rules, owner: Color) -> Color:
    """Who has the first turn of the play that shows whether the owner's stones are alive."""
    first: Color = definition(rules, f"{ALIVE}#first", f"{ALIVE}#owner-first")(owner)
    return first


def confirmation_of(rules: Rules, grid: Grid, positions: Iterable[Coloring[int]]) -> Confirmation:
    """The confirmation of some final positions of a board, by all that can be played from them."""
    reading = Hypothetical(rules, grid)
    return Confirmation(reading.whole(reading.position(c, player) for c in positions for player in Color))


def searched(
    rules: Rules, c: Coloring[int], owner: Color, stones: int, within: int | None = None, most: int = MOST_NODES
) -> StringStatus:
    """The status of one string, by as much of hypothetical play as it takes; not known if that is too much.

    Args:
        rules: the rules; under them a new stone may not have to be one that could not be played before.
        c: the final position.
        owner: whose the string is.
        stones: the string.
        within: the points at which moves are taken into account; everywhere, if left out.
        most: how many nodes may be read.
    """
    reading = Hypothetical(rules, c.board.grid, within)
    start = reading.position(c, begins(rules, owner))
    graph = reading.starting([start])
    while True:
        confirmation = Confirmation(graph)
        status = confirmation.status(c, owner, stones)
        undecided = status.life in (Life.UNKNOWN, Life.ALIVE)
        if not undecided or len(graph.nodes) > most or not graph.is_open.any():
            return status
        matters = confirmation.undecided(owner, stones & -stones, confirmation.counting(c, owner, stones))
        graph = reading.read_from(graph, graph.reached(graph.number(start), matters))
