"""Rules that note which of their clauses a proof reads, so that it can be told what its queries are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields

from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Phase


class Notes:
    """The clauses that were read: in all, and since a query was last begun."""

    def __init__(self) -> None:
        # What is named by its id is kept, so that no others get the id.
        self._lately: dict[int, tuple[Clause, ...]] = {}
        self._before: dict[str, Clause] = {}

    def add(self, clauses: tuple[Clause, ...]) -> None:
        """Note that clauses were read."""
        self._lately[id(clauses)] = clauses

    def begin(self) -> None:
        """Note that what is read from now on is for other queries."""
        self._before |= self._named()
        self._lately = {}

    @property
    def read(self) -> dict[str, Clause]:
        """All clauses that were read, by name."""
        return self._before | self._named()

    @property
    def lately(self) -> tuple[str, ...]:
        """What was read for the queries that are being made: each clause with the decision that it takes part in."""
        return tuple(f"{name} ({clause.decides.name})" for name, clause in self._named().items() if clause.decides)

    def _named(self) -> dict[str, Clause]:
        return {clause.name: clause for clauses in self._lately.values() for clause in clauses}


_notes: ContextVar[Notes | None] = ContextVar("the notes of the proof that is being made", default=None)


@dataclass(frozen=True)
class NotedRules(Rules):
    """Rules that note every clause that is asked for by the decision that it takes part in.

    >>> with noting() as notes:
    ...     noted(Rules()).sole(Decision.MOVE).id
    'katago-v2/move/pseudolegal'
    >>> notes.lately
    ('katago-v2/move/pseudolegal (MOVE)',)
    """

    def deciding(self, decision: Decision, phase: Phase = Phase.MAIN) -> tuple[Clause, ...]:
        """See `Rules.deciding`."""
        found = super().deciding(decision, phase)
        notes = _notes.get()
        if notes is not None:
            notes.add(found)
        return found


def noted(rules: Rules) -> NotedRules:
    """The same rules, which note what is read of them."""
    return NotedRules(**{field.name: getattr(rules, field.name) for field in fields(Rules)})


@contextmanager
def noting() -> Iterator[Notes]:
    """Note the clauses that are read meanwhile."""
    notes = Notes()
    before = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(before)


def begin_queries() -> None:
    """Say that what is read from now on is for other queries: those about a board that was just made, say."""
    notes = _notes.get()
    if notes is not None:
        notes.begin()


def note(clauses: Sequence[Clause]) -> None:
    """Say that clauses are read otherwise than by asking rules who decides."""
    notes = _notes.get()
    if notes is not None:
        notes.add(tuple(clauses))


def read_lately() -> tuple[str, ...]:
    """The clauses read for the queries that are being made, with their decisions; none where nothing is noted."""
    notes = _notes.get()
    return () if notes is None else notes.lately
