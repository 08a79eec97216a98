"""What a program is given of a game, and gives back: numbers and sets of points by their names, and records of them.

A record that a program is given is made of names. What only some clauses ask about, such as the record before, is told
them when they ask: whether there is one, and whose turn it was, are then told apart case by case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from itertools import product
from typing import Any

from ...spec.algebra import BLACK, WHITE, Color, Coloring
from ...spec.algebra.emitting.board import EmittingBoard
from ...spec.algebra.emitting.program import Kind, Name
from ...spec.algebra.emitting.values import Count, Flag, Words
from ...spec.composition import state
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Position, Record, Tally, Turn, Unblock
from .pasts import HISTORIES, EmittedHistory

PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP, Phase.OVER)
PLAYERS = (BLACK, WHITE)
NOBODY = 2
WRITING_THE_TALLY = (Decision.FIRST_PASS, Decision.EARLY_END, Decision.COMPLETION)
NO_TURN, PASSED, MOVED, UNBLOCKED = range(4)

SETS = ("black", "white", "marks", "before_black", "before_white", "before_marks", "began_black", "began_white", "last")
MOVES = tuple(f"moves_of_{player.name.lower()}_in_{phase.value}" for player, phase in product(PLAYERS, PHASES[:3]))
CAPTURES = tuple(f"captures_of_{player.name.lower()}" for player in PLAYERS)
PLACED = tuple(f"placed_of_{player.name.lower()}" for player in PLAYERS)
NUMBERS = (
    "player",
    "phase",
    "turn",
    "phase_turn",
    "pass_run",
    "passes",
    *CAPTURES,
    *MOVES,
    *PLACED,
    "handicap",
    "first_passer",
    "before_player",
    "last_kind",
)
FLAGS = ("passed", "before_known", "before_passed")
REGISTERS: Mapping[str, Kind] = {
    **dict.fromkeys(SETS, Kind.WORD),
    **dict.fromkeys(NUMBERS, Kind.NUMBER),
    **dict.fromkeys(FLAGS, Kind.FLAG),
}


@dataclass(frozen=True)
class Asked:
    """Something in a record that is worked out when a clause asks for it."""

    find: Callable[[], Any]


class Given(Record[Words]):
    """A record at the start of a turn, made of the names that a program is given."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value.find() if isinstance(value, Asked) else value


def _not_kept(what: str) -> Any:
    raise TypeError(f"no account is kept of {what}")


class Registers:
    """The names of what a program is given, on one board, and the values of games that they stand for."""

    def __init__(self, rules: Rules, board: EmittingBoard) -> None:
        self._rules, self._board = rules, board

    def given(self, name: str) -> Any:
        """What a name stands for: a set, a number or a condition."""
        match REGISTERS[name]:
            case Kind.WORD:
                return self._board.named(f"{name}_")
            case Kind.FLAG:
                return Flag(self._board, Name(name, Kind.FLAG))
            case kind:
                return Count(self._board, Name(name, kind))

    def _coloring(self, which: str = "") -> Coloring[Words]:
        return Coloring(self._board, self.given(f"{which}black"), self.given(f"{which}white"))

    def record(self, player: Color, phase: Phase) -> Given:
        """The record at the start of a turn of a player in a phase."""
        position = Position(self._coloring(), player, phase, self.given("marks"), self.given("passed"))
        return self._record(
            position,
            last=Asked(self._last),
            previous=Asked(partial(self._before, phase)),
            tally=self._tally(),
            **{name: self.given(name) for name in ("turn", "phase_turn", "pass_run", "passes")},
            **{name: EmittedHistory(self._board, name) for name in HISTORIES},
        )

    def _record(self, position: Position[Words], **further: Any) -> Given:
        return Given(rules=self._rules, position=position, state=state(self._rules, position), **further)

    def _tally(self) -> Tally:
        keys = product(PLAYERS, PHASES[:3])
        first_passer: Any = Asked(self._first_passer) if tells_first_passer(self._rules) else None
        return GivenTally(
            captures={player: self.given(name) for player, name in zip(PLAYERS, CAPTURES, strict=True)},
            moves={key: self.given(name) for key, name in zip(keys, MOVES, strict=True)},
            first_passer=first_passer,
            second_cleanup_start=self._coloring("began_"),
            placed={player: self.given(name) for player, name in zip(PLAYERS, PLACED, strict=True)},
            handicap=self.given("handicap"),
        )

    def _first_passer(self) -> Color | None:
        number = self.given("first_passer")
        return next((player for place, player in enumerate(PLAYERS) if number == place), None)

    def _last(self) -> Turn | None:
        kind, points = self.given("last_kind"), self.given("last")
        turns = {NO_TURN: None, PASSED: PASS, MOVED: Move(points)}
        return next((turn for number, turn in turns.items() if kind == number), Unblock(points))

    def _before(self, phase: Phase) -> Given | None:
        """The record before the last turn, if that was in the same phase; no more than what stood there is known."""
        if not self.given("before_known"):
            return None
        player = BLACK if self.given("before_player") == PLAYERS.index(BLACK) else WHITE
        marks, passed = self.given("before_marks"), self.given("before_passed")
        unknown = {field.name for field in fields(Record)} - {"rules", "position", "state"}
        return self._record(
            Position(self._coloring("before_"), player, phase, marks, passed),
            **{name: Asked(partial(_not_kept, f"{name} before the last turn")) for name in unknown},
        )


class GivenTally(Tally):
    """A tally made of the names that a program is given."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value.find() if isinstance(value, Asked) else value


def tells_first_passer(rules: Rules) -> bool:
    """Whether a clause may say who passed first; where none does, nobody has, unless a game was set up so."""
    return any(rules.deciding(decision, phase) for decision in WRITING_THE_TALLY for phase in Phase)


def told(record: Record[Any]) -> Iterator[tuple[str, Any]]:
    """Every register of a record, by name: sets, numbers and conditions of any reading.

    >>> from superko.interpreter import Game
    >>> dict(told(Game.start(Rules(), 2, 1).record))["first_passer"]
    2
    """
    position, tally = record.position, record.tally
    yield from _told_of(position, "")
    before = record.previous
    yield "before_known", before is not None
    yield from _told_of(position if before is None else before.position, "before_")
    yield "phase", PHASES.index(position.phase)
    for name in ("turn", "phase_turn", "pass_run", "passes"):
        yield name, getattr(record, name)
    for player, captures, placed in zip(PLAYERS, CAPTURES, PLACED, strict=True):
        yield captures, tally.captures[player]
        yield placed, tally.placed[player]
    yield "handicap", tally.handicap
    for key, name in zip(product(PLAYERS, PHASES[:3]), MOVES, strict=True):
        yield name, tally.moves.get(key, 0)
    yield "first_passer", NOBODY if tally.first_passer is None else PLAYERS.index(tally.first_passer)
    began = tally.second_cleanup_start
    yield "began_black", 0 if began is None else began.black
    yield "began_white", 0 if began is None else began.white
    yield from _told_of_turn(record.last)


def _told_of(position: Position[Any], which: str) -> Iterator[tuple[str, Any]]:
    c = position.coloring
    yield from ((f"{which}black", c.black), (f"{which}white", c.white), (f"{which}marks", position.marks))
    yield f"{which}player", PLAYERS.index(position.player)
    yield f"{which}passed", position.passed


def _told_of_turn(turn: Turn | None) -> Iterator[tuple[str, Any]]:
    match turn:
        case None:
            kind = NO_TURN
        case Pass():
            kind = PASSED
        case Move():
            kind = MOVED
        case Unblock():
            kind = UNBLOCKED
    yield "last_kind", kind
    yield "last", turn.point if isinstance(turn, Move | Unblock) else 0
