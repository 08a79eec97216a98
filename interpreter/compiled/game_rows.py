"""Played games put into rows, and what a row says put back into words: positions, events, and how a game came out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Color, Coloring, Grid
from ...spec.algebra.emitting.program import WORD_BITS, Kind, words_of
from ...spec.algebra.integers import integer_board
from ...spec.history import Event
from ...spec.vocabulary import Position, Record
from .pasts import COLORS
from .programs import NotCompiled
from .registers import PHASES, PLAYERS, REGISTERS, tells_first_passer, told
from .rows import BESIDES_IN_NOTES, Layout

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
        words = words_of(value, layout.words) if REGISTERS[name] is Kind.WORD else [int(value)]
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
