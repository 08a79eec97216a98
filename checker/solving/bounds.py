"""Static bounds: what each player is sure of whatever the history, by value iteration over the tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd, inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..phase.tables import ANY_SCORE, FORBIDDEN, GOES_ON, HALF_POINTS, NOT_KNOWN, Numbers, PhaseToSearch, Tables
from .state import BEST, FAILS, NOTHING, SUCCEEDS


@dataclass
class Bounds:
    """Between which leads of Black a value lies, in half points: it is at least the one and less than the other."""

    least: float = -inf
    less_than: float = inf


@dataclass(frozen=True)
class LeadRange:
    """The leads with which a game may end, in half points: an origin, and steps of one size from there.

    Attributes:
        origin: one of them.
        grain: the greatest number of half points by which they can differ.
        usual: how far from an even game they are, but for what is counted on the way.
        least: the least of them; -inf if what is counted on the way may make it less.
        most: the greatest of them; inf likewise.
    """

    origin: int
    grain: int
    usual: int
    least: float
    most: float

    @staticmethod
    def of(ends: Sequence[int], phase: PhaseToSearch) -> LeadRange:
        """The leads of a phase, given those at its ends."""
        scored = sorted({some for some in ends if some != NOT_KNOWN})
        goes_on = NOT_KNOWN in ends
        shifts = set(np.unique(np.asarray(phase.tables.shift)).tolist())
        origin = 0 if goes_on or not scored else min(scored, key=abs)
        grain = 1 if goes_on else gcd(*(some - origin for some in scored), *shifts) or 1
        usual = max([abs(some) for some in scored] + [HALF_POINTS * phase.grid.size])
        if goes_on or shifts - {0} or not scored:
            return LeadRange(origin, grain, usual, -inf, inf)
        return LeadRange(origin, grain, usual, scored[0], scored[-1])

    def lead(self, number: int) -> int:
        """A lead by its number, 0 for the origin."""
        return self.origin + number * self.grain

    def number(self, lead: float) -> int:
        """The number of a lead."""
        return int((lead - self.origin) // self.grain)

    def next_from(self, threshold: float) -> float:
        """The least lead that is enough for a threshold; beyond all leads if no score is, or every one.

        >>> [LeadRange(0, 2, 6, -6, 6).next_from(threshold) for threshold in (3, 4, 7, -6)]
        [4, 4, 1048576, -1048576]
        """
        if threshold > self.most or threshold >= ANY_SCORE:
            return ANY_SCORE
        if threshold <= self.least or threshold <= -ANY_SCORE:
            return -ANY_SCORE
        return self.lead(-int((self.origin - threshold) // self.grain))


def value_by_thresholds(succeeds: Callable[[float], bool], leads: LeadRange, near: int) -> float:
    """The greatest lead with which Black succeeds: by ever longer leaps, then by halves; infinite if there is none.

    Args:
        succeeds: whether Black gets at least so much.
        leads: the leads that there can be.
        near: the number of one that is asked about first.

    >>> value_by_thresholds(lambda threshold: threshold <= 4, LeadRange(0, 2, 18, -18, 18), 0)
    4
    >>> value_by_thresholds(lambda threshold: False, LeadRange(0, 2, 18, -18, 18), 0)
    -inf
    """
    direction = 1 if succeeds(leads.lead(near)) else -1
    far = _as_far_as(succeeds, leads, near, direction)
    if far is None:
        return direction * inf
    least, less_than = sorted(far)
    while less_than - least > 1:
        middle = (least + less_than) // 2
        if succeeds(leads.lead(middle)):
            least = middle
        else:
            less_than = middle
    return leads.lead(least)


def _as_far_as(
    succeeds: Callable[[float], bool], leads: LeadRange, near: int, direction: int
) -> tuple[int, int] | None:
    """The last lead found by ever longer leaps on whose side the value is, and the first one on whose it is not.

    None if the value is beyond all leads, since best play leads to no result.
    """
    leap, asked, is_beyond = 1, False, direction > 0
    while succeeds(leads.lead(near + leap * direction)) is is_beyond:
        near += leap * direction
        leap *= 2
        if not asked and abs(leads.lead(near)) > leads.usual:
            asked = True
            if succeeds(ANY_SCORE * direction) is is_beyond:
                return None
    return near, near + leap * direction


LeadsOfNodes: TypeAlias = npt.NDArray[np.int32]

# More than any lead: what is no end costs a player nothing, and what is not known is worth nothing.
BEYOND = 4 * ANY_SCORE
# Where turns change the lead, bounds may rise without end. Each round tells only of one turn more.
MOST_ROUNDS = 200
BLOCK = 1 << 20
WHITE_MOVES, BLACK_MOVES = range(2)


class Prospects(NamedTuple):
    """What games come to, in half points, for no-result at its worst and at its best.

    Attributes:
        ends: for each end, what it is worth to Black.
        least: for each node, what Black is sure of, whatever has happened before.
        most: for each node, what White is sure that Black does not exceed.
    """

    ends: Numbers
    least: Numbers
    most: Numbers

    def of(self, node: int, mode: int) -> tuple[float, float]:
        """The least and the greatest lead to which a node can come, for all that players are sure of."""
        least, most = int(self.least[mode, node]), int(self.most[mode, node])
        return (-inf if least <= -ANY_SCORE else least), (inf if most >= ANY_SCORE else most)


def nothing_assured(ends: Sequence[int], nodes: int, modes: int) -> Prospects:
    """That nobody is sure of anything.

    Args:
        ends: what each end is worth to Black; `NOT_KNOWN` where nobody has found out.
        nodes: how many nodes there are.
        modes: 2 if no-result may count at its worst and at its best, 1 if there is none.
    """
    of_nodes = np.full((modes, nodes), BEYOND, np.int32)
    return Prospects(np.array([ends] * modes, np.int32), -of_nodes, of_nodes)


def surely(prospects: Prospects, mode: int, node: int, threshold: int) -> int:
    """Whether Black gets at least so much, where a player is sure of it; else NOTHING."""
    if threshold <= prospects.least[mode, node]:
        return SUCCEEDS
    return FAILS if threshold > prospects.most[mode, node] else NOTHING


def assured(
    tables: Tables, ends: Any, mode: int, go_on: Callable[[], None] = lambda: None
) -> tuple[LeadsOfNodes, LeadsOfNodes]:
    """What Black is sure of at each node, and what White is sure that Black does not exceed.

    Args:
        tables: the phase.
        ends: what each end is worth to Black, in half points; `NOT_KNOWN` where nobody has found out.
        mode: how no-result counts.
        go_on: is called from time to time, and may raise an exception to stop it.
    """
    is_known = np.asarray(ends) != NOT_KNOWN
    black, white = (np.where(is_known, worths, -BEYOND) for worths in (ends, np.negative(ends)))
    no_result = BEYOND if mode == BEST else -BEYOND
    least = _assured_of(tables, BLACK_MOVES, [BEYOND, BEYOND, no_result, *black], go_on)
    return least, -_assured_of(tables, WHITE_MOVES, [BEYOND, BEYOND, -no_result, *white], go_on)


def _assured_of(tables: Tables, player: int, worths: Any, go_on: Callable[[], None]) -> LeadsOfNodes:
    """What a player is sure of at each node, given what each thing that a step comes to is worth to that player."""
    mover = np.asarray(tables.mover)
    found = np.full(len(mover) + 1, -BEYOND, np.int32)
    found[-1] = BEYOND
    told = np.array(worths, np.int32)
    own = _Steps(tables, mover == player, never_forbidden(tables), told, player)
    others = _Steps(tables, mover != player, not_always_forbidden(tables), told, player)
    for _ in range(MOST_ROUNDS):
        go_on()
        if not others.raise_to(found, np.minimum) + own.raise_to(found, np.maximum):
            break
    return found[:-1]


def never_forbidden(tables: Tables) -> Any:
    """For each step, whether it is legal whatever has happened."""
    return np.asarray(tables.forbidden) == -1 - GOES_ON


def not_always_forbidden(tables: Tables) -> Any:
    """For each step, whether it is legal by some history."""
    return np.asarray(tables.forbidden) != -1 - FORBIDDEN


class _Steps:
    """The steps of a player at some nodes, with what they are worth to one of the players.

    Args:
        tables: the phase.
        is_there: for each node, whether it is one of them.
        counts: for each step, whether it counts.
        worths: what each thing that a step comes to is worth.
        player: to whom.
    """

    def __init__(self, tables: Tables, is_there: Any, counts: Any, worths: LeadsOfNodes, player: int) -> None:
        first, ended, after = (np.asarray(some) for some in (tables.first, tables.ended, tables.after))
        taken = np.flatnonzero(counts & np.repeat(is_there, np.diff(first)))
        edges = np.searchsorted(taken, first)
        self._nodes = np.flatnonzero(np.diff(edges))
        self._first = edges[self._nodes]
        shift = np.asarray(tables.shift)[taken]
        self._shift = shift if player == BLACK_MOVES else -shift
        self._ends, self._after = np.empty((2, len(taken)), np.int32)
        is_over = np.arange(len(worths)) != GOES_ON
        for begin in range(0, len(taken), BLOCK):
            here = slice(begin, begin + BLOCK)
            trees = ended[taken[here]]
            self._ends[here] = worst_of(tables, trees, worths) + self._shift[here]
            # A step after which the game cannot go on leads to a place beyond all nodes, where nothing is lost.
            self._after[here] = np.where(worst_of(tables, trees, is_over), len(is_there), after[taken[here]])

    def raise_to(self, found: LeadsOfNodes, reduced: Any) -> int:
        """Raise what is found at the nodes to the least or the most that a step comes to; at how many it rose."""
        come_to = found[self._after]
        come_to += self._shift
        np.minimum(come_to, self._ends, out=come_to)
        before = found[self._nodes]
        new = np.maximum(reduced.reduceat(come_to, self._first), before)
        found[self._nodes] = new
        return int(np.count_nonzero(new != before))


def worst_of(tables: Tables, trees: Any, worths: Any) -> Any:
    """The least that each of some trees can come to, given what each thing that it comes to is worth."""
    asks = trees >= 0
    found = worths[np.where(asks, 0, -1 - trees)]
    if asks.any():
        yes, no = (worst_of(tables, np.asarray(branch)[trees[asks]], worths) for branch in (tables.yes, tables.no))
        found[asks] = np.minimum(yes, no)
    return found
