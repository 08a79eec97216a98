"""What can be forced in a graph of hypothetical play, and which open nodes it hangs on.

Three things are forced, each told by the one before:
- a stone is captured, by its opponent;
- a new stone that can't be captured is played where it counts, by the owner;
- a stone is captured so that this can't be forced any more, by the opponent: then it is dead.

Where a graph is open at its edge, each is worked out twice, with what lies beyond as bad and as good for whoever wants
to capture. What the two agree on is so. Elsewhere more has to be read: what comes up if one of the players goes by the
plan that looks best and the other takes any turn. A plan stands if nothing open comes up by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from ...spec.algebra import Color
from ...spec.algebra.arrays import Flags, Words
from ...spec.algebra.grid import points_of
from ..phase.many import Numbers
from .hypothetical import NEVER, Graph, Outlook

# More turns than it takes to fill the liberties of a string.
FAR = 200
# How much is kept of what was worked out, in nodes of all outlooks; what others hang on is always kept.
MOST_KNOWN = 100_000_000


class GoalKind(Enum):
    """What a player may want to force."""

    CAPTURED = "the opponent captures a stone"
    SETTLED = "the owner plays a new stone that can't be captured"
    FOR_GOOD = "the opponent captures a stone, and the owner can force no such new stone any more"


@dataclass(frozen=True)
class Goal:
    """What is to be forced.

    Attributes:
        kind: of which kind it is.
        owner: whose stones it is about.
        stone: the stone to be captured.
        where: the points at which a new stone counts.
    """

    kind: GoalKind
    owner: Color
    stone: int = 0
    where: int = 0

    @property
    def player(self) -> Color:
        """Who wants it."""
        return self.owner if self.kind is GoalKind.SETTLED else self.owner.opponent


def as_bits(flags: Flags) -> int:
    """Flags as the bits of a number, the first one lowest.

    >>> as_bits(np.array([True, False, True, True]))
    13
    """
    return int(flags @ (1 << np.arange(len(flags), dtype=np.uint64)))


class WhoPlans(Enum):
    """How players choose their turns, where it is asked what may come up."""

    FORCING = "whoever wants to force something goes by a plan, and the other takes any turn"
    PREVENTING = "the other goes by a plan to prevent it"
    NOBODY = "both take any turn"

    @property
    def of_the_opposite(self) -> WhoPlans:
        """The same way for what is to be prevented where this is to be forced, and the other way round."""
        return {WhoPlans.FORCING: WhoPlans.PREVENTING, WhoPlans.PREVENTING: WhoPlans.FORCING}.get(self, self)


@dataclass
class Forcing:
    """What can be forced in a graph, each thing worked out once.

    Attributes:
        graph: the graph.
        beyond: whether what lies beyond open nodes is taken to be good for whoever wants to capture.
    """

    graph: Graph
    beyond: bool = False
    _known: dict[Goal, Outlook] = field(default_factory=dict, repr=False)

    def outlook(self, goal: Goal) -> Outlook:
        """How soon a goal is forced, from each node."""
        if goal not in self._known:
            helped = self.beyond == (goal.player is not goal.owner)
            at_open = self._at_open(goal) if helped else None
            if len(self._known) * len(self.graph.nodes) > MOST_KNOWN:
                self._known = {
                    known: outlook for known, outlook in self._known.items() if known.kind is GoalKind.CAPTURED
                }
            self._known[goal] = self.graph.forced(goal.player, self._wanted(goal), at_open)
        return self._known[goal]

    def captured(self, owner: Color, stone: int) -> Outlook:
        """How soon the owner's opponent captures a stone."""
        return self.outlook(Goal(GoalKind.CAPTURED, owner, stone))

    def can_last(self, owner: Color, node: int) -> int:
        """Where the owner, to play at a node, can place a stone that can't be captured."""
        turns = np.array(self.graph.turns_from(node))
        lasting = turns[self._lasts(owner, self.graph.reading.grid.everywhere)[turns]]
        return int(np.bitwise_or.reduce(self.graph.played[lasting], initial=np.uint64(0)))

    def lasting(self, owner: Color) -> Words:
        """Where the owner can place a stone that can't be captured, for each node."""
        graph, points = self.graph, np.zeros(len(self.graph.nodes), dtype=np.uint64)
        lasting = self._lasts(owner, graph.reading.grid.everywhere)
        np.bitwise_or.at(points, graph.origin[lasting], graph.played[lasting])
        return points

    def settled_each(self, owner: Color, sets: Words) -> Words:
        """Whether the owner can force a new stone that can't be captured, by where one counts.

        Args:
            owner: the player.
            sets: up to 64 sets of points at which a new stone may count.

        Returns:
            For each node, a bit for each set.
        """
        graph, everywhere = self.graph, self.graph.reading.grid.everywhere
        wanted, lasts = np.zeros(len(graph.origin), dtype=np.uint64), self._lasts(owner, everywhere)
        for point in points_of(everywhere):
            wanted[lasts & self._plays(owner, point)] = as_bits((sets & np.uint64(point)) != 0)
        return graph.forced_each(owner, wanted)

    def for_good_each(self, owner: Color, stone: int, settled: Words, asked: np.uint64) -> Words:
        """Whether a stone can be captured for good, by where a new stone counts.

        Args:
            owner: whose it is.
            stone: the stone.
            settled: whether the owner can force a new stone; see `settled_each`.
            asked: the bits of the sets that are asked about.

        Returns:
            For each node, a bit for each set.
        """
        graph = self.graph
        wanted = np.where(self._takes(owner, stone), ~settled[graph.after] & asked, np.uint64(0))
        return graph.forced_each(owner.opponent, wanted)

    def _wanted(self, goal: Goal) -> Flags:
        """The turns by which a goal is reached."""
        if goal.kind is GoalKind.SETTLED:
            return self._lasts(goal.owner, goal.where)
        takes = self._takes(goal.owner, goal.stone)
        if goal.kind is GoalKind.CAPTURED:
            return takes
        settled = self.outlook(Goal(GoalKind.SETTLED, goal.owner, where=goal.where))
        for_good: Flags = takes & ~settled.won[self.graph.after]
        return for_good

    def _at_open(self, goal: Goal) -> Numbers:
        """After how many turns a goal can be reached at the soonest where no turn was read.

        A string is not captured before each of its liberties is filled.
        """
        graph, turns = self.graph, np.ones(len(self.graph.nodes), dtype=np.int64)
        if goal.kind is not GoalKind.SETTLED:
            nodes = np.flatnonzero(graph.is_open)
            liberties = graph.liberties(goal.owner, goal.stone, nodes)
            turns[nodes] = np.where(liberties, 2 * liberties - 1 + graph.moves(goal.owner)[nodes], FAR)
        return turns

    def _takes(self, owner: Color, stone: int) -> Flags:
        graph = self.graph
        takes: Flags = graph.moves(owner.opponent)[graph.origin] & ((graph.captured & np.uint64(stone)) != 0)
        return takes

    def _plays(self, owner: Color, point: int) -> Flags:
        graph = self.graph
        plays: Flags = graph.moves(owner)[graph.origin] & (graph.played == np.uint64(point))
        return plays

    def _lasts(self, owner: Color, where: int) -> Flags:
        lasts = np.zeros(len(self.graph.origin), dtype=np.bool_)
        for point in points_of(where):
            here = self._plays(owner, point)
            if here.any():
                lasts |= here & ~self.captured(owner, point).won[self.graph.after]
        return lasts

    def comes_up(self, goal: Goal, start: Flags, planning: WhoPlans, other: Forcing) -> Flags:
        """Where play comes to from some nodes, as long as it is not known whether a goal can be forced from there.

        Args:
            goal: the goal; where it comes to others on which it hangs, play that is about those is followed too.
            start: the nodes.
            planning: how the players choose.
            other: what can be forced if what lies beyond open nodes is taken the other way.
        """
        graph, outlook, doubted = self.graph, self.outlook(goal), other.outlook(goal)
        undecided = outlook.won != doubted.won
        turns = np.ones(len(graph.origin), dtype=np.bool_)
        ends = np.zeros(len(graph.origin), dtype=np.bool_)
        if planning is WhoPlans.FORCING:
            turns, ends = outlook.plan(), outlook.wanted
        elif planning is WhoPlans.PREVENTING:
            turns = outlook.prevention(self._put_off(goal, doubted))
        nodes = graph.followed(start & undecided, turns & ~ends & undecided[graph.after])
        taken = turns & nodes[graph.origin]
        for further, leads in self._hangs_on(goal, taken & ends if planning is WhoPlans.FORCING else taken):
            nodes = nodes | self.comes_up(further, leads, planning.of_the_opposite, other)
        return nodes

    def _hangs_on(self, goal: Goal, taken: Flags) -> Iterator[tuple[Goal, Flags]]:
        """The goals on which it hangs whether turns reach a goal, each with the nodes from which it is asked."""
        owner = goal.owner
        if goal.kind is GoalKind.FOR_GOOD:
            captures = taken & self._takes(owner, goal.stone)
            yield Goal(GoalKind.SETTLED, owner, where=goal.where), self._after(captures)
        elif goal.kind is GoalKind.SETTLED:
            for point in points_of(goal.where):
                plays = taken & self._plays(owner, point)
                if plays.any():
                    yield Goal(GoalKind.CAPTURED, owner, point), self._after(plays)

    def _after(self, turns: Flags) -> Flags:
        """The nodes that some turns lead to."""
        after = np.zeros(len(self.graph.nodes), dtype=np.bool_)
        after[self.graph.after[turns]] = True
        return after

    def _put_off(self, goal: Goal, doubted: Outlook) -> Numbers:
        """What nodes cost whoever prevents a goal: nothing where it surely is, and the less the longer it takes.

        New stones are best answered by what captures them soonest.
        """
        if goal.kind is not GoalKind.SETTLED:
            return np.where(doubted.won, NEVER - doubted.soon, 0)
        latest, own = np.zeros(len(self.graph.nodes), dtype=np.int64), self.graph.stones[goal.owner]
        for point in points_of(goal.where):
            stands = (own & np.uint64(point)) != 0
            if stands.any():
                captured = self.captured(goal.owner, point)
                latest = np.maximum(latest, np.where(stands, np.where(captured.won, captured.soon, NEVER), 0))
        return latest + doubted.won * (2 * NEVER)
