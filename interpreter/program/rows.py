"""Rows: many games under way, each in a row of words, with a table of its past.

A row has the registers of a game at fixed places; then, for each history that some clause asks about, a filter in which
each event set a bit, a table in which it is found by a hash, and a list of events. An event in the list knows how often
it has happened, where it last stood in the list and its place in the table, so that the last can be taken back. Most
that are asked for have a bit that none had, as a stone where none of that color stood, or one that no filter has set.

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
from .ir import ALL_BITS, WORD_BITS, NameKind, Program, words_of
from .words import count, mix, number, word

Row: TypeAlias = MutableSequence[int]
Rows: TypeAlias = Sequence[Row]

# Besides its words, an event has: how often it has happened, where it last stood in the list, its place in the table.
BESIDES = 3
PLACES_FOR_EACH = 2
# The filter has eight bits for each event that there is room for; how much room there is goes by whole words of it.
LEAST_CAPACITY = EIGHTHS = 8
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
        before: how many words the histories before it have for each eight events that there is room for.
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
            before += EIGHTHS * (width + BESIDES + PLACES_FOR_EACH) + 1
        return histories

    @property
    def given(self) -> tuple[tuple[str, Any], ...]:
        """What the constants of this module are for rows that are laid out so."""
        kept = tuple(self.histories.values())
        return (("POINTS", self.points), ("WORDS", self.words), ("HEAD", self.head), ("KEPT", kept))

    def empty(self, capacity: int) -> list[int]:
        """An empty row, in which a number of events, a power of two from 8 up, has room in each history."""
        eighths = sum(EIGHTHS * (width + BESIDES + PLACES_FOR_EACH) + 1 for width in self.widths.values())
        row = [0] * (self.head + capacity * eighths // EIGHTHS)
        row[CAPACITY] = capacity
        return row

    def longest(self, record: Record) -> int:
        """How many events the longest history of a record has."""
        longest: int = max(sum(times for _, times in getattr(record, name).counts()) for name in self.widths)
        return longest

    def row(self, record: Record, room: int) -> list[int]:
        """A row for a record, with room for a number of further events in each history; see `write`."""
        row = self.empty(max(LEAST_CAPACITY, 1 << (self.longest(record) + room - 1).bit_length()))
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


def find_in(row: Row, history: RowHistory, event: Sequence[int], mixed: int) -> tuple[int, int, int]:
    """Where an event stands in the table, or has room; where it last stood in the list, from 1, or 0; and its mark."""
    mark = mixed & ~word(NUMBERS)
    size, entries = history.width + BESIDES, entry_of(row, history, 0)
    table = entries - number(row[CAPACITY]) * PLACES_FOR_EACH
    last = entries - table - 1
    place = number(mixed & word(last))
    while True:
        entry = row[table + place]
        if entry == word(0):
            return table + place, 0, mark
        if entry & ~word(NUMBERS) == mark:
            at = number(entry & word(NUMBERS))
            same = True
            for index, part in enumerate(event):
                same = same and row[entries + (at - 1) * size + index] == part
            if same:
                return table + place, at, mark
        place = (place + 1) & last


def times_in(row: Row, history: RowHistory, event: Sequence[int]) -> int:
    """How often an event has happened, since the history began to count."""
    place, bit, mixed = in_filter(row, history, event)
    if row[place] & bit == word(0):
        return 0
    _, last, _ = find_in(row, history, event, mixed)
    if last <= number(row[history.start]):
        return 0
    return number(row[entry_of(row, history, last - 1) + history.width])


def entry_of(row: Row, history: RowHistory, index: int) -> int:
    """Where an event of the list stands, counted from 0; before it stand the filter and the table."""
    room = number(row[CAPACITY]) * (history.before + 1 + EIGHTHS * PLACES_FOR_EACH) // EIGHTHS
    return history.head + room + index * (history.width + BESIDES)


def in_filter(row: Row, history: RowHistory, event: Sequence[int]) -> tuple[int, int, int]:
    """The word of the filter that has an event's bit, that bit, and the hash: a sum, whose terms events share."""
    mixed, factor = word(0), word(0xD1B54A32D192ED03)
    for part in event:
        mixed = (mixed + (part ^ (part >> word(32))) * factor) & word(ALL_BITS)
        factor = (factor * word(0x9E3779B97F4A7C15)) & word(ALL_BITS)
    mixed = mix(word(0), mixed ^ (mixed >> word(32)))
    bit = number(mixed >> word(44)) & (EIGHTHS * number(row[CAPACITY]) - 1)
    return (
        history.head + number(row[CAPACITY]) * history.before // EIGHTHS + (bit >> 6),
        word(1) << word(bit & 63),
        mixed,
    )


def add_to(row: Row, history: RowHistory, event: Sequence[int]) -> None:
    """Let an event happen."""
    place, bit, mixed = in_filter(row, history, event)
    row[place] = row[place] | bit
    place, last, mark = find_in(row, history, event, mixed)
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


def take_back(row: Row, saved: Row) -> None:
    """Let a row stand as it did when its head was saved."""
    for history in KEPT:
        while row[history.length] > saved[history.length]:
            row[history.length] = row[history.length] - word(1)
            entry = entry_of(row, history, number(row[history.length])) + history.width
            last, place = row[entry + 1], number(row[entry + 2])
            row[place] = word(0) if last == word(0) else (row[place] & ~word(NUMBERS)) | last
    for place in range(HEAD):
        row[place] = word(saved[place])


def move_to(row: Row, other: Row) -> None:
    """Let an empty row stand for the game of another one, which has room for other numbers of events."""
    for place in range(CAPACITY + 1, HEAD):
        row[place] = other[place]
    for history in KEPT:
        row[history.length] = row[history.start] = word(0)
        for index in range(number(other[history.start]), number(other[history.length])):
            entry = entry_of(other, history, index)
            add_to(row, history, other[entry : entry + history.width])


def legal_turns_of_each(rows: Rows, legal: Rows, moves: Row, unblocks: Row) -> None:
    """Note which turns are legal in each game, a bit for each number; with room for points of moves and unblocks."""
    for game in range(len(rows)):
        can_pass = legal_turns(rows[game], moves, unblocks)
        for index in range(len(legal[game])):
            legal[game][index] = moves[index] if index < WORDS else word(0)
        if can_pass:
            legal[game][POINTS >> 6] = legal[game][POINTS >> 6] | (word(1) << word(POINTS & 63))
        for index in range(WORDS):
            left = unblocks[index]
            while left != word(0):
                turn = POINTS + 1 + WORD_BITS * index + count(~left & (left - word(1)))
                legal[game][turn >> 6] = legal[game][turn >> 6] | (word(1) << word(turn & 63))
                left = left & (left - word(1))


def are_legal(legal: Rows, turns: Sequence[int]) -> bool:
    """Whether the turn of each game is legal, a bit of words, or -1, which is none."""
    for game in range(len(turns)):
        turn = turns[game]
        is_bit = 0 <= turn < WORD_BITS * len(legal[game])
        if turn != -1 and not (is_bit and legal[game][turn >> 6] & (word(1) << word(turn & 63)) != word(0)):
            return False
    return True


def draw_of_each(legal: Rows, chances: Sequence[float], pass_turn: int, passing: bool, drawn: Row) -> None:
    """Draw a legal turn, a bit of words, in each game by a chance from 0 to less than 1; -1 where there is none.

    Where it is not passing, the pass is drawn only where there is nothing else.

    >>> drawn = [0, 0, 0]
    >>> draw_of_each([[0b111], [0b100], [0b000]], [0.9] * 3, 2, False, drawn)
    >>> drawn
    [1, 2, -1]
    """
    for game in range(len(legal)):
        number_of_turns, skipped = 0, word(0)
        for part in legal[game]:
            number_of_turns += count(part)
        if not passing and number_of_turns > 1:
            skipped = legal[game][pass_turn >> 6] & (word(1) << word(pass_turn & 63))
        left = int(chances[game] * (number_of_turns - count(skipped)))
        drawn[game] = -1
        for index in range(len(legal[game])):
            part = legal[game][index] & ~(skipped if index == pass_turn >> 6 else word(0))
            if left < count(part):
                for _ in range(left):
                    part = part & (part - word(1))
                drawn[game] = WORD_BITS * index + count(~part & (part - word(1)))
                break
            left -= count(part)


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


def restart_each(rows: Rows, anew: Sequence[bool], first: Row) -> None:
    """Let some rows stand for another game, whatever they stood for."""
    for game in range(len(rows)):
        if anew[game]:
            for history in KEPT:
                for place in range(number(first[CAPACITY]) * (1 + EIGHTHS * PLACES_FOR_EACH) // EIGHTHS):
                    rows[game][entry_of(first, history, 0) - 1 - place] = word(0)
            move_to(rows[game], first)
