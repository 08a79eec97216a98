"""A phase as tables for the solver: nodes, steps, guards, effects, and payoffs; and how each is a number."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from ...spec.algebra import Grid
from ...spec.rules import Refusal
from ...spec.vocabulary import Phase, Record, Tally
from .dependence import asks_about

if TYPE_CHECKING:
    from .ends import ScoredEnd, Worths


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

    def __iter__(self) -> Iterator[int]:
        """All of them, one after the other."""
        ...


NOWHERE = -1
# There are tens of millions of steps on large boards, so that what is small is kept in few bits.
KINDS = {"turned": np.int8, "shift": np.int16, "times": np.int8, "history": np.int8}


class Tables(NamedTuple):
    """A phase as arrays.

    A node stands for all of its images. A line keeps by which symmetry the board has been turned so far, and whether
    the colors have been swapped. The first symmetry changes nothing. Events that are images of each other are an orbit.
    The last bits of an event are its place in the orbit: the first symmetry that turns it to be the first event there.
    The others are the orbit.

    A guard is the number of a question, or, if nothing is asked, stands for the result: see `leaf`. An effect is
    written as `effect_of_one_event`, `effect_of_new_event`, `effect_of_list` or `NO_EFFECT`. What is the same for all
    steps may be written once: see `of_step`.
    """

    mover: Numbers  # for each node, 1 if Black takes the turn there, 0 if White does
    first: Numbers  # for each node, the number of its first step; then how many steps there are
    after: Numbers  # for each step, the node that it leads to; `NOWHERE` if it surely ends the phase
    turned: Numbers  # for each step, the symmetry that takes what it leads to there
    # For each step, or once for all, the guard of whether a clause forbids it, if its effect doesn't tell.
    forbidden: Numbers
    ended: Numbers  # for each step, the guard of whether it ends the phase or the game, and how
    effect: Numbers  # for each step, its effect
    shift: Numbers  # for each step, or once for all, by how much it changes Black's lead, in half points
    asked: Numbers  # for each question, the event
    times: Numbers  # for each question, how often it must have happened
    yes: Numbers  # for each question, the guard that follows if it has
    no: Numbers  # for each question, the guard that follows if it has not
    list_first: Numbers  # for each list of changes, where it begins; then where the last one ends
    change: Numbers  # the changes of all lists: events that are added, or what is forgotten, see `forgetting`
    history: Numbers  # for each orbit, the number of its history
    kept: Numbers  # for each orbit, the number of the set of symmetries that leave its first event as it is
    images: Numbers  # for each such set, symmetry and place in an orbit, the place of the image
    place_bits: Numbers  # how many bits of an event tell its place in its orbit, as an array of one
    inverse: Numbers  # for each symmetry, the one that undoes it
    composed: Numbers  # for each two symmetries, the one that does what they do, one after the other
    swaps: Numbers  # for each symmetry, 1 if it swaps the colors, else 0


def of_step(column: Numbers, step: int) -> int:
    """What a column says of a step; it may have one value for all."""
    return column[step if len(column) > 1 else 0]


def of_steps(column: Numbers, steps: Any) -> Any:
    """The same of many steps, by their numbers or from one up to another."""
    numbers: Any = np.asarray(column)
    return numbers[steps] if len(numbers) > 1 else numbers


# The outcomes of a guard: numbers from `FIRST_END` on are ends of the phase.
GOES_ON, FORBIDDEN, NO_RESULT, FIRST_END = range(4)
NO_EFFECT = 0


def leaf(outcome: Any) -> Any:
    """The guard that asks nothing and has an outcome; or those of an array of outcomes.

    >>> leaf(FORBIDDEN), leaf_outcome(leaf(FORBIDDEN))
    (-2, 1)
    """
    return -1 - outcome


def leaf_outcome(guard: int) -> int:
    """The outcome of a guard that asks nothing."""
    return -1 - guard


def effect_of_one_event(event: Any) -> Any:
    """The effect of adding an event, and nothing else."""
    return 1 + event


# By which the effect of a new event is more than that of an event; there are fewer events than that.
NEW = 1 << 30


def effect_of_new_event(event: Any) -> Any:
    """The effect of adding an event, and nothing else, of a step that is forbidden once the event has happened.

    Superko is written so: what a move makes, and must not have stood, has then stood. Guards of all moves would take as
    much memory again.

    >>> event_added(effect_of_new_event(5)), is_of_new_event(effect_of_new_event(5)), is_of_new_event(NO_EFFECT)
    (5, True, False)
    """
    return NEW | effect_of_one_event(event)


def is_of_new_event(effect: Any) -> Any:
    """Whether the step of an effect is forbidden once the event that it adds has happened."""
    return effect >= NEW


def event_added(effect: Any) -> Any:
    """The event that an effect adds, if it adds one, and is no list."""
    return (effect & ~NEW) - 1


def effect_of_list(number: Any) -> Any:
    """The effect of a list of changes."""
    return -1 - number


def list_of_effect(effect: Any) -> Any:
    """The number of the list of changes that an effect is, if it is one."""
    return -1 - effect


def forgetting(history: int) -> int:
    """The change by which a history is forgotten."""
    return -1 - history


def history_forgotten(change: Any) -> Any:
    """The history that a change makes forgotten, if it is none that adds an event."""
    return -1 - change


# The limits of what a condition of an entry of the search tells, see `solving.conditions`, and a question of a table.
TIMES_BITS = 3
MOST_TIMES = (1 << TIMES_BITS) - 1
MOST_EVENTS = 1 << 28
TOO_MUCH = "The clauses ask about too much, or about something that happens too often, to search on."

HALF_POINTS = 2
NOT_KNOWN = 1 << 30
# In half points: leads are less than this, so that none is taken for an end without result, or for an unknown one.
GREATEST_LEAD = 1 << 22
# What a win without a count is worth to Black: more than any lead, and White's as much less.
WON = 8 * GREATEST_LEAD


class PlaceInPhase(NamedTuple):
    """Where a game stands in a phase.

    Attributes:
        happened: each event that has happened, as often as it has, in the image of the game that stands at the node.
        tally: what was counted before, of which a score depends on more than sums: the coloring with which the second
            cleanup phase began, turned likewise, and the handicap.
        swapped: whether the node is an image of the game with the colors swapped.
    """

    node: int
    happened: tuple[int, ...]
    tally: Tally
    swapped: bool = False


def in_order(events: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Events, each as often as it has happened, in an order that does not hang on how a history keeps them.

    >>> in_order([(5, 1), (3, 2)])
    (3, 3, 5)
    """
    return tuple(sorted(number for number, times in events for _ in range(times)))


class PhaseToSearch(ABC):
    """A phase as a search takes it.

    Attributes:
        number_of_ends: how many ways there are in which it ends with a score or with a further phase.
        worths: what each thing that is counted is worth, to be said before tables are asked for.
        passes_first: whether the first of a node's steps is a pass, and else the last one.
    """

    start: Record
    number_of_ends: int
    worths: Worths
    passes_first = False

    @property
    def phase(self) -> Phase:
        """Which phase it is."""
        return self.start.position.phase

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.start.position.coloring.board.grid

    @cached_property
    def asked_of_tally(self) -> Sequence[str]:
        """Which further things some clause asks of a tally, besides how the second cleanup phase began."""
        return tuple(name for name in ("placed", "handicap") if asks_about(self.start.rules, name))

    @cached_property
    def scores_ask_how_it_began(self) -> bool:
        """Whether what ends are worth hangs on the coloring with which this phase began."""
        return scores_ask_how_it_began(self.start)

    @property
    @abstractmethod
    def tables(self) -> Tables:
        """Its nodes and steps, as arrays."""

    @abstractmethod
    def standings(self, records: Sequence[Record]) -> list[PlaceInPhase]:
        """Where records of this phase stand; many at once are looked up in a tenth of the time.

        Raises:
            KeyError: no game comes where one of them stands, from the starts of the phase.
        """

    @abstractmethod
    def lead(self, number: int, tally: Tally) -> int:
        """What one end is worth to Black, in half points, by a tally; `NOT_KNOWN` where a further phase follows.

        Raises:
            ValueError: its lead and that of the swapped end have another sum than `leads_both_ways` says.
        """

    @abstractmethod
    def leads(self, tally: Tally) -> Numbers:
        """What each end is worth to Black, in half points, by a tally; `NOT_KNOWN` where a further phase follows."""

    @abstractmethod
    def leads_both_ways(self, tally: Tally) -> int | None:
        """Black's leads at an end and at the same end with the colors swapped, in sum, in half points.

        That is 0 without komi. It is None where no end has a score, or nothing is taken for an image of anything else.

        Raises:
            ValueError: it is not the same at every end.
        """

    @abstractmethod
    def further(self, number: int) -> Record:
        """The start of the next phase by an end."""

    @abstractmethod
    def further_starts(self) -> list[Record]:
        """The starts of the next phase."""

    @abstractmethod
    def scored_ends(self) -> Iterator[ScoredEnd]:
        """The ends with a score; one may stand for many, in arrays."""


def scores_ask_how_it_began(start: Record) -> bool:
    """Whether what the ends of a phase are worth hangs on the coloring with which that phase began."""
    is_scored = start.position.phase is Phase.SECOND_CLEANUP
    return is_scored and asks_about(start.rules, "second_cleanup_start")


def in_half_points(points: float) -> int:
    """A number of points in half points.

    Raises:
        ValueError: it is no whole number of them.

    >>> in_half_points(1.5)
    3
    """
    if points * HALF_POINTS != int(points * HALF_POINTS):
        raise Refusal(f"Scores are in half points here, and {points} is not a number of those.")
    refuse_great_leads(points * HALF_POINTS)
    return int(points * HALF_POINTS)


def refuse_great_leads(half_points: Any) -> None:
    """Raise a ValueError if a lead, or one of many, is too great to differ from an end without result."""
    if np.any(np.abs(half_points) >= GREATEST_LEAD):
        raise Refusal(f"Leads of {GREATEST_LEAD // HALF_POINTS:,} points and more all count as one here.")
