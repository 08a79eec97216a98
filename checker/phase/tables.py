"""A phase as tables for the solver: nodes, steps, guards, effects, and payoffs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Record, Tally
from .dependence import asks_about


class Numbers(Protocol):
    """An array of whole numbers, of which one at a time is looked at."""

    def __len__(self) -> int:
        """How many there are."""
        ...

    def __getitem__(self, place: Any, /) -> int:
        """One of them."""
        ...

    def __setitem__(self, place: Any, number: Any, /) -> None:
        """Put another in its place."""
        ...

    def fill(self, number: int, /) -> None:
        """Put another in the place of all."""
        ...

    def tolist(self) -> Any:
        """All of them."""
        ...


GOES_ON, FORBIDDEN, NO_RESULT, FIRST_END = range(4)
NOWHERE = -1
# There are tens of millions of steps on large boards, so that what is small is kept in few bits.
KINDS = {"turned": np.int8, "shift": np.int16, "times": np.int8}


class Tables(NamedTuple):
    """A phase as arrays.

    A tree is told by one number: that of a question, or, if nothing is asked, -1 minus what it comes to: that the game
    goes on, that a clause forbids the turn, that the game ends without result, or the number of an end and 3.

    A node stands for all of its images. A line keeps by which symmetry the board has been turned so far. The first one
    turns nothing. Events that are images of each other are an orbit. An event is its orbit's number times that of the
    symmetries, and its place in the orbit: the least symmetry that turns it to be the first event there.

    Attributes:
        mover: for each node, 1 if Black takes the turn there, 0 if White does.
        first: for each node, the number of its first step; then how many steps there are.
        after: for each step, the node that it leads to; -1 if it surely ends the phase.
        turned: for each step, the symmetry that takes what it leads to there.
        forbidden: for each step, the tree of whether a clause forbids it.
        ended: for each step, the tree of whether it ends the phase or the game, and how.
        changes: for each step, what it changes: 1 and the event that it adds, 0 if nothing, or -1 minus the number of a
            list of changes.
        shift: for each step, by how much it changes Black's lead, in half points.
        asked: for each question, the event.
        times: for each question, how often it must have happened.
        yes: for each question, the tree that follows if it has.
        no: for each question, the tree that follows if it has not.
        change_first: for each list of changes, where it begins; then where the last one ends.
        change: an event that is added, or -1 minus the number of a history that is forgotten.
        history: for each orbit, the number of its history.
        alike: for each orbit, which symmetries leave its first event as it is, as a number.
        images: for each such number, symmetry and place in an orbit, the place of the image.
        inverse: for each symmetry, the one that undoes it.
        composed: for each two symmetries, the one that does what they do, one after the other.
    """

    mover: Numbers
    first: Numbers
    after: Numbers
    turned: Numbers
    forbidden: Numbers
    ended: Numbers
    changes: Numbers
    shift: Numbers
    asked: Numbers
    times: Numbers
    yes: Numbers
    no: Numbers
    change_first: Numbers
    change: Numbers
    history: Numbers
    alike: Numbers
    images: Numbers
    inverse: Numbers
    composed: Numbers


HALF_POINTS = 2
NOT_KNOWN = 1 << 30
# A threshold that every score is enough for, if it is negative, and none if it is not.
ANY_SCORE = 1 << 20


class PlaceInPhase(NamedTuple):
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

    def standing(self, record: Record) -> PlaceInPhase:
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
