"""Histories of programs: what a clause asks of the past is looked up when the program runs.

Such a lookup stands in a program as a call of `times_in_earlier` and the like, with the words of the event: how often
it has happened. Whoever runs the program says what that does: it looks in a table, and it may note what was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any, NoReturn

from ...spec.algebra import Color, Coloring
from ...spec.algebra.emitting.board import EmittingBoard
from ...spec.algebra.emitting.program import Atom, Call, Kind, Loop, Name, Program, Statement, When
from ...spec.algebra.emitting.values import Count, Flag, Words
from ...spec.history import Event

PAST = Name("past", Kind.PAST)
ASKED = "times_in_"
HISTORIES = ("earlier", "since_pass", "passed_from", "made")
COLORS = {Color.BLACK: 1, Color.WHITE: 2}


def words_of_event(board: EmittingBoard, event: Event) -> Iterator[Atom]:
    """An event as words that are the same exactly if the events are, among events of one history and phase.

    Raises:
        TypeError: something in it has no words here.
    """
    match event:
        case tuple():
            for part in event:
                yield from words_of_event(board, part)
        case Coloring():
            yield from words_of_event(board, (event.black, event.white))
        case Words():
            yield from (event & board.everything).atoms
        case Flag():
            yield board.choose(event, board.as_words(1), board.nothing).atoms[0]
        case None | bool():
            yield int(bool(event))
        case Color():
            yield COLORS[event]
        case _:
            raise TypeError(f"a history holds {event!r}, which this reading can't write down")


@dataclass(frozen=True)
class EmittedHistory:
    """A history that is looked into when the program runs; see `History`.

    Attributes:
        board: takes down what is asked.
        name: which of the histories of a record it is.
        forgotten: whether what happened before no longer counts, as after a pass.
        added: what has happened since.
    """

    board: EmittingBoard
    name: str
    forgotten: bool = False
    added: tuple[Event, ...] = ()

    def times(self, event: Event) -> Any:
        """See `History.times`."""
        words = [*words_of_event(self.board, event)]
        since: Any = 0
        for other in self.added:
            since = since + 1 * self._same(words, [*words_of_event(self.board, other)])
        if self.forgotten:
            return since
        (times,) = self.board.writer.called(ASKED + self.name, [Kind.NUMBER], PAST, *words)
        return Count(self.board, times) + since

    def _same(self, words: Iterable[Atom], others: Iterable[Atom]) -> Any:
        pairs = zip(words, others, strict=True)
        return reduce(and_, (self.board.same(Words(self.board, [a]), Words(self.board, [b])) for a, b in pairs))

    def contains(self, event: Event) -> Any:
        """See `History.contains`."""
        return self.times(event) >= 1

    __contains__ = contains

    def lacks(self, event: Event) -> Any:
        """See `History.lacks`."""
        return self.board.no(self.contains(event))

    def extended(self, event: Event, turn: object) -> EmittedHistory:
        """See `History.extended`."""
        return replace(self, added=(*self.added, event))

    def emptied(self) -> EmittedHistory:
        """See `History.emptied`."""
        return replace(self, forgotten=True, added=())

    def turn_of(self, event: Event) -> NoReturn:
        """See `History.turn_of`; it is not kept."""
        raise TypeError("on which turn something first happened is not kept here")

    def counts(self) -> NoReturn:
        """See `History.counts`; only single events can be looked up."""
        raise TypeError("a history can be asked about one event at a time here, not about all at once")

    __iter__ = __len__ = counts


def widths_of_events(programs: Iterable[Program]) -> dict[str, int]:
    """How many words the events of each history have that some program looks into, at most."""
    widths: dict[str, int] = {}
    for call in (call for program in programs for call in _lookups(program.body)):
        name, width = call.program.removeprefix(ASKED), len(call.operands) - 1
        widths[name] = max(width, widths.get(name, 0))
    return {name: widths[name] for name in HISTORIES if name in widths}


def _lookups(body: Iterable[Statement]) -> Iterator[Call]:
    for statement in body:
        match statement:
            case Call(_, program) if program.startswith(ASKED):
                yield statement
            case When(_, within) | Loop(within):
                yield from _lookups(within)


def padded(body: Iterable[Statement], widths: Mapping[str, int]) -> Iterator[Statement]:
    """Statements that look events of one width up in each history: shorter ones, of other phases, end with zeros."""
    for statement in body:
        match statement:
            case Call(names, program, operands) if program.startswith(ASKED):
                missing = widths[program.removeprefix(ASKED)] - (len(operands) - 1)
                yield Call(names, program, operands + (0,) * missing)
            case When(condition, within):
                yield When(condition, tuple(padded(within, widths)))
            case Loop(within):
                yield Loop(tuple(padded(within, widths)))
            case _:
                yield statement
