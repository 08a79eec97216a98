"""Rows: many games under way, each in a row of words, with a table of its past."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.integers import integer_board
from ...spec.history import Event
from ...spec.vocabulary import Position, Record
from .clauses import NotCompiled
from .fields import COLORS, PHASES, PLAYERS, REGISTERS, tells_first_passer, told, widths_of_events
from .ir import WORD_BITS, NameKind, Program, words_of

# Besides its words, an event has: how often it has happened, where it last stood in the list, its place in the table.
BESIDES = 3
PLACES_FOR_EACH = 2
FURTHER = ("outcome", "ended_by", "capacity", "noted")
# Besides its words, a note has: the number of the history that was asked, and how often the event had happened.
BESIDES_IN_NOTES = 2


@dataclass(frozen=True)
class Layout:
    """Where in a row each thing stands.

    Attributes:
        words: how many words a set of points has.
        widths: how many words the events of each history have that is kept.
        notes: how many questions about the past have room in a row, which then notes each one with its answer, for
            searches that keep what was found where the same answers hold; `noted` is how many there were.
    """

    words: int
    widths: Mapping[str, int]
    notes: int = 0

    @staticmethod
    def of(words: int, programs: Iterable[Program], notes: int = 0) -> Layout:
        """The layout for programs: what none of them looks into is not kept."""
        return Layout(words, widths_of_events(programs), notes)

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
        """How many words stand before the notes and the histories."""
        return len(self.places) + (self.words - 1) * sum(kind is NameKind.WORD for kind in REGISTERS.values())

    @property
    def note(self) -> int:
        """How many words a note has."""
        return max(self.widths.values(), default=0) + BESIDES_IN_NOTES

    @property
    def _histories(self) -> int:
        return self.head + self.notes * self.note

    def length(self, capacity: int) -> int:
        """How many words a row has in which so many events have room in each history."""
        return self._histories + capacity * sum(width + BESIDES + PLACES_FOR_EACH for width in self.widths.values())

    def text(self) -> str:
        """Functions in Python, as numba compiles it, that look into histories, add to them and take back."""
        parts, before = [MIXED], 0
        for number, (name, width) in enumerate(self.widths.items()):
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
                    head=self._histories,
                    note=self._noting(number, event),
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

    def _noting(self, number: int, event: Sequence[str]) -> str:
        """The lines by which a question and its answer are noted."""
        if not self.notes:
            return ""
        noted = self.places["noted"]
        found = [f"    if row[{noted}] < word({self.notes}):"]
        found += [f"        note = word({self.head}) + row[{noted}] * word({self.note})"]
        found += [f"        row[note] = word({number})", "        row[note + word(1)] = word(times)"]
        found += [f"        row[note + word({place})] = {word}" for place, word in enumerate(event, BESIDES_IN_NOTES)]
        return "\n".join([*found, f"    row[{noted}] = row[{noted}] + word(1)"])

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
{note}
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


class Note(NamedTuple):
    """A question that a program has asked of the past.

    Attributes:
        history: the name of the history that was asked.
        event: the words of the event.
        times: how often it had happened.
    """

    history: str
    event: tuple[int, ...]
    times: int


def notes_in(row: Sequence[Any] | Words, layout: Layout) -> list[Note]:
    """What was asked of the past since `noted` was last set to 0, as far as the row has room for it."""
    names, found = list(layout.widths), []
    for number in range(min(layout.notes, int(row[layout.places["noted"]]))):
        place = layout.head + number * layout.note
        history = names[int(row[place])]
        event = row[place + BESIDES_IN_NOTES : place + BESIDES_IN_NOTES + layout.widths[history]]
        found.append(Note(history, tuple(map(int, event)), int(row[place + 1])))
    return found


def points_at(row: Sequence[Any] | Words, layout: Layout, name: str) -> int:
    """A set of points in a row."""
    place = layout.places[name]
    return sum(int(row[place + index]) << WORD_BITS * index for index in range(layout.words))


def position_in(row: Sequence[Any] | Words, layout: Layout, grid: Grid) -> Position:
    """What stands, by a row."""
    sets = {name: points_at(row, layout, name) for name in ("black", "white", "marks")}
    player, phase, passed = (int(row[layout.places[name]]) for name in ("player", "phase", "passed"))
    c = Coloring(integer_board(grid.width, grid.height), sets["black"], sets["white"])
    return Position(c, PLAYERS[player], PHASES[phase], sets["marks"], bool(passed))
