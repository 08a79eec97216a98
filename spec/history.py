"""What clauses may ask of the past: whether something has happened, how often, and when it first did.

A history is asked and extended through these few words only, so that each reading can keep it in its own way: as a
persistent map to play with, as a set of numbers to search with, or as nothing but a note of what was asked.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Protocol, Self, TypeAlias

from .algebra import Condition, Number

Event: TypeAlias = Any


class History(Protocol):
    """A set of events, such as states that have stood, under some reading; the same event may have happened often."""

    def contains(self, event: Event) -> Condition:
        """Whether the event has happened."""
        ...

    def lacks(self, event: Event) -> Condition:
        """Whether the event has not happened."""
        ...

    def times(self, event: Event) -> Number:
        """How often the event has happened."""
        ...

    def __iter__(self) -> Iterator[Event]:
        """Each event that has happened, once. Clauses do better to ask of one event."""
        ...

    def counts(self) -> frozenset[tuple[Event, Any]]:
        """Each event that has happened, with how often it has."""
        ...

    def turn_of(self, event: Event) -> int | None:
        """The turn on which the event first happened, counted from 0; None if it has not. Witnesses ask it."""
        ...

    def extended(self, event: Hashable, turn: int) -> Self:
        """The same history, and the event once more, on a turn."""
        ...

    def emptied(self) -> Self:
        """A history of the same kind in which nothing has happened."""
        ...
