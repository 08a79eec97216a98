"""The leads that a game may end with, and what is known of the one that best play leads to."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, inf

from .phases import HALF_POINTS, PhaseTables


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
    """

    origin: int
    grain: int
    usual: int

    @staticmethod
    def of(scored: list[int], goes_on: bool, phase: PhaseTables) -> Leads:
        """The leads of a phase, given those at its ends."""
        size = phase.machine.start.position.coloring.board.grid.size
        origin = 0 if goes_on or not scored else scored[0]
        differences = [some - origin for some in scored] + phase.tables.shift.tolist()
        grain = 1 if goes_on else gcd(*differences) or 1
        return Leads(origin, grain, max([abs(some) for some in scored] + [HALF_POINTS * size]))

    def lead(self, number: int) -> int:
        """A lead by its number, 0 for the origin."""
        return self.origin + number * self.grain

    def number(self, lead: float) -> int:
        """The number of a lead."""
        return int((lead - self.origin) // self.grain)
