"""Rows: many games under way, each in a row of words, with a table of its past.

A row has the registers of a game at fixed places; then, for each history that some clause asks about, a list of its
events and a table in which an event is found by a hash. An event in the list knows how often it has happened, where it
last stood in the list and its place in the table, so that the last event can be taken back. Most events that are asked
for have a bit that no event ever had, such as a stone where none of that color ever stood, and need not be looked for.

The functions here are plain: they are compiled with the programs of some rules and a board, or run as they are written
on rows that are lists of Python's integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from ...spec.vocabulary import Phase, Record
from .clauses import NotCompiled
from .fields import HISTORIES, PHASES, REGISTERS, registers_of, tells_first_passer, widths_of_events, words_of_event
from .ir import WORD_BITS, NameKind, Program, words_of
from .words import mix, number, word

Row: TypeAlias = MutableSequence[int]
Rows: TypeAlias = Sequence[Row]

# Besides its words, an event has: how often it has happened, where it last stood in the list, its place in the table.
BESIDES = 3
PLACES_FOR_EACH = 2
# The bits of a place in the table that say where in the list its event stands; the others are a mark of the event.
NUMBERS = (1 << 24) - 1

# What stands at the same place in every row.
SINGLE = ("capacity", "outcome", "ended_by", *(name for name in REGISTERS if REGISTERS[name] is not NameKind.WORD))
SETS = tuple(name for name in REGISTERS if REGISTERS[name] is NameKind.WORD)
CAPACITY, OUTCOME, PLAYER, PHASE = map(SINGLE.index, ("capacity", "outcome", "player", "phase"))
OVER = PHASES.index(Phase.OVER)


class RowHistory(NamedTuple):
    """Where in a row a history stands.

    Attributes:
        length: the place that says how many events its list has.
        start: the place that says how many of them no longer count, as those before a pass.
        ever: where the words stand that have every bit which some event of the list has.
        head: how many words stand before all histories.
        before: how many words the histories before it have for each event that there is room for.
        width: how many words an event has.
    """

    length: int
    start: int
    ever: int
    head: int
    before: int
    width: int


@dataclass(frozen=True)
class Layout:
    """Where in a row each thing stands.

    Attributes:
        widths: how many words the events of each history have that is kept.
    """

    points: int
    widths: Mapping[str, int]

    @staticmethod
    def of(points: int, programs: Iterable[Program]) -> Layout:
        """The layout for programs: what none of them looks into is not kept, but for one history at least."""
        return Layout(points, widths_of_events(programs) or {HISTORIES[0]: 1})

    @property
    def words(self) -> int:
        """How many words a set of points has."""
        return -(-self.points // WORD_BITS)

    @cached_property
    def _sizes(self) -> Mapping[str, int]:
        """How many words each thing before the histories takes, in their order."""
        ends = (f"{name}_{end}" for name in self.widths for end in ("length", "start"))
        bits = {f"{name}_ever": width for name, width in self.widths.items()}
        return {**dict.fromkeys((*SINGLE, *ends), 1), **dict.fromkeys(SETS, self.words), **bits}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each register stands, sets with their first word; and how long each history is, and where it begins."""
        return dict(zip(self._sizes, accumulate(self._sizes.values(), initial=0), strict=False))

    @property
    def head(self) -> int:
        """How many words stand before the histories."""
        return sum(self._sizes.values())

    @cached_property
    def histories(self) -> Mapping[str, RowHistory]:
        """Where the histories stand."""
        histories, before = {}, 0
        for name, width in self.widths.items():
            length, start, ever = (self.places[f"{name}_{part}"] for part in ("length", "start", "ever"))
            histories[name] = RowHistory(length, start, ever, self.head, before, width)
            before += width + BESIDES + PLACES_FOR_EACH
        return histories

    @property
    def given(self) -> tuple[tuple[str, Any], ...]:
        """What the constants of this module are for rows that are laid out so."""
        kept = tuple(self.histories.values())
        return (("POINTS", self.points), ("WORDS", self.words), ("HEAD", self.head), ("KEPT", kept))

    def empty(self, capacity: int) -> list[int]:
        """An empty row, in which a number of events, a power of two, has room in each history."""
        per_event = sum(width + BESIDES + PLACES_FOR_EACH for width in self.widths.values())
        row = [0] * (self.head + capacity * per_event)
        row[CAPACITY] = capacity
        return row

    def longest(self, record: Record) -> int:
        """How many events the longest history of a record has."""
        longest: int = max(sum(times for _, times in getattr(record, name).counts()) for name in self.widths)
        return longest

    def row(self, record: Record, room: int) -> list[int]:
        """A row for a record, with room for a number of further events in each history; see `write`."""
        row = self.empty(1 << (self.longest(record) + room - 1).bit_length())
        self.write(row, record)
        for name, history in self.histories.items():
            for event, times in getattr(record, name).counts():
                # Where a phase asks nothing of a history, its longer events do not matter; shorter ones end with 0.
                words = words_of_event(event, lambda points: words_of(points, self.words))
                parts = tuple([*words, *[0] * history.width][: history.width])
                for _ in range(times):
                    add_to(row, history, parts)
        return row

    def write(self, row: Row, record: Record) -> None:
        """Write the registers of a record into a row; `NotCompiled` if it has a button that no clause speaks of."""
        if record.tally.first_passer is not None and not tells_first_passer(record.rules):
            raise NotCompiled("Only rules with the button tell who passed first; leave the button out.")
        for name, value in registers_of(record):
            for place, part in enumerate(words_of(int(value), self.words if name in SETS else 1)):
                row[self.places[name] + place] = part


POINTS = WORDS = HEAD = 1
KEPT: tuple[RowHistory, ...] = ()


def legal_turns(row: Row, moves: Row, unblocks: Row) -> bool:
    """Write down the points of the legal moves and unblock actions; whether passing is legal."""
    raise NotImplementedError


def take_turn(row: Row, kind: int, points: Row) -> None:
    """Take a turn, of a kind by its number, at a point."""
    raise NotImplementedError


def phase_after(row: Row, kind: int, points: Row) -> int:
    """The number of the phase that the game would be in after a turn."""
    raise NotImplementedError


def scores(row: Row) -> tuple[float, float, int]:
    """Both players' scores, and the number of the winner."""
    raise NotImplementedError


def find_in(row: Row, history: RowHistory, event: Sequence[int]) -> tuple[int, int, int]:
    """Where an event stands in the table, or has room; where it last stood in the list, from 1, or 0; and its mark."""
    mixed = word(0)
    for part in event:
        mixed = mix(mixed, part)
    mark = mixed & ~word(NUMBERS)
    capacity = number(row[CAPACITY])
    size = history.width + BESIDES
    entries = history.head + capacity * history.before
    table = entries + capacity * size
    last = capacity * PLACES_FOR_EACH - 1
    place = number(mixed & word(last))
    while True:
        entry = row[table + place]
        if entry == word(0):
            return table + place, 0, mark
        if entry & ~word(NUMBERS) == mark:
            at = number(entry & word(NUMBERS))
            if is_at(row, entries + (at - 1) * size, event):
                return table + place, at, mark
        place = (place + 1) & last


def is_at(row: Row, entry: int, event: Sequence[int]) -> bool:
    """Whether it is this event that stands at a place of the list."""
    same = True
    for place, part in enumerate(event):
        same = same and row[entry + place] == part
    return same


def times_in(row: Row, history: RowHistory, event: Sequence[int]) -> int:
    """How often an event has happened, since the history began to count."""
    _, last, _ = find_in(row, history, event)
    if last <= number(row[history.start]):
        return 0
    return number(row[entry_of(row, history, last - 1) + history.width])


def entry_of(row: Row, history: RowHistory, index: int) -> int:
    """Where an event of the list stands, counted from 0."""
    return history.head + number(row[CAPACITY]) * history.before + index * (history.width + BESIDES)


def add_to(row: Row, history: RowHistory, event: Sequence[int]) -> None:
    """Let an event happen."""
    place, last, mark = find_in(row, history, event)
    times = word(1)
    if last > number(row[history.start]):
        times = row[entry_of(row, history, last - 1) + history.width] + word(1)
    entry = entry_of(row, history, number(row[history.length]))
    for index, part in enumerate(event):
        row[entry + index] = part
        row[history.ever + index] = row[history.ever + index] | part
    row[entry + history.width] = times
    row[entry + history.width + 1] = word(last)
    row[entry + history.width + 2] = word(place)
    row[history.length] = row[history.length] + word(1)
    row[place] = mark | row[history.length]


def take_from(row: Row, history: RowHistory) -> None:
    """Take the last event back."""
    row[history.length] = row[history.length] - word(1)
    entry = entry_of(row, history, number(row[history.length])) + history.width
    last, place = row[entry + 1], number(row[entry + 2])
    row[place] = word(0) if last == word(0) else (row[place] & ~word(NUMBERS)) | last


def take_back(row: Row, saved: Row) -> None:
    """Let a row stand as it did when its head was saved."""
    for history in KEPT:
        while row[history.length] > saved[history.length]:
            take_from(row, history)
    for place in range(HEAD):
        row[place] = word(saved[place])


def move_to(row: Row, other: Row) -> None:
    """Let an empty row stand for the game of another one, which has room for other numbers of events."""
    for place in range(CAPACITY + 1, HEAD):
        row[place] = other[place]
    for history in KEPT:
        refill(row, other, history)


def refill(row: Row, other: Row, history: RowHistory) -> None:
    """Let all that counts in a history of another row have happened."""
    row[history.length] = word(0)
    row[history.start] = word(0)
    for index in range(number(other[history.start]), number(other[history.length])):
        entry = entry_of(other, history, index)
        add_to(row, history, other[entry : entry + history.width])


def legal_turns_of_each(rows: Rows, legal: Sequence[MutableSequence[bool]], moves: Row, unblocks: Row) -> None:
    """Note which turns are legal in each game, by their numbers, with room for points of moves and unblock actions."""
    for game in range(len(rows)):
        legal[game][POINTS] = legal_turns(rows[game], moves, unblocks)
        note_each(legal[game], moves, 0)
        if len(legal[game]) > POINTS + 1:
            note_each(legal[game], unblocks, POINTS + 1)


def note_each(noted: MutableSequence[bool], points: Row, first: int) -> None:
    """Note each point of a set by its number, counted from a first one."""
    for point in range(POINTS):
        noted[first + point] = (points[point >> 6] >> word(point & 63)) & word(1) != word(0)


def draw_of_each(
    legal: Sequence[Sequence[bool]],
    chances: Sequence[float],
    pass_turn: int,
    passing: bool,
    drawn: MutableSequence[int],
) -> None:
    """Draw a legal turn in each game, by a chance from 0 to less than 1, into its place; -1 where there is none.

    Where it is not passing, the pass is drawn only where there is nothing else.

    >>> drawn = [0, 0, 0]
    >>> draw_of_each([[True, True, True], [False, False, True], [False] * 3], [0.9] * 3, 2, False, drawn)
    >>> drawn
    [1, 2, -1]
    """
    for game in range(len(legal)):
        number_of_turns, can_pass = 0, legal[game][pass_turn]
        for turn in range(len(legal[game])):
            number_of_turns += number(legal[game][turn])
        skips_pass = can_pass and not passing and number_of_turns > 1
        left = int(chances[game] * (number_of_turns - number(skips_pass)))
        drawn[game] = -1
        for turn in range(len(legal[game])):
            if legal[game][turn] and not (skips_pass and turn == pass_turn):
                if left == 0:
                    drawn[game] = turn
                    break
                left -= 1


def take_turn_of_each(rows: Rows, turns: Sequence[int], points: Row) -> None:
    """Take a turn in each game, by its number, none where that is negative, with room for a point."""
    for game in range(len(rows)):
        turn = turns[game]
        for index in range(WORDS):
            points[index] = word(0)
        if turn == POINTS:
            take_turn(rows[game], 0, points)
        elif turn >= 0:
            point = turn if turn < POINTS else turn - POINTS - 1
            points[point >> 6] = word(1) << word(point & 63)
            take_turn(rows[game], 1 if turn < POINTS else 2, points)


def scores_of_each(rows: Rows, score_pairs: Sequence[MutableSequence[float]], winners: MutableSequence[int]) -> None:
    """The scores of each game, which must be over."""
    for game in range(len(rows)):
        score_pairs[game][0], score_pairs[game][1], winners[game] = scores(rows[game])


def move_each(rows: Rows, others: Rows) -> None:
    """Let empty rows stand for the games of others."""
    for game in range(len(rows)):
        move_to(rows[game], others[game])
