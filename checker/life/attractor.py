"""What players can force on a graph of turns: attractors, as least fixpoints over edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...spec.algebra.arrays import Flags, Words
from ..phase.many import Numbers


class Forced(NamedTuple):
    """What a player can force.

    Attributes:
        won: for each node, a bit for each set that is forced from there.
        soon: for each node, after how many turns at most one is; 0 where none is.
    """

    won: Words
    soon: Numbers


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
    def begins(self) -> Numbers:
        """Where the turns from each node begin, and at last how many turns there are."""
        return np.searchsorted(self.origin, np.arange(self.nodes + 1))

    @cached_property
    def _leading(self) -> tuple[Numbers, Numbers]:
        """The turns by the node that they lead to: where those of each node begin, and their origins."""
        by_after = np.argsort(self.after, kind="stable")
        return np.searchsorted(self.after[by_after], np.arange(self.nodes + 1)), self.origin[by_after]

    def forced(
        self,
        own: Flags,
        at: Words,
        wanted: Words | None = None,
        ends: Flags | None = None,
        within: Words | None = None,
        opens: Numbers | None = None,
    ) -> Forced:
        """From which nodes a player can force one of some nodes or turns, for up to 64 sets of those at once.

        Args:
            own: for each node, whether the player takes the turn there.
            at: for each node, a bit for each set that it is in.
            wanted: for each turn, a bit for each set that it is in; those of the opponent do not count.
            ends: for each turn, whether play is over with it, wanted or not.
            within: for each node, a bit for each set that can be forced from there at all.
            opens: for each node of a set, after how many turns it counts; after 1 if left out.

        Returns:
            What is forced; nothing is beyond nodes without turns. A wanted turn is 1 turn away.

        >>> line = Edges(3, np.array([0, 1]), np.array([1, 2]))
        >>> line.forced(np.array([True, False, True]), np.array([0, 0, 1], dtype=np.uint64)).soon.tolist()
        [3, 2, 1]
        """
        won, soon = np.zeros(self.nodes, dtype=np.uint64), np.zeros(self.nodes, dtype=np.int64)
        at_once = np.zeros(len(self.origin), dtype=np.uint64) if wanted is None else wanted * own[self.origin]
        bits = np.bitwise_or.reduce(at, initial=0) | np.bitwise_or.reduce(at_once, initial=0)
        possible = np.full_like(won, bits) if within is None else within & bits
        opens, number, later = np.ones_like(soon) if opens is None else opens, 0, np.flatnonzero(at)
        waiting, (leads, leading) = np.unique(self.origin[at_once != 0]), self._leading
        while len(waiting) or len(later):
            number = number + 1 if len(waiting) else int(opens[later].min())
            begins = self.begins[waiting]
            lengths = self.begins[waiting + 1] - begins
            turns, first = runs(begins, begins + lengths), np.cumsum(lengths) - lengths
            by_turn = won[self.after[turns]]
            if ends is not None:
                by_turn[ends[turns]] = 0
            by_turn |= at_once[turns]
            by_one, by_all = (reduced.reduceat(by_turn, first) for reduced in (np.bitwise_or, np.bitwise_and))
            more = won[waiting] | possible[waiting] & np.where(own[waiting], by_one, by_all)
            opened, later = later[opens[later] <= number], later[opens[later] > number]
            new = np.concatenate([waiting[more != won[waiting]], opened[at[opened] & ~won[opened] != 0]])
            won[waiting] = more
            won[opened] |= at[opened]
            soon[new[soon[new] == 0]] = number
            before = np.zeros(self.nodes, dtype=np.bool_)
            before[leading[runs(leads[new], leads[new + 1])]] = True
            waiting = np.flatnonzero(before & (possible & ~won != 0))
        return Forced(won, soon)


def runs(begins: Numbers, ends: Numbers) -> Numbers:
    """All numbers from each of some to another.

    >>> runs(np.array([2, 7]), np.array([4, 8])).tolist()
    [2, 3, 7]
    """
    lengths = ends - begins
    offsets = np.repeat(begins - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    numbers: Numbers = np.arange(len(offsets)) + offsets
    return numbers
