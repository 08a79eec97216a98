"""The best round through a point of departure: an assignment that leaves rounds apart, patched, or branched upon."""

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
Places: TypeAlias = tuple[int, ...]

NEVER = -(1 << 40)


@dataclass(frozen=True)
class BestRound:
    """What a search for the best round came to.

    Attributes:
        at_most: what no round gains more than.
        gain: what the best round found gains; the same, unless the search was given up.
        places: its places, from the first after the departure.
    """

    at_most: int
    gain: int
    places: Places


def best_round(gains: Gains, tries: int) -> BestRound:
    """The round from the last place through any of the others, each once at most, that gains the most.

    Args:
        gains: what is gained by going from one place (row) straight to another (column); NEVER where one can't, and
            0 or more elsewhere. What the diagonal holds is of no account.
        tries: how many assignments to branch upon before giving up.

    Raises:
        ValueError: no round was found.

    >>> gains = np.full((3, 3), NEVER)
    >>> gains[2, 0] = gains[0, 2] = 1
    >>> gains[0, 1] = gains[1, 0] = 5
    >>> best_round(gains, tries=10)
    BestRound(at_most=2, gain=2, places=(0,))
    """
    gains = gains.copy()
    np.fill_diagonal(gains, 0)
    gains[-1, -1] = NEVER
    newest_first = count(step=-1)
    best = -1
    places: Places = ()
    waiting = [_assigned(gains, next(newest_first))]
    for _ in range(tries):
        if not waiting or -waiting[0][0] <= best:
            break
        _, _, following, allowed = heapq.heappop(waiting)
        patched = _patched(gains, following)
        if (gain := _gain(gains, patched)) > best:
            best, places = gain, patched
        for narrowed in _without_one_apart(allowed, following):
            heapq.heappush(waiting, _assigned(narrowed, next(newest_first)))
    if best < 0:
        raise ValueError("No way round was found.")
    return BestRound(max(best, -waiting[0][0] if waiting else best), best, places)


def _assigned(gains: Gains, number: int) -> tuple[int, int, Places, Gains]:
    """The most that an assignment gains (with the other sign), its number, and the place that follows each."""
    rows, following = linear_sum_assignment(gains, maximize=True)
    return -int(gains[rows, following].sum()), number, tuple(following.tolist()), gains


def _gain(gains: Gains, places: Places) -> int:
    departure = len(gains) - 1
    return sum(int(gains[leg]) for leg in pairwise((departure, *places, departure)))


def _rounds(following: Sequence[int]) -> Iterator[Places]:
    """The rounds of more than one place that an assignment consists of; that of the last place comes first."""
    seen: set[int] = set()
    for start in reversed(range(len(following))):
        places = [start]
        while start not in seen and following[places[-1]] != start:
            places.append(following[places[-1]])
        if len(places) > 1:
            yield tuple(places)
        seen.update(places)


def _patched(gains: Gains, following: Places) -> Places:
    """One round, made of all: each other one is taken in where two of its legs cross over best, or left out."""
    after = np.array(following)
    own, *apart = _rounds(following)
    for places in apart:
        here, there = np.array(own), np.array(places)
        crossed = gains[np.ix_(here, after[there])] + gains[np.ix_(there, after[here])].T
        change = crossed - gains[here, after[here]][:, None] - gains[there, after[there]][None, :]
        first, second = np.unravel_index(change.argmax(), change.shape)
        leave, join = here[first], there[second]
        if change.max() > -gains[there, after[there]].sum():
            after[leave], after[join] = after[join], after[leave]
        else:
            after[there] = there
        own = next(_rounds(after.tolist()))
    return own[1:]


def _without_one_apart(allowed: Gains, following: Places) -> Iterator[Gains]:
    """Every way to leave out the shortest round apart, if there is one: in each, another leg is the first that goes."""
    _, *apart = _rounds(following)
    kept = allowed.copy()
    for start in min(apart, key=len, default=()):
        narrowed = kept.copy()
        narrowed[start, following[start]] = NEVER
        yield narrowed
        gain = kept[start, following[start]]
        kept[start, :] = kept[:, following[start]] = NEVER
        kept[start, following[start]] = gain
