"""The best tour from a depot through any of the other stops: assignment relaxation, patching, and branch and bound.

This is the travelling salesman problem where stops may be left out. If every stop is given the stop after it, or itself
if it is left out, such that what is gained is most, then no tour gains more; but the stops may form several subtours.
They are patched to one tour, which is a good one (Karp, A patching algorithm for the nonsymmetric traveling-salesman
problem, SIAM Journal on Computing 8, 1979). To close the gap, subtours are forbidden one after the other, always where
most could still be gained (Bellmore and Malone, Pathology of traveling-salesman subtour-elimination algorithms,
Operations Research 19, 1971).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

Gains: TypeAlias = npt.NDArray[np.int64]
Stops: TypeAlias = tuple[int, ...]

NEVER = -(1 << 40)


@dataclass(frozen=True)
class BestTour:
    """What a search for the best tour came to.

    Attributes:
        at_most: what no tour gains more than.
        gain: what the best tour found gains; the same, unless the search was given up.
        stops: its stops, from the first after the depot.
    """

    at_most: int
    gain: int
    stops: Stops


def best_tour(gains: Gains, tries: int) -> BestTour:
    """The tour from the last stop, the depot, through any of the others, each once at most, that gains the most.

    Args:
        gains: what is gained by going from one stop (row) straight to another (column); NEVER where one can't, and
            0 or more elsewhere. What the diagonal holds is of no account.
        tries: how many assignments to branch upon before giving up.

    Raises:
        ValueError: no tour was found.

    >>> gains = np.full((3, 3), NEVER)
    >>> gains[2, 0] = gains[0, 2] = 1
    >>> gains[0, 1] = gains[1, 0] = 5
    >>> best_tour(gains, tries=10)
    BestTour(at_most=2, gain=2, stops=(0,))
    """
    gains = gains.copy()
    np.fill_diagonal(gains, 0)
    gains[-1, -1] = NEVER
    newest_first = count(step=-1)
    best = -1
    stops: Stops = ()
    waiting = [_assigned(gains, next(newest_first))]
    for _ in range(tries):
        if not waiting or -waiting[0][0] <= best:
            break
        _, _, following, allowed = heapq.heappop(waiting)
        patched = _patched(gains, following)
        if (gain := _gain(gains, patched)) > best:
            best, stops = gain, patched
        for narrowed in _without_one_subtour(allowed, following):
            heapq.heappush(waiting, _assigned(narrowed, next(newest_first)))
    if best < 0:
        raise ValueError("No tour was found.")
    return BestTour(max(best, -waiting[0][0] if waiting else best), best, stops)


def _assigned(gains: Gains, number: int) -> tuple[int, int, Stops, Gains]:
    """The most that an assignment gains (with the other sign), its number, and the stop that follows each."""
    rows, following = linear_sum_assignment(gains, maximize=True)
    return -int(gains[rows, following].sum()), number, tuple(following.tolist()), gains


def _gain(gains: Gains, stops: Stops) -> int:
    depot = len(gains) - 1
    return sum(int(gains[leg]) for leg in pairwise((depot, *stops, depot)))


def _subtours(following: Sequence[int]) -> Iterator[Stops]:
    """The subtours of more than one stop that an assignment consists of; that of the depot comes first."""
    seen: set[int] = set()
    for start in reversed(range(len(following))):
        stops = [start]
        while start not in seen and following[stops[-1]] != start:
            stops.append(following[stops[-1]])
        if len(stops) > 1:
            yield tuple(stops)
        seen.update(stops)


def _patched(gains: Gains, following: Stops) -> Stops:
    """One tour, made of all: each other subtour is taken in where two legs cross over best, or left out."""
    after = np.array(following)
    own, *others = _subtours(following)
    for stops in others:
        here, there = np.array(own), np.array(stops)
        crossed = gains[np.ix_(here, after[there])] + gains[np.ix_(there, after[here])].T
        change = crossed - gains[here, after[here]][:, None] - gains[there, after[there]][None, :]
        first, second = np.unravel_index(change.argmax(), change.shape)
        leave, join = here[first], there[second]
        if change.max() > -gains[there, after[there]].sum():
            after[leave], after[join] = after[join], after[leave]
        else:
            after[there] = there
        own = next(_subtours(after.tolist()))
    return own[1:]


def _without_one_subtour(allowed: Gains, following: Stops) -> Iterator[Gains]:
    """Every way to leave out the shortest subtour without the depot: in each, another leg is the first that goes."""
    _, *others = _subtours(following)
    kept = allowed.copy()
    for start in min(others, key=len, default=()):
        narrowed = kept.copy()
        narrowed[start, following[start]] = NEVER
        yield narrowed
        gain = kept[start, following[start]]
        kept[start, :] = kept[:, following[start]] = NEVER
        kept[start, following[start]] = gain
