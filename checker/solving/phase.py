"""What a search needs to know of a phase, however it was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Record, Tally
from ..model.dependence import asks_about
from .tables import Tables

HALF_POINTS = 2
NOT_KNOWN = 1 << 30
# A threshold that every score is enough for, if it is negative, and none if it is not.
ANY_SCORE = 1 << 20


class Standing(NamedTuple):
    """Where a game stands in a phase.

    Attributes:
        node: the number of the node.
        happened: each event that has happened, as often as it has.
        tally: what was counted before, of which a score depends on more than sums: the coloring with which the second
            cleanup phase began, the handicap.
    """

    node: int
    happened: tuple[int, ...]
    tally: Tally


class PhaseToSearch(Protocol):
    """A phase as a search takes it.

    Attributes:
        phase: which phase it is.
        grid: the board.
        tables: its nodes and steps, as arrays.
    """

    @property
    def phase(self) -> Phase:
        """Which phase it is."""
        ...

    @property
    def grid(self) -> Grid:
        """The board."""
        ...

    @property
    def tables(self) -> Tables:
        """Its nodes and steps, as arrays."""
        ...

    @property
    def asked_of_tally(self) -> Sequence[str]:
        """Which further things some clause asks of a tally, besides how the second cleanup phase began."""
        ...

    def standing(self, record: Record) -> Standing:
        """Where a record of this phase stands."""
        ...

    def leads(self, tally: Tally) -> Sequence[int]:
        """What each end is worth to Black, in half points, by a tally; `NOT_KNOWN` where a further phase follows."""
        ...

    def further(self, number: int) -> Record:
        """The start of the next phase by an end."""
        ...


def asked_of_tally(rules: Rules) -> tuple[str, ...]:
    """Which further things some clause asks of a tally, besides how the second cleanup phase began."""
    return tuple(name for name in ("placed", "handicap") if asks_about(rules, name))


def in_half_points(points: float) -> int:
    """A number of points in half points.

    Raises:
        ValueError: it is no whole number of them.

    >>> in_half_points(1.5)
    3
    """
    if points * HALF_POINTS != int(points * HALF_POINTS):
        raise ValueError(f"Scores are told in half points here, and {points} is none.")
    return int(points * HALF_POINTS)
