"""The best round through a point of departure: an assignment that leaves rounds apart, and branching until none is."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

Gains: TypeAlias = npt.NDArray[np.int64]

NEVER = -(1 << 40)


@dataclass(frozen=True)
class BestRound:
    """What a search for the best round came to.

    Attributes:
        at_most: what no round gains more than.
        places: the places of a round that gains as much, from the first after the departure; None where the search was
            given up before it found one.
    """

    at_most: int
    places: tuple[int, ...] | None


def best_round(gains: Gains, tries: int) -> BestRound:
    """The round from the last place through any of the others, each once at most, that gains the most.

    Args:
        gains: what is gained by going from one place (row) straight to another (column); NEVER where one can't. What
            the diagonal holds is of no account.
        tries: how many assignments to solve before giving up.

    Raises:
        ValueError: there is no round.

    >>> gains = np.full((3, 3), NEVER)
    >>> gains[2, 0] = gains[0, 2] = 1
    >>> gains[0, 1] = gains[1, 0] = 5
    >>> best_round(gains, tries=10)
    BestRound(at_most=2, places=(0,))
    """
    gains = gains.copy()
    np.fill_diagonal(gains, 0)
    gains[-1, -1] = NEVER
    order = count()
    waiting = [(*_assigned(gains), next(order), gains)]
    for _ in range(tries):
        least, following, _, allowed = heapq.heappop(waiting)
        if least > 0:
            raise ValueError("There is no way round.")
        *apart, own = sorted(_rounds(following), key=lambda places: (len(gains) - 1 in places, len(places)))
        if not apart:
            return BestRound(-least, own[1:])
        for narrowed in _without(allowed, apart[0]):
            heapq.heappush(waiting, (*_assigned(narrowed), next(order), narrowed))
    return BestRound(-waiting[0][0], None)


def _assigned(gains: Gains) -> tuple[int, tuple[int, ...]]:
    """The most that an assignment gains, with the other sign, and the place that follows each."""
    rows, following = linear_sum_assignment(gains, maximize=True)
    return -int(gains[rows, following].sum()), tuple(following.tolist())


def _rounds(following: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The rounds of more than one place that an assignment consists of; that of the last place starts there."""
    seen: set[int] = set()
    for start in reversed(range(len(following))):
        places = [start]
        while following[places[-1]] != start:
            places.append(following[places[-1]])
        if start not in seen and len(places) > 1:
            yield tuple(places)
        seen.update(places)


def _without(allowed: Gains, places: tuple[int, ...]) -> Iterator[Gains]:
    """Every way to leave out a round: the first of its legs that is not gone is another one in each."""
    kept = allowed.copy()
    for start, end in zip(places, (*places[1:], places[0]), strict=True):
        narrowed = kept.copy()
        narrowed[start, end] = NEVER
        yield narrowed
        gain = kept[start, end]
        kept[start, :] = kept[:, end] = NEVER
        kept[start, end] = gain
