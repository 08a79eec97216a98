"""The leads that a game may end with, and what is known of the one that best play leads to."""

from __future__ import annotations

from collections.abc import Sequence
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
