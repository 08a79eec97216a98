"""What each player is sure of whatever the history, and what looks best, by value iteration over the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from math import gcd, inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra.arrays import Flags
from ..phase.many import Column
from ..phase.tables import (
    FORBIDDEN,
    GOES_ON,
    HALF_POINTS,
    NOT_KNOWN,
    NOWHERE,
    Numbers,
    PhaseToSearch,
    Tables,
    of_steps,
    outcome_of,
    settled,
)
from .state import ANY_SCORE, BEST, FAILS, NONE, NOTHING, SUCCEEDS


@dataclass
class Bounds:
    """Between which leads of Black a value lies, in half points: it is at least the one and less than the other."""

    least: float = -inf
    less_than: float = inf

    def narrow(self, least: float, less_than: float) -> None:
        """The value lies between these, too."""
        self.least, self.less_than = max(self.least, least), min(self.less_than, less_than)


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
    def of(ends: Numbers, shifts: Set[int], phase: PhaseToSearch, both_ways: int) -> LeadRange:
        """The leads of a phase.

        Args:
            ends: those at its ends.
            shifts: what turns add to a lead.
            phase: the phase.
            both_ways: what a lead and that of the swapped end are in sum.
        """
        at_ends = set(np.unique(np.asarray(ends)).tolist())
        here, goes_on = at_ends - {NOT_KNOWN}, NOT_KNOWN in at_ends
        scored = sorted(here | {both_ways - lead for lead in here} if phase.tables.swaps[-1] else here)
        origin = 0 if goes_on or not scored else min(scored, key=abs)
        grain = 1 if goes_on else gcd(*(lead - origin for lead in scored), *shifts) or 1
        usual = max([abs(lead) for lead in scored] + [HALF_POINTS * phase.grid.size])
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
        [4, 4, 8388608, -8388608]
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
# Where turns change the lead, bounds may rise without end. Each round tells of at least one turn more.
MOST_ROUNDS = 200
BLOCK = 1 << 16
BLACK_GETS, WHITE_GETS = range(2)


class StaticBounds(NamedTuple):
    """What games come to, in half points, for no-result at its worst and at its best, as colors lie at the nodes.

    Attributes:
        end_least: for each end, what it is worth to Black at least, for all that was found out.
        end_most: for each end, what it is worth to Black at most, likewise.
        least: for each node, what Black is sure of, whatever has happened before.
        most: for each node, what White is sure that Black does not exceed.
        mirror: Black's leads at an end and at the same end with the colors swapped, in sum; and the grain of leads.
    """

    end_least: Numbers
    end_most: Numbers
    least: Numbers
    most: Numbers
    mirror: Numbers

    def of(self, node: int, mode: int) -> tuple[float, float]:
        """The least and the greatest lead to which a node can come, for all that players are sure of."""
        least, most = int(self.least[mode, node]), int(self.most[mode, node])
        return (-inf if least <= -ANY_SCORE else least), (inf if most >= ANY_SCORE else most)


def no_bounds(ends: Numbers, nodes: int, modes: int, both_ways: int, grain: int) -> StaticBounds:
    """That nobody is sure of anything.

    Args:
        ends: what each end is worth to Black.
        nodes: how many nodes there are.
        modes: 2 if no-result may count at its worst and at its best, 1 if there is none.
        both_ways: Black's leads at an end and at the same end with the colors swapped, in sum.
        grain: by what all leads differ; see `LeadRange`.
    """
    of_nodes = np.full((modes, nodes), BEYOND, np.int32)
    worth = np.array([ends] * modes, np.int32)
    end_least, end_most = (np.where(worth == NOT_KNOWN, np.int32(far), worth) for far in (-BEYOND, BEYOND))
    return StaticBounds(end_least, end_most, -of_nodes, of_nodes, np.array([both_ways, grain], np.int64))


def know_no_end(static: StaticBounds, both_ways: int) -> None:
    """Forget what ends are worth, where nobody was sure of anything by it."""
    for ends, far in ((static.end_least, -BEYOND), (static.end_most, BEYOND)):
        np.asarray(ends)[:] = far
    static.mirror[0] = both_ways


def surely(static: StaticBounds, mode: int, node: int, asked: int) -> int:
    """Whether Black gets at least so much, where a player is sure of it; else NOTHING."""
    if asked <= static.least[mode, node]:
        return SUCCEEDS
    return FAILS if asked > static.most[mode, node] else NOTHING


def asked_of_node(static: StaticBounds, threshold: int, swapped: int) -> int:
    """A threshold as colors lie at a node: if they are swapped there, Black must get it exactly if Black fails here."""
    if not swapped:
        return threshold
    if threshold <= -ANY_SCORE or threshold >= ANY_SCORE:
        return -threshold
    return static.mirror[0] + static.mirror[1] - threshold


def mode_at_node(static: StaticBounds, mode: int, swapped: int) -> int:
    """How no-result counts as colors lie at a node; there is one way alone where no game can end so."""
    return 1 - mode if swapped and len(static.end_least) > 1 else mode


def bound_statically(static: StaticBounds, tables: Tables, mode: int, go_on: Callable[[], None] = lambda: None) -> None:
    """Find out what Black is sure of at each node, with no-result counting one way, and White, counting the other way.

    Without the swap of colors it counts the same way for both.

    Args:
        static: what ends are worth; bounds are written there.
        tables: the phase.
        mode: how no-result counts for Black.
        go_on: is called from time to time, and may raise an exception to stop it.
    """
    swapped = int(np.asarray(tables.swaps)[-1])
    modes = mode, mode_at_node(static, mode, swapped)
    both_ways = int(static.mirror[0]) if swapped else 0
    surely_paid = np.asarray(static.end_least)[modes[BLACK_GETS]], -np.asarray(static.end_most)[modes[WHITE_GETS]]
    sides = [_Side(tables, player, surely_paid[player], modes[player], both_ways) for player in (0, 1)]
    nodes = len(tables.mover)
    bounds = np.full(2 * nodes + 1, -BEYOND, np.int32)
    bounds[-1] = BEYOND
    for _ in range(MOST_ROUNDS):
        go_on()
        if not sum(side.raise_bounds(bounds) for side in sides):
            break
    least: Any = static.least
    most: Any = static.most
    least[modes[BLACK_GETS]], most[modes[WHITE_GETS]] = bounds[:nodes], -bounds[nodes:-1]


def never_forbidden(guards: Any) -> Any:
    """Which steps are legal whatever has happened, by the guards of whether a clause forbids them."""
    return guards == settled(GOES_ON)


def not_always_forbidden(guards: Any) -> Any:
    """Which steps are legal by some history, likewise."""
    return guards != settled(FORBIDDEN)


class _Side:
    """What a player is sure of at each node, raised round by round: the best of own steps, the worst of the others'.

    Args:
        tables: the phase.
        player: which player.
        ends: what the player is sure of at each end.
        mode: how no-result counts.
        both_ways: what Black's leads at a node and at the same node with the colors swapped are in sum.
    """

    def __init__(self, tables: Tables, player: int, ends: LeadsOfNodes, mode: int, both_ways: int) -> None:
        sign = 1 if player == BLACK_GETS else -1
        no_result = sign * (BEYOND if mode == BEST else -BEYOND)
        worths = np.concatenate([np.array([BEYOND, BEYOND, no_result], np.int32), ends])
        moves = np.asarray(tables.mover) == (player == BLACK_GETS)
        self._others = _Steps(tables, ~moves, not_always_forbidden, steps_beside_a_lost_one, worths, player, both_ways)
        self._own = _Steps(tables, moves, never_forbidden, lost_steps, worths, player, both_ways)

    def raise_bounds(self, bounds: LeadsOfNodes) -> int:
        """Raise the bounds once; at how many nodes they rose."""
        return self._others.raise_to(bounds, np.minimum) + self._own.raise_to(bounds, np.maximum)


def lost_steps(lost: Flags, origin: Any) -> Flags:
    """Which steps tell nothing where the best of a node counts: those that may end as badly as can be."""
    return lost


def steps_beside_a_lost_one(lost: Flags, origin: Any) -> Flags:
    """Which tell nothing where the worst counts: all from a node with one that may end so, as that is the worst."""
    is_lost = np.zeros(BLOCK, np.bool_)
    is_lost[origin[lost]] = True
    tells_nothing: Flags = is_lost[origin]
    return tells_nothing


class _Steps:
    """The steps of a player at some nodes, with what they are worth to one of the players.

    Args:
        tables: the phase.
        is_there: for each node, whether it is one of them.
        counts: which steps count, by the guards of whether a clause forbids them.
        tells_nothing: which of these tell nothing, by whether they may end as badly as can be, and by their nodes.
        worths: what each thing that a step comes to is worth.
        player: to whom.
        both_ways: what Black's leads at a node and at the same node with the colors swapped are in sum.
    """

    def __init__(
        self,
        tables: Tables,
        is_there: Any,
        counts: Callable[[Any], Any],
        tells_nothing: Callable[[Flags, Any], Flags],
        worths: LeadsOfNodes,
        player: int,
        both_ways: int,
    ) -> None:
        first, columns, steps = np.asarray(tables.first), defaultdict[str, Column](Column), 0
        # There are tens of millions of steps, and what they shift leads by is little.
        furthest = abs(both_ways) + int(np.abs(np.asarray(tables.shift)).max(initial=0))
        shift_kind = np.min_scalar_type(-1 - furthest)
        for begin in range(0, len(is_there), BLOCK):
            edges = first[begin : begin + BLOCK + 1]
            origin = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
            counted = counts(of_steps(tables.forbidden, slice(edges[0], edges[-1])))
            taken = np.flatnonzero(is_there[begin : begin + BLOCK][origin] & counted)
            lost = worst_of(tables, np.asarray(tables.ended)[edges[0] + taken], worths) == -BEYOND
            taken = taken[~tells_nothing(lost, origin[taken])]
            places = np.searchsorted(taken, edges - edges[0])
            chosen = np.flatnonzero(np.diff(places))
            # Bounds are those of all nodes for Black, then those for White.
            columns["node"].append((begin + chosen + player * len(is_there)).astype(np.int32))
            columns["first"].append((steps + places[chosen]).astype(np.int32))
            step_worths = _step_worths(tables, edges[0] + taken, worths, player, both_ways)
            columns["after"].append(step_worths.after)
            columns["shift"].append(step_worths.shift.astype(shift_kind))
            columns["ending"].append(steps + step_worths.ending)
            columns["ends"].append(step_worths.ends)
            steps += len(taken)
        columns["first"].append(np.array([steps], np.int32))
        self._nodes, self._first = columns["node"].taken(), columns["first"].taken()
        self._after, self._shift = columns["after"].taken(), columns["shift"].taken_as_one()
        self._ending, self._ends = columns["ending"].taken(), columns["ends"].taken()

    def raise_to(self, bounds: LeadsOfNodes, reduced: Any) -> int:
        """Raise the bounds at the nodes to the least or the most that a step comes to; at how many they rose."""
        rose = 0
        for begin in range(0, len(self._nodes), BLOCK):
            nodes, first = self._nodes[begin : begin + BLOCK], self._first[begin : begin + BLOCK + 1]
            leads = self._come_to(bounds, first[0], first[-1])
            before = bounds[nodes]
            bounds[nodes] = np.maximum(reduced.reduceat(leads, first[:-1] - first[0]), before)
            rose += int(np.count_nonzero(bounds[nodes] != before))
        return rose

    def _come_to(self, bounds: LeadsOfNodes, begin: int, end: int) -> LeadsOfNodes:
        """What steps come to for the player, by the bounds so far."""
        leads: LeadsOfNodes = bounds[self._after[begin:end]]
        leads += of_steps(self._shift, slice(begin, end))
        may_end = slice(*np.searchsorted(self._ending, np.array([begin, end], np.int32)))
        places = self._ending[may_end] - begin
        leads[places] = np.minimum(leads[places], self._ends[may_end])
        return leads


class _StepWorths(NamedTuple):
    """What steps come to for a player.

    Attributes:
        after: for each, whose bounds it comes to.
        shift: for each, by how much those shift with it.
        ending: the places of those that may end.
        ends: for each of these, what it then comes to at the worst.
    """

    after: LeadsOfNodes
    shift: LeadsOfNodes
    ending: LeadsOfNodes
    ends: LeadsOfNodes


def _step_worths(tables: Tables, steps: Any, worths: LeadsOfNodes, player: int, both_ways: int) -> _StepWorths:
    """What some steps come to for a player; see `_Steps`."""
    nodes, sign = len(tables.mover), 1 if player == BLACK_GETS else -1
    trees = np.asarray(tables.ended)[steps]
    counted = np.broadcast_to(sign * of_steps(tables.shift, steps).astype(np.int32), trees.shape)
    swaps = np.asarray(tables.swaps, np.int32)[np.asarray(tables.turned)[steps]]
    is_over = worst_of(tables, trees, np.arange(len(worths)) != GOES_ON)
    # A step after which the game cannot go on leads to a place beyond all nodes, where nothing is lost.
    after = np.where(is_over, 2 * nodes, np.asarray(tables.after)[steps] + nodes * (swaps ^ player)).astype(np.int32)
    worst = worst_of(tables, trees, worths)
    ending = np.flatnonzero(worst != BEYOND).astype(np.int32)
    shift = counted + np.int32(sign * both_ways) * swaps
    return _StepWorths(after, shift, ending, worst[ending] + counted[ending])


def worst_of(tables: Tables, trees: Any, worths: Any) -> Any:
    """The least that each of some trees can come to, given what each thing that it comes to is worth."""
    asks = trees >= 0
    least = worths[np.where(asks, 0, outcome_of(trees))]
    if asks.any():
        yes, no = (worst_of(tables, np.asarray(branch)[trees[asks]], worths) for branch in (tables.yes, tables.no))
        least[asks] = np.minimum(yes, no)
    return least


# After more turns, what looks best hardly changes any more.
TURNS_LOOKED_AHEAD = 20
# In half points: sums of lesser leads are exact, or nearly so, in few bits.
FAR = 1000


def promising_steps(static: StaticBounds, tables: Tables, mode: int, go_on: Callable[[], None] = lambda: None) -> Any:
    """For each node the step that looks best, counted from its first one, if the past banned nothing.

    Play is followed for some turns over nodes alone, within what players are sure of, from the middle of that. A node
    comes to half of what it was worth before and half of what its best step is, so that play that goes round settles.
    Nobody goes straight back to where the last turn came from, as by taking a ko again at once: there the best other
    step counts. What looks best is no answer: it is what a search tries first. Where a further phase follows, nobody
    knows yet what ends are worth, and nothing looks best.

    Args:
        static: what ends are worth, and what players are sure of.
        tables: the phase.
        mode: how no-result counts for Black.
        go_on: is called from time to time, and may raise an exception to stop it.
    """
    payoffs, most_paid = (np.asarray(ends)[mode] for ends in (static.end_least, static.end_most))
    if (payoffs != most_paid).any():
        return np.full(len(tables.mover), NONE, np.int16)
    steps = _StepsAhead(tables, payoffs, int(static.mirror[0]), mode)
    bounds = (np.asarray(side)[mode].astype(np.float32) for side in (static.least, static.most))
    least, most = (np.clip(leads, -steps.far, steps.far, out=leads) for leads in bounds)
    ahead = _LeadsAhead((least + most) / 2, (least + most) / 2, np.full(len(least), NOWHERE, np.int32))
    for _ in range(TURNS_LOOKED_AHEAD):
        go_on()
        further = _LeadsAhead(*map(np.copy, ahead))
        for nodes, best, other, after in steps.best(ahead):
            for leads, looks in ((further.best, best), (further.other, other)):
                leads[nodes] = (leads[nodes] + np.clip(looks, least[nodes], most[nodes])) / 2
            further.after[nodes] = after
        ahead = further
    return steps.first_of_the_best(ahead)


class _LeadsAhead(NamedTuple):
    """What nodes come to, some turns ahead.

    Attributes:
        best: by the best step of each.
        other: by the best of its other steps.
        after: where the best one leads.
    """

    best: Any
    other: Any
    after: Any


class _StepsAhead:
    """What all steps come to for whoever takes them, as long as the past bans none.

    Args:
        tables: the phase.
        payoffs: what each end is worth to Black.
        both_ways: what Black's leads at a node and at the same node with the colors swapped are in sum.
        mode: how no-result counts for Black.
    """

    def __init__(self, tables: Tables, payoffs: Any, both_ways: int, mode: int) -> None:
        self.far = np.float32(np.abs(payoffs).max(initial=1))
        no_result = self.far if mode == BEST else -self.far
        worths = np.concatenate([np.array([0, 0, no_result], np.float32), payoffs.astype(np.float32)])
        first, ended = np.asarray(tables.first), np.asarray(tables.ended)
        self._first, self._number, self._after = first, np.diff(first), np.asarray(tables.after)
        self._there = np.flatnonzero(self._number).astype(np.int32)
        self._black = np.where(np.asarray(tables.mover) == 1, np.int8(1), np.int8(-1))
        in_few_bits = np.float16 if self.far < FAR else np.float32
        self._sign, self._add = np.empty(len(ended), np.int8), np.empty(len(ended), in_few_bits)
        for nodes in _blocks(len(self._number)):
            here = slice(first[nodes.start], first[min(nodes.stop, len(self._number))])
            mover = np.repeat(self._black[nodes], self._number[nodes])
            # What asks of the past is taken to let the game go on.
            outcome = outcome_of(np.minimum(ended[here], settled(GOES_ON)))
            goes_on, swaps = outcome == GOES_ON, np.asarray(tables.swaps)[np.asarray(tables.turned)[here]] == 1
            counted = of_steps(tables.shift, here) + np.float32(both_ways) * (goes_on & swaps)
            may_be_taken = not_always_forbidden(of_steps(tables.forbidden, here))
            self._sign[here] = np.where(goes_on & may_be_taken, np.where(swaps, -mover, mover), 0)
            self._add[here] = np.where(may_be_taken, mover * (worths[outcome] + counted), np.float32(-inf))

    def best(self, ahead: _LeadsAhead) -> Iterator[tuple[Any, Any, Any, Any]]:
        """Nodes with a step; Black's leads by the best step and by the best other one; where the best one leads."""
        for here in _blocks(len(self._there)):
            nodes = self._there[here]
            looks = self._looks(ahead, nodes)
            first = self._first_of_the_best(looks, nodes)
            best, after = looks[first], self._after[self._first[nodes[0]] + first]
            looks[first] = -inf
            yield nodes, self._black[nodes] * best, self._black[nodes] * self._best_looks(looks, nodes), after

    def first_of_the_best(self, ahead: _LeadsAhead) -> Any:
        """For each node the first of its best steps, counted from its first one."""
        hints = np.zeros(len(self._number), np.int16)
        for here in _blocks(len(self._there)):
            nodes = self._there[here]
            first = self._first_of_the_best(self._looks(ahead, nodes), nodes)
            hints[nodes] = first - (self._first[nodes] - self._first[nodes[0]])
        return hints

    def _first_of_the_best(self, looks: Any, nodes: Any) -> Any:
        """The places of the first of the best steps of nodes among their steps."""
        place = np.repeat(np.arange(len(nodes)), self._number[nodes])
        is_best = np.flatnonzero(looks == self._best_looks(looks, nodes)[place])
        return is_best[np.flatnonzero(np.diff(place[is_best], prepend=-1))]

    def _looks(self, ahead: _LeadsAhead, nodes: Any) -> Any:
        """What the steps of some nodes come to, which have steps and follow one another."""
        steps = slice(self._first[nodes[0]], self._first[nodes[-1] + 1])
        after = self._after[steps]
        leads = ahead.best[after]
        back = np.flatnonzero(ahead.after[after] == np.repeat(nodes, self._number[nodes]))
        leads[back] = ahead.other[after[back]]
        looks = self._sign[steps] * leads
        looks += self._add[steps]
        return looks

    def _best_looks(self, looks: Any, nodes: Any) -> Any:
        """What the best step of each of these nodes comes to."""
        return np.maximum.reduceat(looks, self._first[nodes] - self._first[nodes[0]])


def _blocks(number: int) -> Iterator[slice]:
    """So many things, some after some."""
    return (slice(begin, begin + BLOCK) for begin in range(0, number, BLOCK))
