"""What a game under way is packed into: the fields of a row, and the events of its past."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial, reduce
from itertools import product
from operator import and_
from typing import Any, NoReturn

from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.composition import state
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Agree, Event, History, Move, Pass, Phase, Position, Record, Tally, Turn, Unblock
from ..clauses_of_authors import names_mentioned
from .ir import Atom, Call, Loop, Name, NameKind, Program, Statement, When, all_of
from .semantics import EmittedNumber, EmittingBoard, Flag, Words

PAST = Name("past", NameKind.PAST)
ASKED = "times_in_"
HISTORIES = ("earlier", "since_pass", "passed_from", "made")
COLORS = {Color.BLACK: 1, Color.WHITE: 2}


def words_of_event(event: Event, words_of: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    """An event as words that are the same exactly if the events are, among events of one history and phase.

    Some reading gives the words of a set of points, and of what else it has in events.
    """
    match event:
        case tuple():
            for part in event:
                yield from words_of_event(part, words_of)
        case Coloring():
            yield from words_of_event((event.black, event.white), words_of)
        case None | bool():
            yield int(bool(event))
        case Color():
            yield COLORS[event]
        case _:
            yield from words_of(event)


@dataclass(frozen=True)
class EmittedHistory(History):
    """A history that is looked into when the program runs; see `History`.

    Attributes:
        name: which of the histories of a record it is.
        forgotten: whether what happened before no longer counts, as after a pass.
        added: what has happened since.
    """

    board: EmittingBoard
    name: str
    forgotten: bool = False
    added: tuple[Event, ...] = ()

    def times(self, event: Event) -> Any:
        words = self.words(event) or [0]
        since: Any = 0
        for other in self.added:
            since = since + 1 * self._same(words, self.words(other) or [0])
        if self.forgotten:
            return since
        (times,) = self.board.writer.called(ASKED + self.name, [NameKind.NUMBER], PAST, *words)
        return EmittedNumber(self.board, times) + since

    def words(self, event: Event) -> list[Atom]:
        """An event as words; a `TypeError` if something in it has no words here."""
        return [*words_of_event(event, self._words_of)]

    def _words_of(self, part: Any) -> Iterable[Atom]:
        if isinstance(part, Words):
            return (part & self.board.everything).atoms
        if isinstance(part, Flag):
            return self.board.choose(part, self.board.as_words(1), self.board.nothing).atoms[:1]
        raise TypeError(f"a history holds {part!r}, which this reading can't write down")

    def _same(self, words: Iterable[Atom], others: Iterable[Atom]) -> Any:
        pairs = zip(words, others, strict=True)
        return reduce(and_, (self.board.same(Words(self.board, [a]), Words(self.board, [b])) for a, b in pairs))

    def contains(self, event: Event) -> Any:
        return self.times(event) >= 1

    __contains__ = contains

    def lacks(self, event: Event) -> Any:
        return self.board.no(self.contains(event))

    def extended(self, event: Event, turn: object) -> EmittedHistory:
        return replace(self, added=(*self.added, event))

    def emptied(self) -> EmittedHistory:
        return replace(self, forgotten=True, added=())

    def turn_of(self, event: Event) -> NoReturn:
        """Refuses: turns are not kept."""
        raise TypeError("on which turn something first happened is not kept here")

    def counts(self) -> NoReturn:
        """Refuses: only single events can be looked up."""
        raise TypeError("a history can be asked about one event at a time here, not about all at once")

    __iter__ = __len__ = counts


def widths_of_events(programs: Iterable[Program]) -> dict[str, int]:
    """How many words the events of each history have that some program looks into, at most; one at least."""
    widths: dict[str, int] = {}
    for call in (call for program in programs for call in lookups(program.body)):
        name, width = call.program.removeprefix(ASKED), len(call.operands) - 1
        widths[name] = max(width, widths.get(name, 1))
    return {name: widths[name] for name in HISTORIES if name in widths}


def lookups(body: Iterable[Statement]) -> Iterator[Call]:
    """Where statements look an event up in a history."""
    return (call for call in all_of(body) if isinstance(call, Call) and call.program.startswith(ASKED))


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


PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP, Phase.OVER)
PLAYERS = (BLACK, WHITE)
NOBODY = 2
WRITING_THE_TALLY = (Decision.FIRST_PASS, Decision.EARLY_END, Decision.COMPLETION)
NO_TURN, PASSED, MOVED = range(3)

SETS = ("black", "white", "marks", "before_black", "before_white", "before_marks", "began_black", "began_white", "last")
MOVES = tuple(f"moves_of_{player.name.lower()}_in_{phase.value}" for player, phase in product(PLAYERS, PHASES[:3]))
CAPTURES = tuple(f"captures_of_{player.name.lower()}" for player in PLAYERS)
PLACED = tuple(f"placed_of_{player.name.lower()}" for player in PLAYERS)
NUMBERS = (
    "player",
    "phase",
    "turn",
    "phase_turn",
    "began",
    "pass_run",
    "passes",
    *CAPTURES,
    *MOVES,
    *PLACED,
    "handicap",
    "uneven",
    "first_passer",
    "before_player",
    "last_kind",
)
FLAGS = ("passed", "before_known", "before_passed")
REGISTERS: Mapping[str, NameKind] = {
    **dict.fromkeys(SETS, NameKind.WORD),
    **dict.fromkeys(NUMBERS, NameKind.NUMBER),
    **dict.fromkeys(FLAGS, NameKind.FLAG),
}


class Deferring:
    """A value that works those of its parts out that are given as a `partial`, when they are asked for."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value() if isinstance(value, partial) else value


class Given(Deferring, Record[Words]):
    """A record at the start of a turn, made of the names that a program is given."""

    __slots__ = ()


class GivenTally(Deferring, Tally):
    """A tally made of the names that a program is given."""

    __slots__ = ()


def _not_kept(name: str) -> Any:
    raise TypeError(f"no account is kept of {name}")


class Registers:
    """The names of what a program is given, on one board, and the values of games that they stand for."""

    def __init__(self, rules: Rules, board: EmittingBoard) -> None:
        self._rules, self._board = rules, board

    def given(self, name: str) -> Any:
        """What a name stands for: a set, a number or a condition."""
        match REGISTERS[name]:
            case NameKind.WORD:
                return self._board.named(f"{name}_")
            case NameKind.FLAG:
                return Flag(self._board, Name(name, NameKind.FLAG))
            case kind:
                return EmittedNumber(self._board, Name(name, kind))

    def _coloring(self, prefix: str = "") -> Coloring[Words]:
        return Coloring(self._board, self.given(f"{prefix}black"), self.given(f"{prefix}white"))

    def record(self, player: Color, phase: Phase, over: bool = False) -> Given:
        """The record at the start of a turn of a player in a phase, or at the end of a game that is over."""
        position = Position(self._coloring(), player, phase, self.given("marks"), self.given("passed"))
        return self._record(
            position,
            began=partial(self._player, "began"),
            last=partial(self._last),
            previous=partial(self._before, phase),
            tally=self._tally(Phase.OVER if over else phase),
            **{name: self.given(name) for name in ("turn", "phase_turn", "pass_run", "passes")},
            **{name: EmittedHistory(self._board, name) for name in HISTORIES},
        )

    def _record(self, position: Position[Words], **further: Any) -> Given:
        return Given(rules=self._rules, position=position, state=state(self._rules, position), **further)

    def _tally(self, phase: Phase) -> Tally:
        keys = product(PLAYERS, PHASES[:3])
        first_passer: Any = partial(self._first_passer) if tells_first_passer(self._rules) else None
        return GivenTally(
            captures={player: self.given(name) for player, name in zip(PLAYERS, CAPTURES, strict=True)},
            moves={key: self.given(name) for key, name in zip(keys, MOVES, strict=True)},
            first_passer=first_passer,
            second_cleanup_start=self._began(phase),
            placed={player: self.given(name) for player, name in zip(PLAYERS, PLACED, strict=True)},
            handicap=self.given("handicap"),
            uneven=self.given("uneven"),
        )

    def _began(self, phase: Phase) -> Any:
        """How the second cleanup phase began: nobody asks before it has, by clauses of the documents at least."""
        if phase is Phase.OVER:
            return self._coloring("began_")
        amended = {clause.name for clause in self._rules.by_authors}
        on_the_tally = product((Decision.PHASE_BEGINS, *WRITING_THE_TALLY), Phase)
        clauses = (clause for decision, at in on_the_tally for clause in self._rules.deciding(decision, at))
        by_authors = (clause.function for clause in clauses if clause.name in amended)
        if "second_cleanup_start" in names_mentioned(by_authors):
            return partial(_not_kept, "how the second cleanup phase began")
        return self._coloring("began_") if self._rules.deciding(Decision.PHASE_BEGINS, phase) else None

    def _first_passer(self) -> Color | None:
        number = self.given("first_passer")
        return next((player for place, player in enumerate(PLAYERS) if number == place), None)

    def _player(self, name: str) -> Color:
        return BLACK if self.given(name) == PLAYERS.index(BLACK) else WHITE

    def _last(self) -> Turn | None:
        kind, points = self.given("last_kind"), self.given("last")
        turns = {NO_TURN: None, PASSED: PASS, MOVED: Move(points)}
        return next((turn for number, turn in turns.items() if kind == number), Unblock(points))

    def _before(self, phase: Phase) -> Given | None:
        """The record before the last turn, if that was in the same phase; no more than what stood there is known."""
        if not self.given("before_known"):
            return None
        player = self._player("before_player")
        marks, passed = self.given("before_marks"), self.given("before_passed")
        unknown = {field.name for field in fields(Record)} - {"rules", "position", "state"}
        return self._record(
            Position(self._coloring("before_"), player, phase, marks, passed),
            **{name: partial(_not_kept, f"{name} before the last turn") for name in unknown},
        )


def tells_first_passer(rules: Rules) -> bool:
    """Whether a clause may say who passed first; where none does, nobody has, unless a game was set up so."""
    return any(rules.deciding(decision, phase) for decision in WRITING_THE_TALLY for phase in Phase)


def registers_of(record: Record[Any]) -> Iterator[tuple[str, Any]]:
    """Every register of a record, by name: sets, numbers and conditions of any reading."""
    position, tally = record.position, record.tally
    yield from _registers_of_position(position, "")
    before = record.previous
    yield "before_known", before is not None
    yield from _registers_of_position(position if before is None else before.position, "before_")
    yield "phase", PHASES.index(position.phase)
    for name in ("turn", "phase_turn", "pass_run", "passes"):
        yield name, getattr(record, name)
    yield "began", PLAYERS.index(record.began)
    for player, captures, placed in zip(PLAYERS, CAPTURES, PLACED, strict=True):
        yield captures, tally.captures[player]
        yield placed, tally.placed[player]
    yield "handicap", tally.handicap
    yield "uneven", tally.uneven
    for key, name in zip(product(PLAYERS, PHASES[:3]), MOVES, strict=True):
        yield name, tally.moves.get(key, 0)
    yield "first_passer", NOBODY if tally.first_passer is None else PLAYERS.index(tally.first_passer)
    began = tally.second_cleanup_start
    yield "began_black", 0 if began is None else began.black
    yield "began_white", 0 if began is None else began.white
    yield from _registers_of_turn(record.last)


def _registers_of_position(position: Position[Any], prefix: str) -> Iterator[tuple[str, Any]]:
    c = position.coloring
    yield from ((f"{prefix}black", c.black), (f"{prefix}white", c.white), (f"{prefix}marks", position.marks))
    yield f"{prefix}player", PLAYERS.index(position.player)
    yield f"{prefix}passed", position.passed


def _registers_of_turn(turn: Turn | None) -> Iterator[tuple[str, Any]]:
    if isinstance(turn, Agree):
        raise TypeError("no account is kept of a turn that both players take together")
    yield "last_kind", (type(None), Pass, Move, Unblock).index(type(turn))
    yield "last", turn.point if isinstance(turn, Move | Unblock) else 0
