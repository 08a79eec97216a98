"""The leads that a game may end with, and what is known of the one that best play leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd, inf

import numpy as np

from .phase import ANY_SCORE, HALF_POINTS, NOT_KNOWN, PhaseToSearch


@dataclass
class Bounds:
    """Between which leads of Black a value lies, in half points: it is at least the one and less than the other."""

    least: float = -inf
    less_than: float = inf


@dataclass(frozen=True)
class Leads:
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
    def of(ends: Sequence[int], phase: PhaseToSearch) -> Leads:
        """The leads of a phase, given those at its ends."""
        scored = sorted({some for some in ends if some != NOT_KNOWN})
        goes_on = NOT_KNOWN in ends
        shifts = set(np.unique(np.asarray(phase.tables.shift)).tolist())
        origin = 0 if goes_on or not scored else min(scored, key=abs)
        grain = 1 if goes_on else gcd(*(some - origin for some in scored), *shifts) or 1
        usual = max([abs(some) for some in scored] + [HALF_POINTS * phase.grid.size])
        if goes_on or shifts - {0} or not scored:
            return Leads(origin, grain, usual, -inf, inf)
        return Leads(origin, grain, usual, scored[0], scored[-1])

    def lead(self, number: int) -> int:
        """A lead by its number, 0 for the origin."""
        return self.origin + number * self.grain

    def number(self, lead: float) -> int:
        """The number of a lead."""
        return int((lead - self.origin) // self.grain)

    def next_from(self, threshold: float) -> float:
        """The least lead that is enough for a threshold; beyond all leads if no score is, or every one.

        >>> [Leads(0, 2, 6, -6, 6).next_from(threshold) for threshold in (3, 4, 7, -6)]
        [4, 4, 1048576, -1048576]
        """
        if threshold > self.most or threshold >= ANY_SCORE:
            return ANY_SCORE
        if threshold <= self.least or threshold <= -ANY_SCORE:
            return -ANY_SCORE
        return self.lead(-int((self.origin - threshold) // self.grain))


def value_by_thresholds(succeeds: Callable[[float], bool], leads: Leads, near: int) -> float:
    """The greatest lead with which Black succeeds: by ever longer leaps, then by halves; infinite if there is none.

    Args:
        succeeds: whether Black gets at least so much.
        leads: the leads that there can be.
        near: the number of one that is asked about first.

    >>> value_by_thresholds(lambda threshold: threshold <= 4, Leads(0, 2, 18, -18, 18), 0)
    4
    >>> value_by_thresholds(lambda threshold: False, Leads(0, 2, 18, -18, 18), 0)
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


def _as_far_as(succeeds: Callable[[float], bool], leads: Leads, near: int, direction: int) -> tuple[int, int] | None:
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
