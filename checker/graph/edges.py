"""Edges of a graph of turns: what they lead to, which cycles they make, and what players can force by them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...spec.algebra.arrays import Flags, Words
from ..phase.many import Numbers, distinct
from ..phase.symmetry import Packed

# How many strong components are looked for one by one, and in graphs of fewer than how many edges.
COMPONENTS, MANY = 5, 1 << 21
# What a node is that is both reached from another one, 2, and leads to it, 1.
BOTH = 3


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
    """Turns between nodes, in the order of the nodes that they are taken from.

    Attributes:
        begins: where the turns from each node begin, and at last how many turns there are.
        after: for each turn, the number of the node that it leads to.
    """

    begins: Packed
    after: Packed

    @staticmethod
    def of(nodes: int, origin: Packed, after: Packed) -> Edges:
        """Edges between a number of nodes, given in any order."""
        # Numbers of 16 bits are sorted in a seventh of the time.
        order = np.lexsort((origin.astype(np.uint16), (origin >> 16).astype(np.uint16)))
        return Edges(np.concatenate([[0], np.cumsum(np.bincount(origin, minlength=nodes))]), after[order])

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.begins) - 1

    @cached_property
    def origin(self) -> Packed:
        """For each turn, the number of the node that it is taken from."""
        return np.repeat(np.arange(self.nodes, dtype=self.after.dtype), np.diff(self.begins))

    @cached_property
    def backward(self) -> Edges:
        """The edges, each turned round."""
        return Edges.of(self.nodes, self.after, self.origin)

    def along(self, turns: Flags) -> Edges:
        """Those of the edges alone that are chosen."""
        return Edges(np.concatenate([[0], np.cumsum(turns)])[self.begins], self.after[turns])

    def reached(self, start: Flags) -> Flags:
        """Which nodes edges lead to from some, those included."""
        reached, new = start.copy(), np.flatnonzero(start)
        while len(new):
            after: Any = self.after[runs(self.begins[new], self.begins[new + 1])]
            new = distinct(after[~reached[after]])
            reached[new] = True
        return reached

    @cached_property
    def on_cycles(self) -> Flags:
        """For each node, whether edges lead from it back to it: whether one leads to it from its own strong component.

        That component is what a node leads to and is reached from. No other cycle has an edge into it or out of it, or
        one before or after which there is none: most often nothing is left to ask of scipy, which takes long to import
        (McLendon and others, 2005). Of many edges it is asked at once, as that takes less time and memory than sorting.
        """
        cyclic, edges = np.zeros(self.nodes, dtype=np.bool_), self
        for _ in range(COMPONENTS if len(self.after) < MANY else 0):
            if not len(edges.after):
                return cyclic
            ways = np.diff(edges.begins) * np.bincount(edges.after, minlength=self.nodes)
            middle = np.arange(self.nodes) == ways.argmax()
            sides = 2 * edges.reached(middle) + edges.backward.reached(middle)
            before, after = sides[edges.origin], sides[edges.after]
            cyclic[edges.after[(before == BOTH) & (after == BOTH)]] = True
            kept = (before == after) & (after != BOTH)
            while not kept.all():
                edges = edges.along(kept)
                leads, led = np.zeros((2, self.nodes), dtype=np.bool_)
                leads[edges.origin], led[edges.after] = True, True
                kept = led[edges.origin] & leads[edges.after]
        cyclic[edges.after[edges.origin == edges.after]] = True
        return cyclic | (np.bincount(edges.components)[edges.components] > 1)

    @cached_property
    def components(self) -> Packed:
        """The number of each node's strong component (Pearce, 2005)."""
        from scipy.sparse import csr_array  # noqa: PLC0415 (it takes long to import)
        from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 (it takes long to import)

        # To scipy, every edge has a length of 64 bits; one number is enough for all of them.
        lengths = np.broadcast_to(np.float64(1), len(self.after))
        links: Any = csr_array((lengths, self.after, self.begins), shape=(self.nodes, self.nodes))
        # Where an edge is there twice, older versions of scipy never end.
        links = links if links.has_canonical_format else links.tocoo().tocsr()
        components: Packed = connected_components(links, connection="strong")[1]
        return components

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

        >>> line = Edges.of(3, np.array([0, 1]), np.array([1, 2]))
        >>> line.forced(np.array([True, False, True]), np.array([0, 0, 1], dtype=np.uint64)).soon.tolist()
        [3, 2, 1]
        """
        won, soon = np.zeros(self.nodes, dtype=np.uint64), np.zeros(self.nodes, dtype=np.int64)
        at_once = np.zeros(len(self.origin), dtype=np.uint64) if wanted is None else wanted * own[self.origin]
        bits = np.bitwise_or.reduce(at, initial=0) | np.bitwise_or.reduce(at_once, initial=0)
        possible = np.full_like(won, bits) if within is None else within & bits
        opens, number, later = np.ones_like(soon) if opens is None else opens, 0, np.flatnonzero(at)
        waiting, backward = distinct(self.origin[at_once != 0]), self.backward
        while len(waiting) or len(later):
            number = number + 1 if len(waiting) else int(opens[later].min())
            begins, ends_of = self.begins[waiting], self.begins[waiting + 1]
            turns, first = runs(begins, ends_of), np.cumsum(ends_of - begins) - (ends_of - begins)
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
            before[backward.after[runs(backward.begins[new], backward.begins[new + 1])]] = True
            waiting = np.flatnonzero(before & (possible & ~won != 0))
        return Forced(won, soon)


def runs(begins: Packed, ends: Packed) -> Numbers:
    """All numbers from each of some to another.

    >>> runs(np.array([2, 7]), np.array([4, 8])).tolist()
    [2, 3, 7]
    """
    lengths = ends - begins
    offsets = np.repeat(begins - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    numbers: Numbers = np.arange(len(offsets)) + offsets
    return numbers
