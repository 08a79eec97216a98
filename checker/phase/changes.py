"""What turns change in the histories, as numbers: the events that they add, by orbits, and lists of changes.

They have numbers in the order in which they are met while a phase is read on arrays. Once all of it has been read, it
is known which events any clause asks about, and the others are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...spec.algebra.arrays import Words
from ...spec.rules import Refusal
from .dependence import HISTORIES
from .machine import Effect
from .many import CodeIndex, Column, Numbers, distinct_with_places
from .symmetry import CodeSymmetries, Layout, Packed
from .tables import (
    KINDS,
    MOST_EVENTS,
    NEW,
    NO_EFFECT,
    TOO_MUCH,
    effect_of_list,
    effect_of_one_event,
    event_added,
    forgetting,
    history_forgotten,
    list_of_effect,
)

NOT_ASKED = -(1 << 31)
# A list of changes is known by the list before its last change, and by that change.
NO_LIST = -1
CHANGE_BITS = 32
LEAST_CHANGE = forgetting(len(HISTORIES) - 1)
RENUMBERED_AT_ONCE = 1 << 18


class EventIndex:
    """The numbers of events, by orbits: in the order in which they are met, and then of those asked about alone."""

    def __init__(self, symmetries: CodeSymmetries) -> None:
        self._symmetries = symmetries
        self._met = [CodeIndex() for _ in HISTORIES]
        self._history, self._kept = Column(), Column()
        self._size = 0
        self._asked = np.zeros(0, dtype=np.bool_)
        self._latest: tuple[int, Words, Numbers] | None = None

    def numbers(self, history: int, codes: Words, layout: Layout) -> Numbers:
        """The number of each event of a history, whether or not it was met before."""
        # A turn adds what it had asked about.
        if self._latest and self._latest[0] == history and np.array_equal(self._latest[1], codes):
            return self._latest[2]
        least, by = self._symmetries.canonical(codes, layout)
        few, places = distinct_with_places(least)
        new = self._met[history].not_met(few)
        self._met[history].add(new, self._size)
        self._history.append(np.full(len(new), history, dtype=np.int8))
        self._kept.append(self._symmetries.keeping(new, layout))
        self._size += len(new)
        if self._size * len(self._symmetries) >= NEW:
            raise Refusal(TOO_MUCH)
        orbits = self._met[history].known(few)[places].astype(np.int64)
        numbers = orbits * len(self._symmetries) + by
        self._latest = history, codes, numbers
        return numbers

    def ask_about(self, events: Numbers) -> None:
        """Take note of which events somebody asks about."""
        self._asked.resize(self._size, refcheck=False)
        self._asked[events // len(self._symmetries)] = True

    @cached_property
    def _final(self) -> Packed:
        """For each orbit, its number among those that somebody asks about; to be read once all are known."""
        self._asked.resize(self._size, refcheck=False)
        if int(self._asked.sum()) * len(self._symmetries) > MOST_EVENTS:
            raise Refusal(TOO_MUCH)
        return np.where(self._asked, np.cumsum(self._asked, dtype=np.int32) - 1, np.int32(NOT_ASKED))

    def renumbered(self, events: Any) -> Packed:
        """The numbers of events among those that somebody asks about; `NOT_ASKED` of the others."""
        orbits, places = np.divmod(np.asarray(events, dtype=np.int32), np.int32(len(self._symmetries)))
        final = self._final[orbits]
        return np.where(final == NOT_ASKED, final, final * np.int32(len(self._symmetries)) + places)

    def asked_numbers(self, history: int, codes: Words, layout: Layout) -> Numbers:
        """The numbers of events among those that somebody asks about; `NOT_ASKED` of the others."""
        least, by = self._symmetries.canonical(codes, layout)
        orbits = self._met[history].known(least).astype(np.int64)
        numbers, met = np.full(len(codes), NOT_ASKED), np.flatnonzero(orbits >= 0)
        numbers[met] = self.renumbered(orbits[met] * len(self._symmetries) + by[met])
        return numbers

    @cached_property
    def of_orbits(self) -> tuple[Packed, Packed]:
        """For each orbit that somebody asks about, its history, and the symmetries that keep its first event."""
        asked = np.flatnonzero(self._final != NOT_ASKED)
        history, kept = (column.taken()[asked] for column in (self._history, self._kept))
        self._history, self._kept = Column(), Column()
        return history.astype(KINDS["history"], copy=False), kept.astype(np.uint16, copy=False)


class EffectTable:
    """What turns change in the histories, as numbers."""

    def __init__(self, events: EventIndex) -> None:
        self._events = events
        self._lists = CodeIndex()

    def numbers(self, changes: Sequence[Effect], many: int) -> Packed:
        """The effect of each of many turns, given what they do to the histories."""
        columns = list[Numbers]()
        for change in changes:
            history = HISTORIES.index(change.history)
            columns += [np.full(many, forgetting(history), dtype=np.int64)] * change.forgotten
            columns += (self._events.numbers(history, codes, layout) for codes, layout in change.added)
        if not columns:
            return np.full(many, NO_EFFECT, dtype=np.int32)
        if len(columns) == 1 and not changes[0].forgotten:
            return np.asarray(effect_of_one_event(columns[0])).astype(np.int32)
        lists = np.full(many, NO_LIST)
        for column in columns:
            lists = self._lists.meet(code_of_list(lists, column))
        return np.asarray(effect_of_list(lists)).astype(np.int32)

    def renumber(self, effects: Packed) -> tuple[Packed, Packed]:
        """Leave out of effects what nobody asks about: where each list begins, the last one ends, and all."""
        kept = CodeIndex()
        shorter = self._without_what_nobody_asks(kept)
        before, change, length = lists_of_codes(kept.codes)
        is_one_event = (length == 1) & (change >= 0)
        numbers = np.flatnonzero(~is_one_event)
        of_kept = np.where(is_one_event, effect_of_one_event(change), NO_EFFECT)
        of_kept[numbers] = effect_of_list(np.arange(len(numbers)))
        of_lists = np.append(of_kept, np.int32(NO_EFFECT))[shorter]
        del shorter, of_kept
        for begin in range(0, len(effects), RENUMBERED_AT_ONCE):
            block = effects[begin : begin + RENUMBERED_AT_ONCE]
            singles = np.flatnonzero(block > NO_EFFECT)
            effect = block[singles]
            events = self._events.renumbered(event_added(effect))
            lists = np.flatnonzero(block < NO_EFFECT)
            block[lists] = of_lists[list_of_effect(block[lists])]
            block[singles] = np.where(events == NOT_ASKED, NO_EFFECT, effect_of_one_event(events) | effect & NEW)
        first = np.cumsum(np.append(0, length[numbers]))
        every = np.empty(first[-1], dtype=np.int32)
        there: Packed = numbers
        for back in range(1, 1 + int(length.max(initial=0))):
            longer = np.flatnonzero(length[numbers] >= back)
            every[first[longer + 1] - back] = change[there[longer]]
            there = before[there]
        return first.astype(np.int32), every

    def _without_what_nobody_asks(self, kept: CodeIndex) -> Packed:
        """For each list, and for none at last, the list of those of its changes that somebody asks about."""
        before, met, length = lists_of_codes(self._lists.codes)
        self._lists = CodeIndex()
        asked_histories, _ = self._events.of_orbits
        change: Packed = np.where(np.isin(history_forgotten(met), asked_histories), met, np.int32(NOT_ASKED))
        change[met >= 0] = self._events.renumbered(met[met >= 0])
        shorter = np.full(len(before) + 1, NO_LIST, dtype=np.int32)
        for size in range(1, 1 + int(length.max(initial=0))):
            lists = np.flatnonzero(length == size)
            shorter[lists] = shorter[before[lists]]
            asked = lists[change[lists] != NOT_ASKED]
            shorter[asked] = kept.meet(code_of_list(shorter[asked], change[asked]))
        return shorter


def code_of_list(before: Packed, change: Packed) -> Words:
    """The codes of lists of changes, each of which has one more change than the list before it.

    >>> codes = code_of_list(np.array([NO_LIST, 0]), np.array([forgetting(0), 7]))
    >>> [column.tolist() for column in lists_of_codes(codes)]
    [[-1, 0], [-1, 7], [1, 2]]
    """
    higher: Words = np.asarray(before - NO_LIST).astype(np.uint64) << np.uint64(CHANGE_BITS)
    return higher | np.asarray(change - LEAST_CHANGE).astype(np.uint64)


def lists_of_codes(codes: Words) -> tuple[Packed, Packed, Packed]:
    """The list before each list of changes, its last change, and how many it has, by the codes of all lists."""
    before = (codes >> np.uint64(CHANGE_BITS)).astype(np.int32) + np.int32(NO_LIST)
    change = (codes & np.uint64((1 << CHANGE_BITS) - 1)).astype(np.int32) + np.int32(LEAST_CHANGE)
    length = longer = np.ones(len(codes), dtype=np.int32)
    while len(longer):
        longer = np.where(before == NO_LIST, np.int32(1), length[before] + np.int32(1))
        if np.array_equal(length, longer):
            break
        length = longer
    return before, change, length
