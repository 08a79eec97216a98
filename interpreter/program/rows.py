"""Rows: many games under way, each in a row of words, with a table of its past."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Color, Coloring
from ...spec.history import Event
from ...spec.vocabulary import Record
from .clauses import NotCompiled
from .fields import COLORS, REGISTERS, tells_first_passer, told, widths_of_events
from .ir import NameKind, Program, words_of

# Besides its words, an event has: how often it has happened, where it last stood in the list, its place in the table.
BESIDES = 3
PLACES_FOR_EACH = 2
FURTHER = ("outcome", "ended_by", "capacity")


@dataclass(frozen=True)
class Layout:
    """Where in a row each thing stands.

    Attributes:
        words: how many words a set of points has.
        widths: how many words the events of each history have that is kept.
    """

    words: int
    widths: Mapping[str, int]

    @staticmethod
    def of(words: int, programs: Iterable[Program]) -> Layout:
        """The layout for programs: what none of them looks into is not kept."""
        return Layout(words, widths_of_events(programs))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each register stands, sets with their first word; and how long each history is, and where it begins."""
        places, place = {}, 0
        for name in (*REGISTERS, *FURTHER, *(f"{name}_{end}" for name in self.widths for end in ("length", "start"))):
            places[name] = place
            place += self.words if REGISTERS.get(name) is NameKind.WORD else 1
        return places

    @property
    def head(self) -> int:
        """How many words stand before the histories."""
        return len(self.places) + (self.words - 1) * sum(kind is NameKind.WORD for kind in REGISTERS.values())

    def length(self, capacity: int) -> int:
        """How many words a row has in which so many events have room in each history."""
        return self.head + capacity * sum(width + BESIDES + PLACES_FOR_EACH for width in self.widths.values())

    def text(self) -> str:
        """Functions in Python, as numba compiles it, that look into histories, add to them and take back."""
        parts, before = [MIXED], 0
        for name, width in self.widths.items():
            size = width + BESIDES
            event = [f"w{place}" for place in range(width)]
            parts.append(
                HISTORY.format(
                    name=name,
                    event=", ".join(event),
                    hashed="\n".join(f"    mixed = mix(mixed, {word})" for word in event),
                    same=" and ".join(f"row[entry + word({place})] == {word}" for place, word in enumerate(event)),
                    write="\n".join(f"    row[entry + word({place})] = {word}" for place, word in enumerate(event)),
                    words=", ".join(f"other[entry + word({place})]" for place in range(width)),
                    head=self.head,
                    before=before,
                    size=size,
                    width=width,
                    capacity=self.places["capacity"],
                    length=self.places[f"{name}_length"],
                    start=self.places[f"{name}_start"],
                )
            )
            before += size + PLACES_FOR_EACH
        parts.append(self._taking_back())
        return "\n\n".join(parts)

    def _taking_back(self) -> str:
        lines = ["def take_back(row, saved):", "    # Let a row stand as it did when its head was saved."]
        for name in self.widths:
            length = self.places[f"{name}_length"]
            lines += [f"    while row[{length}] > saved[{length}]:", f"        take_from_{name}(row)"]
        lines += [f"    for place in range({self.head}):", "        row[place] = saved[place]"]
        lines += [
            "",
            "",
            "def move_to(row, other):",
            "    # Let a row stand for the game of another one.",
        ]
        lines += [f"    for place in range({self.places['capacity']}):", "        row[place] = other[place]"]
        lines += [f"    refill_{name}(row, other)" for name in self.widths]
        return "\n".join(lines) + "\n"


MIXED = """
def mix(mixed, part):
    mixed = (mixed ^ part) * word(0x9E3779B97F4A7C15)
    return mixed ^ (mixed >> word(32))
"""
HISTORY = """
def find_in_{name}(row, {event}):
    # Where an event stands in the table, or has room; where it last stood in the list, from 1; and its mark.
    mixed = word(0)
{hashed}
    mark = mixed & ~word(0xFFFFFF)
    entries = word({head}) + row[{capacity}] * word({before})
    table = entries + row[{capacity}] * word({size})
    mask = row[{capacity}] * word(2) - word(1)
    place = mixed & mask
    while True:
        found = row[table + place]
        if found == word(0):
            return table + place, word(0), mark
        if found & ~word(0xFFFFFF) == mark:
            entry = entries + ((found & word(0xFFFFFF)) - word(1)) * word({size})
            if {same}:
                return table + place, found & word(0xFFFFFF), mark
        place = (place + word(1)) & mask


def times_in_{name}(row, {event}):
    place, last, mark = find_in_{name}(row, {event})
    times = 0
    if last > row[{start}]:
        entry = word({head}) + row[{capacity}] * word({before}) + (last - word(1)) * word({size})
        times = number(row[entry + word({width})])
    return times


def add_to_{name}(row, {event}):
    place, last, mark = find_in_{name}(row, {event})
    times = word(1)
    entries = word({head}) + row[{capacity}] * word({before})
    if last > row[{start}]:
        times = row[entries + (last - word(1)) * word({size}) + word({width})] + word(1)
    entry = entries + row[{length}] * word({size})
{write}
    row[entry + word({width})] = times
    row[entry + word({width} + 1)] = last
    row[entry + word({width} + 2)] = place
    row[{length}] = row[{length}] + word(1)
    row[place] = mark | row[{length}]


def take_from_{name}(row):
    row[{length}] = row[{length}] - word(1)
    entry = word({head}) + row[{capacity}] * word({before}) + row[{length}] * word({size})
    last = row[entry + word({width} + 1)]
    place = row[entry + word({width} + 2)]
    row[place] = word(0) if last == word(0) else (row[place] & ~word(0xFFFFFF)) | last


def refill_{name}(row, other):
    row[{length}] = word(0)
    row[{start}] = word(0)
    for index in range(number(other[{start}]), number(other[{length}])):
        entry = word({head}) + other[{capacity}] * word({before}) + word(index) * word({size})
        add_to_{name}(row, {words})
"""


Words: TypeAlias = npt.NDArray[np.uint64]


def write_record(row: Any, layout: Layout, record: Record, functions: Mapping[str, Callable[..., Any]]) -> None:
    """Let an empty row, with its capacity in its place, stand for a record.

    Args:
        row: the row, all zeros but for its capacity.
        layout: where in it each thing stands.
        record: the record of a game at the start of a turn.
        functions: the text of the layout as functions.

    Raises:
        NotCompiled: the game was set up with a button that no clause speaks of.
    """
    if record.tally.first_passer is not None and not tells_first_passer(record.rules):
        raise NotCompiled("Only rules with the button tell who passed first; leave the button out.")
    for name, value in told(record):
        words = words_of(value, layout.words) if REGISTERS[name] is NameKind.WORD else [int(value)]
        for place, word in enumerate(words, start=layout.places[name]):
            row[place] = word
    for name, width in layout.widths.items():
        for event, times in getattr(record, name).counts():
            # Where a phase asks nothing of a history, its longer events are of no account.
            words = [*event_words(event, layout.words)][:width]
            for _ in range(times):
                functions[f"add_to_{name}"](row, *words, *[0] * (width - len(words)))


def event_words(event: Event, words: int) -> Iterator[int]:
    """An event as the words by which programs know it."""
    match event:
        case tuple():
            for part in event:
                yield from event_words(part, words)
        case Coloring():
            yield from event_words((event.black, event.white), words)
        case None | bool():
            yield int(bool(event))
        case Color():
            yield COLORS[event]
        case points:
            yield from words_of(points, words)


def most_events(layout: Layout, record: Record) -> int:
    """How many events the longest history of a record holds that is kept."""
    return max((sum(times for _, times in getattr(record, name).counts()) for name in layout.widths), default=0)
