"""A phase that was explored on arrays, as the tables on which a search works."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ....interpreter.history import first_record
from ....spec.algebra import BLACK, Grid
from ....spec.algebra.arrays import Words
from ....spec.vocabulary import PASS, Phase, Record, Tally
from ...model.dependence import HISTORIES
from ...model.many import Numbers
from ..ends import Scored, Worths, counts_of, without_numbers, worth
from ..phase import HALF_POINTS, NOT_KNOWN, Standing, asked_of_tally
from ..tables import NOWHERE, Tables
from .exploring import Explored, node_at
from .steps import SURELY_ENDS, ManySteps
from .trees import Forest, Packed, code_of, joined, layout_of, packed

NOT_ASKED = -(1 << 30)


class ManyTables:
    """A phase that was explored on arrays; see `PhaseToSearch`.

    Args:
        found: what was explored.
        first: one of its starts.
    """

    def __init__(self, found: Explored, first: Record) -> None:
        self._found = found
        self._first = first
        self._order = np.argsort(found.nodes)
        self._sorted = found.nodes[self._order]
        self._asked = [self._codes_asked(number) for number in range(len(HISTORIES))]
        self._offsets = np.concatenate([[0], np.cumsum([len(some) for some in self._asked])])
        self._worths: Worths = {}

    @property
    def phase(self) -> Phase:
        """See `PhaseToSearch.phase`."""
        return self._found.codes.phase

    @property
    def grid(self) -> Grid:
        """See `PhaseToSearch.grid`."""
        return self._found.codes.grid

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
        found: list[int] = np.where(goes_on, NOT_KNOWN, _whole(leads)).tolist()
        return found

    def standing(self, record: Record) -> Standing:
        """See `PhaseToSearch.standing`; the record may be turned."""
        found = self._found
        node, turned = node_at(found.codes, found.turning, record, found.kept)
        happened = tuple(
            event
            for number, name in enumerate(HISTORIES)
            for some, times in counts_of(getattr(record, name))
            for event in [self._event(number, some, turned)] * times
            if event != NOT_ASKED
        )
        return Standing(int(self._numbers(np.array([node]))[0]), happened, record.tally)

    def _event(self, history: int, event: Any, turned: int) -> int:
        """The number of the image of an event."""
        code, layout = code_of(event, self.grid.size, 1), layout_of(event, self.grid.size)
        return int(self._events(history, self._found.turning.turned(code, layout, turned))[0])

    def _codes_asked(self, history: int) -> Words:
        """The codes of all events of a history that somebody asks about, and of their images, in order."""
        forest, turning = self._found.forest, self._found.turning
        found = [codes[histories == history] for histories, codes in zip(forest.histories, forest.codes, strict=True)]
        return turning.with_images(joined(found).astype(np.uint64), forest.layout(history))

    def _events(self, history: int, codes: Words) -> Numbers:
        """The number of each event, by its code; NOT_ASKED where nobody asks."""
        asked = self._asked[history]
        if not len(asked):
            return np.full(len(codes), NOT_ASKED, dtype=np.int64)
        places = np.minimum(np.searchsorted(asked, codes), len(asked) - 1)
        found: Numbers = np.where(asked[places] == codes, self._offsets[history] + places, NOT_ASKED)
        return found

    def _numbers(self, codes: Words) -> Numbers:
        """The number of each node, by its code."""
        found: Numbers = self._order[np.searchsorted(self._sorted, codes)]
        return found

    @cached_property
    def tables(self) -> Tables:
        """See `PhaseToSearch.tables`."""
        found, steps = self._found, self._found.steps
        order = np.argsort(joined([some.origin for some in steps]), kind="stable")
        origins = np.bincount(joined([some.origin for some in steps]), minlength=len(found.nodes))
        kinds = np.array([kind.player is BLACK for kind in found.codes.kinds], np.int8)
        changes, change_first, change = self._changes(steps)
        forest, turning = found.forest, found.turning
        tables = Tables(
            mover=kinds[found.codes.kind_numbers(found.nodes).astype(np.int8)],
            first=packed(np.concatenate([[0], np.cumsum(origins)])),
            after=joined([self._after(some) for some in steps])[order],
            turned=joined([some.turned for some in steps])[order],
            forbidden=joined([some.forbidden for some in steps])[order],
            ended=joined([some.ended for some in steps])[order],
            changes=changes[order],
            shift=joined([self._shift(some) for some in steps])[order],
            asked=self._asked_about(),
            times=packed(joined(forest.times)),
            yes=packed(joined(forest.yes)),
            no=packed(joined(forest.no)),
            change_first=change_first,
            change=change,
            history=np.repeat(np.arange(len(HISTORIES), dtype=np.int8), np.diff(self._offsets)),
            image=self._images(),
            inverse=turning.inverse.astype(np.int8),
            composed=turning.composed.astype(np.int8),
        )
        # What they were made of takes as much space again.
        self._found = replace(found, steps=(), forest=Forest(self.grid.size))
        return tables

    def _asked_about(self) -> Packed:
        """For each question, the number of the event."""
        forest = self._found.forest
        histories, codes = joined(forest.histories), joined(forest.codes)
        asked = np.zeros(len(histories), np.int32)
        for number in range(len(HISTORIES)):
            here = np.flatnonzero(histories == number)
            asked[here] = self._events(number, codes[here])
        return asked

    def _images(self) -> Packed:
        """For each symmetry and event, the image of the event."""
        forest, turning = self._found.forest, self._found.turning
        found = [turning.images(codes, forest.layout(number)) for number, codes in enumerate(self._asked)]
        return np.concatenate(
            [some + before for some, before in zip(found, packed(self._offsets), strict=False)], axis=1
        )

    def _after(self, some: ManySteps) -> Packed:
        after = np.full(len(some.origin), NOWHERE, dtype=np.int32)
        goes_on = np.flatnonzero(some.after != SURELY_ENDS)
        after[goes_on] = self._numbers(some.after[goes_on])
        return after

    def _shift(self, some: ManySteps) -> Packed:
        shift = worth(some.counted, self._worths)
        return np.broadcast_to(_whole(np.asarray(shift) * HALF_POINTS), some.origin.shape)

    def _changes(self, steps: Sequence[ManySteps]) -> tuple[Packed, Packed, Packed]:
        """For each step the number of its list of changes; where each list begins; and the lists.

        The first list is empty, and the next ones add one event each, in order.
        """
        events = int(self._offsets[-1])
        numbers: list[Packed] = []
        further: dict[tuple[int, ...], int] = {}
        for some in steps:
            columns = self._columns(some)
            if not columns:
                numbers.append(np.zeros(len(some.origin), dtype=np.int32))
            elif len(columns) == 1 and not any(added.forgotten for added in some.changes):
                numbers.append(np.where(columns[0] == NOT_ASKED, 0, columns[0] + 1).astype(np.int32))
            else:
                distinct, places = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
                told = [tuple(item for item in row if item != NOT_ASKED) for row in distinct.tolist()]
                known = [further.setdefault(row, 1 + events + len(further)) for row in told]
                numbers.append(np.array(known, dtype=np.int32)[places.ravel()])
        lengths = [0, *(len(some) for some in further)]
        first = np.concatenate([[0], np.arange(events + 1), events + np.cumsum(lengths)[1:]])
        items = [*range(events), *(item for some in further for item in some)]
        return joined(numbers), packed(first), packed(items)

    def _columns(self, some: ManySteps) -> list[Numbers]:
        """What steps change: in each column an event for each step, or that they make a history forget."""
        columns = []
        for added in some.changes:
            number = HISTORIES.index(added.history)
            if not len(self._asked[number]):
                continue
            if added.forgotten:
                columns.append(np.full(len(some.origin), -1 - number, dtype=np.int64))
            columns += [self._events(number, codes) for codes in added.codes]
        return columns


def _whole(numbers: Any) -> Packed:
    whole = packed(numbers)
    if not np.array_equal(whole, numbers):
        raise ValueError("Scores are told in half points here, and not all of these are.")
    return whole
