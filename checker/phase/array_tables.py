"""The tables of a phase, written from what was explored on arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ...interpreter.history import first_record
from ...spec.algebra import BLACK, Grid
from ...spec.vocabulary import PASS, Phase, Record, Tally
from .dependence import HISTORIES
from .ends import ScoredEnd, Worths, counts_of, without_numbers, worth
from .explore import BLOCK, NOT_ASKED, Events, Explored, blocks
from .guards import Packed, joined, packed
from .many import Numbers
from .steps_arrays import SURELY_ENDS, Added, ManySteps
from .tables import HALF_POINTS, KINDS, NOT_KNOWN, NOWHERE, PlaceInPhase, Tables, asked_of_tally

OF_STEPS = ("after", "turned", "forbidden", "ended", "changes", "shift")
OF_QUESTIONS = ("asked", "times", "yes", "no")
MANY = 1 << 20


def written(found: Explored, worths: Worths) -> Tables:
    """The tables of a phase.

    Args:
        found: the phase.
        worths: what each thing that is counted is worth to Black.
    """
    reader = found.reader
    reader.forest.begin_again()
    tables = _empty(found)
    lists = ListsOfChanges(found.events)
    many = [np.zeros(1, dtype=np.int64)]
    steps = questions = 0
    for kind, nodes in blocks(reader.codes, found.nodes):
        here = [_as_told(found, some, lists, worths) for some in reader.steps(kind, nodes)]
        origin = joined([some.pop("origin") for some in here])
        order = np.argsort(origin, kind="stable")
        many.append(np.bincount(origin, minlength=len(nodes)))
        for name in OF_STEPS:
            tables[name][steps : steps + len(order)] = joined([some[name] for some in here])[order]
        steps += len(order)
        for asked in reader.forest.taken():
            place = slice(questions, questions + len(asked.codes))
            tables["asked"][place] = found.events.numbers(asked.history, asked.codes)
            tables["times"][place], tables["yes"][place], tables["no"][place] = asked.times, asked.yes, asked.no
            questions = place.stop
    first = packed(np.cumsum(np.concatenate(many)))
    put_those_with_few_answers_first(tables, first)
    change_first, change = lists.told()
    return Tables(
        mover=_movers(found),
        first=first,
        change_first=change_first,
        change=change,
        history=found.events.histories(),
        alike=found.events.alike(),
        images=reader.turning.images_in_orbits,
        inverse=reader.turning.inverse.astype(np.int8),
        composed=reader.turning.composed.astype(np.int8),
        **tables,
    )


def _empty(found: Explored) -> dict[str, Any]:
    """The tables of steps and of questions, before anything is written."""
    tables = {name: np.empty(found.steps, KINDS.get(name, np.int32)) for name in OF_STEPS}
    return tables | {name: np.empty(found.questions, KINDS.get(name, np.int32)) for name in OF_QUESTIONS}


def put_those_with_few_answers_first(tables: dict[str, Any], first: Packed) -> None:
    """Order the steps of each node by how many steps there are from where they lead to: a guess at which are best."""
    answers = np.diff(first)
    for begin in range(0, len(answers), BLOCK):
        edges = first[begin : begin + BLOCK + 1]
        here = slice(edges[0], edges[-1])
        after = tables["after"][here]
        origin = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
        order = np.lexsort((np.where(after == NOWHERE, MANY, answers[after]), origin))
        for name in OF_STEPS:
            tables[name][here] = tables[name][here][order]


def _movers(found: Explored) -> Packed:
    codes = found.reader.codes
    is_black = np.array([kind.player is BLACK for kind in codes.kinds], np.int8)
    return is_black[codes.kind_numbers(found.nodes).astype(np.int8)]


def _as_told(found: Explored, some: ManySteps, lists: ListsOfChanges, worths: Worths) -> dict[str, Packed]:
    """Steps as the tables tell them, with the place of the node of each."""
    after = np.searchsorted(found.nodes, some.after)
    shift = whole(np.asarray(worth(some.counted, worths)) * HALF_POINTS, KINDS["shift"])
    return {
        "origin": some.origin,
        "after": np.where(some.after == SURELY_ENDS, NOWHERE, after),
        "turned": some.turned,
        "forbidden": some.forbidden,
        "ended": some.ended,
        "changes": lists.numbers(some.changes, len(some.origin)),
        "shift": np.broadcast_to(shift, some.origin.shape),
    }


class ListsOfChanges:
    """What turns change in the histories, as the tables tell it.

    Args:
        events: the events that somebody asks about.
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._lists: dict[tuple[int, ...], int] = {}

    def numbers(self, changes: Sequence[Added], many: int) -> Packed:
        """What each of many turns changes, given what they do to the histories; see `Tables.changes`."""
        changes = [added for added in changes if self._events.is_asked(HISTORIES.index(added.history))]
        columns = [column for added in changes for column in self._columns(added, many)]
        if not columns:
            return np.zeros(many, dtype=np.int32)
        if len(columns) == 1 and not changes[0].forgotten:
            return packed(np.where(columns[0] == NOT_ASKED, 0, columns[0] + 1))
        distinct, places = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
        told = [tuple(item for item in row if item != NOT_ASKED) for row in distinct.tolist()]
        return np.array([self._number(row) for row in told], dtype=np.int32)[places.ravel()]

    def _number(self, changes: tuple[int, ...]) -> int:
        return -1 - self._lists.setdefault(changes, len(self._lists)) if changes else 0

    def _columns(self, added: Added, many: int) -> list[Numbers]:
        """An event for each turn, or that they make the history forget."""
        number = HISTORIES.index(added.history)
        forgotten = [np.full(many, -1 - number, dtype=np.int64)] * added.forgotten
        return [*forgotten, *(self._events.numbers(number, codes) for codes in added.codes)]

    def told(self) -> tuple[Packed, Packed]:
        """Where each list begins and the last one ends; and the lists."""
        first = np.cumsum([0, *map(len, self._lists)])
        return packed(first), packed([item for row in self._lists for item in row])


def whole(numbers: Any, kind: Any = np.int32) -> Packed:
    """Numbers of half points, which are whole, and not too many for the kind of number.

    Raises:
        ValueError: they are not.
    """
    found: Packed = np.asarray(numbers).astype(kind)
    if not np.array_equal(found, numbers):
        raise ValueError("Scores are told in half points here, and not all of these are.")
    return found


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
    def scored(self) -> ScoredEnd | None:
        """All ends with a score at once; None if there are none."""
        example = self._found.ends.example
        if example is None:
            return None
        record: Any = example.record
        coloring: Any = self._found.ends.colorings()
        return ScoredEnd(replace(record, position=replace(record.position, coloring=coloring)))

    def scored_ends(self) -> list[ScoredEnd]:
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

    def standing(self, record: Record) -> PlaceInPhase:
        """See `PhaseToSearch.standing`; the record may be turned."""
        node, turned = self._found.node_at(record)
        happened = tuple(
            event
            for number, name in enumerate(HISTORIES)
            for some, times in counts_of(getattr(record, name))
            for event in [self._found.events.number(number, some, turned)] * times
            if event != NOT_ASKED
        )
        return PlaceInPhase(node, happened, self._found.start_turned(record.tally, turned))

    @cached_property
    def tables(self) -> Tables:
        """See `PhaseToSearch.tables`."""
        return written(self._found, self._worths)
