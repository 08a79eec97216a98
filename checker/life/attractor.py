"""What players can force on a graph of turns: attractors, as least fixpoints over edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...spec.algebra.arrays import Flags, Words
from ..phase.many import Numbers


@dataclass(frozen=True)
class Edges:
    """Turns between nodes.

    Attributes:
        nodes: how many nodes there are.
        origin: for each turn, the number of the node that it is taken from, in order.
        after: for each turn, the number of the node that it leads to.
    """

    nodes: int
    origin: Numbers
    after: Numbers

    @staticmethod
    def of(nodes: int, origin: Numbers, after: Numbers) -> Edges:
        """Edges that were in any order."""
        order = np.argsort(origin, kind="stable")
        return Edges(nodes, origin[order], after[order])

    @cached_property
    def leading(self) -> tuple[Numbers, Numbers]:
        """The turns by the node that they lead to: where those of each node begin, and the turns."""
        by_after = np.argsort(self.after, kind="stable")
        return np.searchsorted(self.after[by_after], np.arange(self.nodes + 1)), by_after

    def forced_each(
        self,
        own: Flags,
        at: Words,
        wanted: Words | None = None,
        ends: Flags | None = None,
        within: Words | None = None,
    ) -> Words:
        """From which nodes a player can force one of some nodes or turns, for up to 64 sets of those at once.

        Args:
            own: for each node, whether the player takes the turn there.
            at: for each node, a bit for each set that it is in.
            wanted: for each turn, a bit for each set that it is in; all are the player's own.
            ends: for each turn, whether play is over with it, wanted or not.
            within: for each node, a bit for each set that can be forced from there at all.

        Returns:
            For each node, a bit for each set; nothing is forced beyond nodes without turns.

        >>> line = Edges(3, np.array([0, 1]), np.array([1, 2]))
        >>> line.forced_each(np.array([True, False, True]), np.array([0, 0, 1], dtype=np.uint64)).tolist()
        [1, 1, 1]
        """
        won, (leads, leading) = at.copy(), self.leading
        begins = np.searchsorted(self.origin, np.arange(self.nodes + 1))
        starts = at[self.after] != 0
        waiting = np.unique(self.origin[starts if wanted is None else starts | (wanted != 0)])
        while len(waiting):
            number = begins[waiting + 1] - begins[waiting]
            turns, first = runs(begins[waiting], begins[waiting + 1]), np.cumsum(number) - number
            by_turn = won[self.after[turns]]
            if ends is not None:
                by_turn = np.where(ends[turns], np.uint64(0), by_turn)
            if wanted is not None:
                by_turn = by_turn | wanted[turns]
            by_one, by_all = np.bitwise_or.reduceat(by_turn, first), np.bitwise_and.reduceat(by_turn, first)
            forced = np.where(own[waiting], by_one, by_all)
            forced = at[waiting] | (forced if within is None else forced & within[waiting])
            more = waiting[forced != won[waiting]]
            won[waiting] = forced
            before = np.zeros(self.nodes, dtype=np.bool_)
            before[self.origin[leading[runs(leads[more], leads[more + 1])]]] = True
            waiting = np.flatnonzero(before)
        return won


def runs(begins: Numbers, ends: Numbers) -> Numbers:
    """All numbers from each of some to another.

    >>> runs(np.array([2, 7]), np.array([4, 8])).tolist()
    [2, 3, 7]
    """
    lengths = ends - begins
    offsets = np.repeat(begins - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    numbers: Numbers = np.arange(len(offsets)) + offsets
    return numbers
