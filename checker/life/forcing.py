"""What can be forced in a graph of hypothetical play, and which open nodes it hangs on.

Three things are forced, each defined by the one before:
- a stone is captured, by its opponent;
- a new stone that can't be captured stands where it counts, once the stones are captured, by the owner;
- a stone is captured so that this can't be forced any more, by the opponent: then it is dead.

A new stone may become safe long after it was played, by another move or because the opponent had to pass. So it is
asked of positions, not of turns.

Where a graph is open at its edge, each is worked out twice, with what lies beyond as bad and as good for whoever wants
to capture. What the two agree on is so. Elsewhere more has to be read: what comes up if one of the players goes by the
plan that looks best and the other takes any turn. A plan stands if nothing open comes up by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from ...spec.algebra import Color
from ...spec.algebra.arrays import Flags
from ...spec.algebra.grid import points_of
from ..phase.many import Numbers
from .hypothetical import NEVER, Graph, Outlook, Since, every_stone_is_new, stones_played_are_new

# More turns than it takes to fill the liberties of a string.
_FAR = 200
# How much is kept of what was worked out, in nodes of all outlooks; what others hang on is always kept.
MOST_KNOWN = 100_000_000


class GoalKind(Enum):
    """What a player may want to force."""

    CAPTURED = "the opponent captures a stone"
    SETTLED = "the owner has a new stone that can't be captured"
    FOR_GOOD = "the opponent captures a stone, and the owner can force no such new stone any more"


@dataclass(frozen=True)
class Goal:
    """What is to be forced: that a stone of an owner is captured, or that a new stone stands where it counts.

    Where all those points are emptied by the capture, any stone there is new.
    """

    kind: GoalKind
    owner: Color
    stone: int = 0
    where: int = 0
    emptied: bool = True

    @property
    def player(self) -> Color:
        """Who wants it."""
        return self.owner if self.kind is GoalKind.SETTLED else self.owner.opponent


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

    What lies `beyond` open nodes is taken to be good for whoever wants to capture, or for nobody.
    """

    graph: Graph
    beyond: bool = False
    _known: dict[Goal, Outlook] = field(default_factory=dict, repr=False)
    _since: dict[tuple[Color, bool], Since] = field(default_factory=dict, repr=False)

    def with_help_beyond(self) -> Forcing:
        """The same, with what lies beyond open nodes taken to be good for whoever wants to capture."""
        return Forcing(self.graph, beyond=True, _since=self._since)

    def outlook(self, goal: Goal) -> Outlook:
        """How soon a goal is forced, from each node; where a new stone is wanted, in the graph since a capture."""
        if goal not in self._known:
            if len(self._known) * len(self.graph.nodes) > MOST_KNOWN:
                self._known = {
                    known: outlook for known, outlook in self._known.items() if known.kind is GoalKind.CAPTURED
                }
            self._known[goal] = self._settled(goal) if goal.kind is GoalKind.SETTLED else self._captured(goal)
        return self._known[goal]

    def _settled(self, goal: Goal) -> Outlook:
        """How soon the owner has a new stone that can't be captured."""
        since = self.since(goal.owner, goal.emptied)
        there = np.zeros(len(since.new), dtype=np.bool_)
        for point in points_of(goal.where):
            stands = (since.new & np.uint64(point)) != 0
            if stands.any():
                there |= stands & ~self.captured(goal.owner, point).won[since.number]
        at = there if self.beyond else there | since.graph.is_open
        never = np.zeros(len(since.graph.origin), dtype=np.bool_)
        return since.graph.forced(goal.owner, there[since.graph.after], never, at.astype(np.int64))

    def _captured(self, goal: Goal) -> Outlook:
        """How soon the opponent captures a stone, or captures it for good."""
        takes = self._takes(goal.owner, goal.stone)
        wanted = takes
        if goal.kind is GoalKind.FOR_GOOD:
            settled = self.outlook(Goal(GoalKind.SETTLED, goal.owner, where=goal.where, emptied=goal.emptied))
            since = self.since(goal.owner, goal.emptied)
            enabled = since.in_all_play(settled.won & since.starts)
            wanted = takes & ~enabled[self.graph.after]
        at = self._at_open(goal) if self.beyond else np.zeros(len(self.graph.nodes), dtype=np.int64)
        return self.graph.forced(goal.player, wanted, takes, at)

    def since(self, owner: Color, emptied: bool) -> Since:
        """Play since a capture; see `Goal.emptied`."""
        if (owner, emptied) not in self._since:
            self._since[owner, emptied] = (every_stone_is_new if emptied else stones_played_are_new)(self.graph, owner)
        return self._since[owner, emptied]

    def captured(self, owner: Color, stone: int) -> Outlook:
        """How soon the owner's opponent captures a stone."""
        return self.outlook(Goal(GoalKind.CAPTURED, owner, stone))

    def can_last(self, owner: Color, node: int) -> int:
        """Where the owner, to play at a node, can place a stone that can't be captured."""
        graph = self.graph
        placed = ((int(graph.played[turn]), graph.after[turn]) for turn in graph.turns_from(node))
        return sum({point for point, after in placed if point and not self.captured(owner, point).won[after]})

    def _at_open(self, goal: Goal) -> Numbers:
        """The fewest turns in which a stone can be captured from unread nodes: until its liberties are filled."""
        graph, turns = self.graph, np.zeros(len(self.graph.nodes), dtype=np.int64)
        nodes = np.flatnonzero(graph.is_open)
        liberties = graph.liberties(goal.owner, goal.stone, nodes)
        turns[nodes] = np.where(liberties, 2 * liberties - 1 + graph.moves(goal.owner)[nodes], _FAR)
        return turns

    def _takes(self, owner: Color, stone: int) -> Flags:
        graph = self.graph
        takes: Flags = graph.moves(owner.opponent)[graph.origin] & ((graph.captured & np.uint64(stone)) != 0)
        return takes

    def comes_up(self, goal: Goal, start: Flags, planning: WhoPlans, other: Forcing) -> Flags:
        """Where play leads from some nodes, as long as it is not known whether a goal can be forced from there.

        Play that is about other goals, on which this one hangs, is followed too. The `other` forcing takes what lies
        beyond open nodes the other way.
        """
        since = self.since(goal.owner, goal.emptied or goal.kind is not GoalKind.SETTLED)
        graph, outlook, doubted = since.graph, self.outlook(goal), other.outlook(goal)
        undecided = outlook.won != doubted.won
        turns, ends = np.ones(len(graph.origin), dtype=np.bool_), outlook.ends
        if planning is WhoPlans.FORCING:
            turns, ends = outlook.plan(), ends | outlook.wanted
        elif planning is WhoPlans.PREVENTING:
            turns = outlook.prevention(self._put_off(goal, doubted, since))
        nodes = graph.edges.along(turns & ~ends & undecided[graph.after]).reached(
            since.from_all_play(start) & undecided
        )
        taken = turns & nodes[graph.origin]
        come_up = since.in_all_play(nodes)
        if goal.kind is GoalKind.SETTLED:
            at = as_flags(graph.after[taken & outlook.wanted], len(nodes)) if planning is WhoPlans.FORCING else nodes
            hangs_on = self._hangs_on_new_stones(goal, at, since)
        elif goal.kind is GoalKind.FOR_GOOD:
            captures = taken & (outlook.wanted if planning is WhoPlans.FORCING else outlook.ends)
            settled = replace(goal, kind=GoalKind.SETTLED, stone=0)
            hangs_on = iter([(settled, as_flags(graph.after[captures], len(nodes)))])
        else:
            hangs_on = iter(())
        for further, leads in hangs_on:
            come_up |= self.comes_up(further, leads, planning.of_the_opposite, other)
        return come_up

    def _hangs_on_new_stones(self, goal: Goal, nodes: Flags, since: Since) -> Iterator[tuple[Goal, Flags]]:
        """The captures on which it hangs whether new stones last, each with the nodes from which it is asked."""
        for point in points_of(goal.where):
            stands = nodes & ((since.new & np.uint64(point)) != 0)
            if stands.any():
                yield Goal(GoalKind.CAPTURED, goal.owner, point), since.in_all_play(stands)

    def _put_off(self, goal: Goal, doubted: Outlook, since: Since) -> Numbers:
        """What nodes cost whoever prevents a goal: nothing where it surely is, and the less the longer it takes.

        New stones are best answered by what captures them soonest.
        """
        if goal.kind is not GoalKind.SETTLED:
            return np.where(doubted.won, NEVER - doubted.soon, 0)
        latest = np.zeros(len(since.new), dtype=np.int64)
        for point in points_of(goal.where):
            stands = (since.new & np.uint64(point)) != 0
            if stands.any():
                captured = self.captured(goal.owner, point)
                soon = np.where(captured.won, captured.soon, NEVER)[since.number]
                latest = np.maximum(latest, np.where(stands, soon, 0))
        return latest + doubted.won * (2 * NEVER)


def as_flags(numbers: Numbers, size: int) -> Flags:
    """Whether each number below a size is among some."""
    flags = np.zeros(size, dtype=np.bool_)
    flags[numbers] = True
    return flags
