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
from ...model.dependence import HISTORIES, asks_about
from ...model.many import Numbers
from ...model.symmetry import respects_symmetry
from ..ends import Scored, Worths, counts_of, without_numbers, worth
from ..phase import HALF_POINTS, NOT_KNOWN, Standing, asked_of_tally
from ..tables import NOWHERE, Tables
from .exploring import Explored, code_at
from .steps import SURELY_ENDS, ManySteps
from .trees import code_of, joined
from .turning import Images, images_of

NOT_ASKED = -(1 << 30)
KIND_BITS = 7


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
        """See `PhaseToSearch.standing`."""
        code = np.array([code_at(self._found.codes, record, self._found.kept)], dtype=np.uint64)
        happened = tuple(
            event
            for number, name in enumerate(HISTORIES)
            for some, times in counts_of(getattr(record, name))
            for event in [self._event(number, code_of(some, self.grid.size, 1))] * times
            if event != NOT_ASKED
        )
        return Standing(int(self._numbers(code)[0]), happened, record.tally)

    def _event(self, history: int, code: Words) -> int:
        return int(self._events(history, code)[0])

    def _codes_asked(self, history: int) -> Words:
        forest = self._found.forest
        found = [codes[histories == history] for histories, codes in zip(forest.histories, forest.codes, strict=True)]
        asked: Words = np.unique(joined(found)).astype(np.uint64)
        return asked

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
        origin = joined([some.origin for some in steps])
        order = np.argsort(origin, kind="stable")
        nodes = len(found.nodes)
        kinds = list(found.codes.kinds)
        mover = np.array([kind.player is BLACK for kind in kinds], np.int8)[
            found.codes.kind_numbers(found.nodes).astype(np.int64)
        ]
        changes, change_first, change = self._changes(steps)
        images = self._images()
        histories = joined(found.forest.histories)
        asked = np.zeros(len(histories), np.int64)
        for number in range(len(HISTORIES)):
            here = np.flatnonzero(histories == number)
            asked[here] = self._events(number, joined(found.forest.codes)[here])
        return Tables(
            mover=mover,
            first=_small(np.concatenate([[0], np.cumsum(np.bincount(origin, minlength=nodes))])),
            after=_small(joined([self._after(some) for some in steps])[order]),
            forbidden=_small(joined([some.forbidden for some in steps])[order]),
            ended=_small(joined([some.ended for some in steps])[order]),
            changes=_small(changes[order]),
            shift=_small(joined([self._shift(some) for some in steps])[order]),
            asked=_small(asked),
            times=_small(joined(found.forest.times)),
            yes=_small(joined(found.forest.yes)),
            no=_small(joined(found.forest.no)),
            change_first=_small(change_first),
            change=_small(change),
            history=np.repeat(np.arange(len(HISTORIES), dtype=np.int8), np.diff(self._offsets)),
            canonical=_small(images.canonical),
            turned=images.turned.astype(np.int8),
            image=_small(images.events),
            inverse=images.inverse.astype(np.int8),
        )

    def _images(self) -> Images:
        """What the symmetries of the board make of nodes and events, where the rules respect them."""
        size, nodes = self.grid.size, self._found.nodes
        events = [(codes, self._found.forest.layout(number)) for number, codes in enumerate(self._asked)]
        images = images_of(self.grid, nodes, (size, size, size, *(1,) * KIND_BITS), events)
        if images is None or self._tells_images_apart():
            each = np.arange(self._offsets[-1])[np.newaxis]
            return Images(np.arange(len(nodes)), np.zeros(len(nodes), np.int64), each, np.zeros(1, np.int64))
        return images

    def _tells_images_apart(self) -> bool:
        """Whether something that is the same for the whole phase has images of its own, such as how it began.

        If the second cleanup phase began with `OO/..`, a stone at A1 was placed since, and one at A2 was not.
        """
        rules = self._first.rules
        remembers_a_start = self.scored is not None and asks_about(rules, "second_cleanup_start")
        return remembers_a_start or not respects_symmetry(rules)

    def _after(self, some: ManySteps) -> Numbers:
        after = np.full(len(some.origin), NOWHERE, dtype=np.int64)
        goes_on = np.flatnonzero(some.after != SURELY_ENDS)
        after[goes_on] = self._numbers(some.after[goes_on])
        return after

    def _shift(self, some: ManySteps) -> Numbers:
        shift = worth(some.counted, self._worths)
        whole: Numbers = _whole(np.broadcast_to(np.asarray(shift), some.origin.shape) * HALF_POINTS)
        return whole

    def _changes(self, steps: Sequence[ManySteps]) -> tuple[Numbers, Numbers, Numbers]:
        """For each step the number of its list of changes; where each list begins; and the lists."""
        numbers: list[Numbers] = []
        lists: list[tuple[int, ...]] = [()]
        known = {(): 0}
        for some in steps:
            columns = self._columns(some)
            rows = np.stack(columns, axis=1) if columns else np.zeros((len(some.origin), 0), dtype=np.int64)
            distinct, places = np.unique(rows, axis=0, return_inverse=True)
            told = [tuple(item for item in row if item != NOT_ASKED) for row in distinct.tolist()]
            for row in told:
                if row not in known:
                    known[row] = len(lists)
                    lists.append(row)
            numbers.append(np.array([known[row] for row in told], dtype=np.int64)[places.ravel()])
        first = np.concatenate([[0], np.cumsum([len(some) for some in lists])])
        return joined(numbers), first, np.array([item for some in lists for item in some], dtype=np.int64)

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


def _small(numbers: Any) -> Any:
    return np.asarray(numbers).astype(np.int32)


def _whole(numbers: Any) -> Any:
    whole = np.asarray(numbers).astype(np.int64)
    if not np.array_equal(whole, numbers):
        raise ValueError("Scores are told in half points here, and not all of these are.")
    return whole
