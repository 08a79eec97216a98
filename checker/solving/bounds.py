"""What each player is sure of at each node, whatever the history, by value iteration over the tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from itertools import count, islice
from math import gcd, inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..phase.many import AT_ONCE, blocks, distinct, in_parallel
from ..phase.tables import (
    FORBIDDEN,
    GOES_ON,
    HALF_POINTS,
    NOT_KNOWN,
    NOWHERE,
    WON,
    Numbers,
    PhaseToSearch,
    Tables,
    is_of_new_event,
    leaf,
    leaf_outcome,
    of_steps,
)
from .state import ANY_SCORE, BEST, FAILS, NOTHING, SUCCEEDS


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
    """The leads with which a game may end, in half points: an origin, and steps of one size from there."""

    origin: int  # one of them
    grain: int  # the greatest number of half points by which they can differ
    usual: int  # how far from an even game they are, but for what is counted on the way
    least: float  # the least of them; -inf if what is counted on the way may make it less
    most: float  # the greatest of them; inf likewise

    @staticmethod
    def of(ends: Numbers, shifts: Set[int], phase: PhaseToSearch, both_ways: int) -> LeadRange:
        """The leads of a phase, by those at its ends, and what turns add; for `both_ways` see `PhaseToSearch`."""
        at_ends = set(distinct(np.asarray(ends)).tolist())
        here, goes_on = at_ends - {NOT_KNOWN, WON, -WON}, NOT_KNOWN in at_ends
        scored = sorted(here | {both_ways - lead for lead in here} if phase.tables.swaps[-1] else here)
        origin = 0 if goes_on or not scored else min(scored, key=abs)
        grain = 1 if goes_on else gcd(*(lead - origin for lead in scored), *shifts) or 1
        usual = max([abs(lead) for lead in scored] + [HALF_POINTS * phase.grid.size])
        if goes_on or (scored and shifts - {0}):
            return LeadRange(origin, grain, usual, -inf, inf)
        # Where nothing is scored, to get any lead is to win.
        return LeadRange(origin, grain, usual, min(scored, default=inf), max(scored, default=-inf))

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

    The lead with the number `near` is asked about first.

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
BEYOND = WON
# Where turns change the lead, bounds may move without end. Each round is of at least one turn more.
MOST_ROUNDS = 200
BLOCK = AT_ONCE
BLACK_GETS, WHITE_GETS = range(2)


class StaticBounds(NamedTuple):
    """What games are worth, in half points, for no-result at its worst and at its best, as colors lie at the nodes."""

    end_least: Numbers  # for each end, what it is worth to Black at least, for all that was found out
    end_most: Numbers  # for each end, what it is worth to Black at most, likewise
    least: Numbers  # for each node, what Black is sure of, whatever has happened before
    most: Numbers  # for each node, what White is sure that Black does not exceed
    # Black's leads at an end and at the same end with the colors swapped, in sum; and the grain of leads.
    mirror: Numbers

    def of(self, node: int, mode: int) -> tuple[float, float]:
        """The least and the greatest lead to which a node can come, for all that players are sure of."""
        least, most = int(self.least[mode, node]), int(self.most[mode, node])
        return (-inf if least <= -ANY_SCORE else least), (inf if most >= ANY_SCORE else most)


def no_bounds(ends: Numbers, nodes: int, modes: int, both_ways: int, grain: int) -> StaticBounds:
    """That nobody is sure of anything, with no-result counting in two modes, or in one if there is none."""
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


def bound_statically(
    static: StaticBounds, tables: Tables, mode: int, every_game_ends: bool, go_on: Callable[[], None] = lambda: None
) -> None:
    """Find out what Black is sure of at each node, with no-result counting one way, and White, counting the other way.

    Without the swap of colors it counts the same way for both. `go_on` may raise an exception to stop it.
    """
    modes = mode, mode_at_node(static, mode, int(np.asarray(tables.swaps)[-1]))
    nodes = len(tables.mover)
    sides = _sides(static, tables, modes)
    rounds = MOST_ROUNDS if every_game_ends or np.asarray(tables.shift).any() else None
    for toward in (np.minimum, np.maximum) if every_game_ends else (np.maximum,):
        bounds, is_settled = _moved(sides, toward, nodes, go_on, rounds)
        if is_settled:
            break
    least: Any = static.least
    most: Any = static.most
    least[modes[BLACK_GETS]], most[modes[WHITE_GETS]] = bounds[:nodes], -bounds[nodes:]


def _sides(static: StaticBounds, tables: Tables, modes: tuple[int, int], past_matters: bool = True) -> list[_Side]:
    both_ways = int(static.mirror[0]) if np.asarray(tables.swaps)[-1] else 0
    surely_paid = np.asarray(static.end_least)[modes[BLACK_GETS]], -np.asarray(static.end_most)[modes[WHITE_GETS]]
    return [_Side(tables, player, surely_paid[player], modes[player], both_ways, past_matters) for player in (0, 1)]


def _moved(
    sides: Sequence[_Side], toward: Any, nodes: int, go_on: Callable[[], None], most: int | None
) -> tuple[LeadsOfNodes, bool]:
    """What players are sure of, for Black at each node, then for White; and whether more rounds would change nothing.

    Raised from nothing, that is what they get in one turn for each round. Lowered from all that may be hoped for until
    nothing changes, it is what they have at the end in however many turns, where every game ends: a player who can
    always go on without ever giving up a lead has it then.
    """
    bounds = np.full(2 * nodes, -BEYOND, np.int32)
    if toward is np.minimum:
        for side in sides:
            side.hope(bounds)
    for _ in islice(count(), most):
        go_on()
        if not sum(side.move_bounds(bounds, toward) for side in sides):
            return bounds, True
    return bounds, False


def rounds_of_progress(
    static: StaticBounds, tables: Tables, mode: int, passes_first: bool, go_on: Callable[[], None] = lambda: None
) -> list[LeadsOfNodes]:
    """What players reach in ever more turns, if the past bans nothing and ends nothing; see `_moved`.

    The earlier a player reaches a lead, the nearer is the end of the line. Whoever has it by passing alone passes.
    """
    swapped = int(np.asarray(tables.swaps)[-1])
    sides = _sides(static, tables, (mode, mode_at_node(static, mode, swapped)), past_matters=False)
    passes = 0 if passes_first else -1
    rounds = [np.full(2 * len(tables.mover), -BEYOND, np.int32)]
    while len(rounds) < MOST_ROUNDS:
        go_on()
        bounds = rounds[-1].copy()
        if not any(sum(side.move_bounds(bounds, np.maximum, only) for side in sides) for only in (passes, None)):
            break
        rounds.append(bounds)
    return rounds


def not_always_forbidden(tables: Tables, steps: slice) -> Any:
    """Which of some steps are legal by some history."""
    return of_steps(tables.forbidden, steps) != leaf(FORBIDDEN)


def edges_of(first: Any, block: slice) -> tuple[slice, Any, Any]:
    """The steps of some nodes, the nodes that have any, and the places of their first ones among these steps."""
    edges = first[block.start : block.stop + 1]
    nodes = np.flatnonzero(np.diff(edges))
    return slice(edges[0], edges[-1]), block.start + nodes, edges[nodes] - edges[0]


class _Side:
    """What a player is sure of at each node, round by round: the best of own steps, the worst of the others'.

    Own steps count if they are legal whatever has happened, others' if they ever are. Where a step of another may end
    as badly as can be, or no step counts, the player is sure of nothing.

    Args:
        ends: what the player is sure of at each end.
        both_ways: what Black's leads at a node and at the same node with the colors swapped are in sum.
        past_matters: whether turns may be forbidden by the past, and end the game by it.
    """

    def __init__(
        self, tables: Tables, player: int, ends: LeadsOfNodes, mode: int, both_ways: int, past_matters: bool
    ) -> None:
        self._past_matters = past_matters
        self._sign = np.int32(1 if player == BLACK_GETS else -1)
        no_result = self._sign * (BEYOND if mode == BEST else -BEYOND)
        self._worths = np.concatenate([np.array([BEYOND, BEYOND, no_result], np.int32), ends])
        self._tables, self._player, self._both_ways = tables, player, self._sign * np.int32(both_ways)
        self._first, self._after, self._turned = map(np.asarray, (tables.first, tables.after, tables.turned))
        self._first_to_swap = np.int8(np.searchsorted(np.asarray(tables.swaps), 1))
        self._own: Any = np.asarray(tables.mover) == (player == BLACK_GETS)
        # What each step ends with at the worst, whether nothing goes on after it, and where the player is sure of more.
        self._ends, self._is_over = np.empty(len(self._after), np.int32), np.empty(len(self._after), np.bool_)
        self._hopes = np.zeros(len(self._own), np.bool_)
        self._blocks = [*blocks(len(self._own), BLOCK)]
        in_parallel(self._read, self._blocks)

    def _read(self, block: slice) -> None:
        """Find out what the steps of some nodes end with."""
        steps, nodes, first = edges_of(self._first, block)
        if not len(nodes):
            return
        own = np.repeat(self._own[nodes], np.diff(first, append=steps.stop - steps.start))
        counts = not_always_forbidden(self._tables, steps)
        is_allowed = of_steps(self._tables.forbidden, steps) == leaf(GOES_ON)
        sure = is_allowed & ~is_of_new_event(np.asarray(self._tables.effect)[steps])
        trees = np.asarray(self._tables.ended)[steps]
        if self._past_matters:
            counts = np.where(own, sure, counts)
        else:
            trees = np.minimum(trees, leaf(GOES_ON))
        worst = worst_of(self._tables, trees, self._worths)
        lost, shift = worst == -BEYOND, self._sign * of_steps(self._tables.shift, steps)
        # A step that does not count is the worst that the player can choose, and the last that another would.
        of_ends = np.where(np.abs(worst) == BEYOND, worst, worst + shift)
        self._ends[steps] = np.where(counts, of_ends, np.where(own, -BEYOND, BEYOND))
        self._is_over[steps] = ~counts | (self._after[steps] == NOWHERE)
        any_left, any_lost = (np.logical_or.reduceat(counts & kind, first) for kind in (~lost, lost))
        self._hopes[nodes] = any_left & (self._own[nodes] | ~any_lost)

    def hope(self, bounds: LeadsOfNodes) -> None:
        """Take it that the player gets more than any lead, wherever that is not lost at once."""
        bounds[self._player * len(self._own) :][: len(self._own)][self._hopes] = BEYOND

    def move_bounds(self, bounds: LeadsOfNodes, toward: Any, only: int | None = None) -> int:
        """Raise the bounds once to what the steps lead to, or lower them; at how many nodes they moved.

        Where `only` is 0, the player takes the first step of each node alone; where it is -1, the last one.
        """
        so_far, mine = bounds.copy(), bounds[self._player * len(self._own) :]

        def move(block: slice) -> int:
            steps, nodes, first = edges_of(self._first, block)
            hopes = self._hopes[nodes]
            if not hopes.any():
                return 0
            leads, before = self._come_to(so_far, steps), mine[nodes]
            best = np.maximum.reduceat(leads, first) if only is None else leads[np.append(first, len(leads))[1:] - 1]
            if only == 0:
                best = leads[first]
            worst = np.minimum.reduceat(leads, first)
            moved = np.where(hopes, toward(np.where(self._own[nodes], best, worst), before), before)
            mine[nodes] = moved
            return int(np.count_nonzero(moved != before))

        return sum(in_parallel(move, self._blocks))

    def _come_to(self, bounds: LeadsOfNodes, steps: slice) -> LeadsOfNodes:
        """What steps are worth to the player, by the bounds so far: those of all nodes for Black, then for White."""
        swaps = self._turned[steps] >= self._first_to_swap
        of_white = np.where(swaps == (self._player == BLACK_GETS), np.int32(len(self._own)), np.int32(0))
        leads: LeadsOfNodes = bounds[self._after[steps] + of_white]
        leads += self._sign * of_steps(self._tables.shift, steps)
        leads += self._both_ways * swaps
        leads[self._is_over[steps]] = BEYOND
        return np.minimum(leads, self._ends[steps], out=leads)


def worst_of(tables: Tables, trees: Any, worths: Any) -> Any:
    """The least value of each of some trees, by what each outcome is worth."""
    asks = trees >= 0
    least = worths[np.where(asks, 0, leaf_outcome(trees))]
    if asks.any():
        yes, no = (worst_of(tables, np.asarray(branch)[trees[asks]], worths) for branch in (tables.yes, tables.no))
        least[asks] = np.minimum(yes, no)
    return least
