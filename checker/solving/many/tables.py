"""A phase that was explored on arrays, as the tables on which a search works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ....interpreter.history import first_record
from ....spec.algebra import Grid
from ....spec.vocabulary import PASS, Phase, Record, Tally
from ...model.dependence import HISTORIES
from ..ends import Scored, Worths, counts_of, without_numbers
from ..phase import HALF_POINTS, NOT_KNOWN, Standing, asked_of_tally
from ..tables import Tables
from .events import NOT_ASKED
from .exploring import Explored
from .writing import whole, written


class ManyTables:
    """A phase that was explored on arrays; see `PhaseToSearch`.

    Args:
        found: what was explored.
        first: one of its starts.
    """

    def __init__(self, found: Explored, first: Record) -> None:
        self._found = found
        self._first = first
        self._codes = found.reader.codes
        self._worths: Worths = {}

    @property
    def phase(self) -> Phase:
        """See `PhaseToSearch.phase`."""
        return self._codes.phase

    @property
    def grid(self) -> Grid:
        """See `PhaseToSearch.grid`."""
        return self._codes.grid

    @cached_property
    def asked_of_tally(self) -> tuple[str, ...]:
        """See `PhaseToSearch.asked_of_tally`."""
        return asked_of_tally(self._first.rules)

    @cached_property
    def scored(self) -> Scored | None:
        """All ends with a score at once; None if there are none."""
        example = self._found.ends.example
        if example is None:
            return None
        record: Any = example.record
        coloring: Any = self._found.ends.colorings()
        return Scored(replace(record, position=replace(record.position, coloring=coloring)))

    def scored_ends(self) -> list[Scored]:
        """The ends with a score, all in one."""
        return [self.scored] if self.scored else []

    def as_tables(self, worths: Worths) -> ManyTables:
        """The same, once it is known what each thing that is counted is worth."""
        self._worths = worths
        return self

    def further_starts(self) -> Iterator[Record]:
        """The starts of the next phase."""
        ends = self._found.ends
        return (self.further(number) for number, code in enumerate(ends.numbers) if ends.position(code) is not None)

    def further(self, number: int) -> Record:
        """See `PhaseToSearch.further`."""
        position = self._found.ends.position(self._end_codes[number])
        assert position is not None, "an end with a score has no further phase"
        tally = without_numbers(self._first.tally)
        return first_record(self._first.rules, position, tally, last=PASS)

    @cached_property
    def _end_codes(self) -> list[int]:
        return list(self._found.ends.numbers)

    def leads(self, tally: Tally) -> Sequence[int]:
        """See `PhaseToSearch.leads`."""
        many = len(self._end_codes)
        if self.scored is None:
            return [NOT_KNOWN] * many
        leads = np.broadcast_to(np.asarray(self.scored.lead(tally).number), (many,)) * HALF_POINTS
        goes_on = np.array(self._end_codes, dtype=np.uint64) >> np.uint64(3 * self.grid.size) > 0
        found: list[int] = np.where(goes_on, NOT_KNOWN, whole(leads)).tolist()
        return found

    def standing(self, record: Record) -> Standing:
        """See `PhaseToSearch.standing`; the record may be turned."""
        node, turned = self._found.node_at(record)
        happened = tuple(
            event
            for number, name in enumerate(HISTORIES)
            for some, times in counts_of(getattr(record, name))
            for event in [self._found.events.number(number, some, turned)] * times
            if event != NOT_ASKED
        )
        return Standing(node, happened, record.tally)

    @cached_property
    def tables(self) -> Tables:
        """See `PhaseToSearch.tables`."""
        return written(self._found, self._worths)
