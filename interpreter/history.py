"""Records: how the record of a game grows turn by turn, how a phase begins, and what ends it or the game.

A record keeps its histories as they are kept in its first record: to play, as persistent maps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, cast

from pyrsistent import PMap, pmap

from ..spec.algebra import BLACK, WHITE, Color
from ..spec.algebra.board import P
from ..spec.composition import after_move, as_made, move, state
from ..spec.registry import Clause, Decision
from ..spec.rules import Rules
from ..spec.vocabulary import (
    NOTHING,
    PASS,
    Agree,
    Moment,
    Move,
    Pass,
    Phase,
    Play,
    Position,
    Record,
    Remembered,
    Tally,
    Turn,
    Unblock,
)
from .judgement import has_a_turn
from .result import DRAW, NoResult, Result, ended_game, score, without_score

_HISTORIES = (Remembered.STATES, Remembered.OCCURRENCES, Remembered.PASSED_FROM, Remembered.MADE)

EMPTY_TALLY = Tally(captures={BLACK: 0, WHITE: 0}, moves={})


@dataclass(frozen=True, slots=True)
class PlayedHistory:
    """The history to play with, as `History` has it: a persistent map, so that games share their past.

    Of each event it knows on which turn that first happened, and how often it has happened.

    >>> history = NOTHING_YET.extended("a", 3).extended("a", 5)
    >>> history.contains("a"), history.turn_of("a"), history.times("a"), history.times("b")
    (True, 3, 2, 0)
    """

    happened: PMap[Hashable, tuple[int, int]]
    never: ClassVar[tuple[int, int]] = (-1, 0)

    def contains(self, event: Hashable) -> bool:
        """Whether the event has happened."""
        return event in self.happened

    __contains__ = contains

    def lacks(self, event: Hashable) -> bool:
        """Whether the event has not happened."""
        return event not in self.happened

    def times(self, event: Hashable) -> int:
        """How often the event has happened."""
        return self.happened.get(event, self.never)[1]

    def turn_of(self, event: Hashable) -> int | None:
        """The turn on which the event first happened, counted from 0; None if it has not. Witnesses ask it."""
        happened = self.happened.get(event)
        return None if happened is None else happened[0]

    def extended(self, event: Hashable, turn: int) -> PlayedHistory:
        """The same history, and the event once more, on a turn."""
        first, times = self.happened.get(event, (turn, 0))
        return PlayedHistory(self.happened.set(event, (first, times + 1)))

    def emptied(self) -> PlayedHistory:
        """A history of the same kind in which nothing has happened."""
        return NOTHING_YET

    def counts(self) -> frozenset[tuple[Hashable, int]]:
        """Every event with how often it has happened."""
        return frozenset((event, times) for event, (_, times) in self.happened.items())

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.happened)

    def __len__(self) -> int:
        return len(self.happened)


NOTHING_YET = PlayedHistory(pmap())
_NOTHING_KEPT: Mapping[Remembered, Any] = dict.fromkeys(Remembered, 0) | dict.fromkeys(_HISTORIES, NOTHING_YET)


def first_record(
    rules: Rules,
    position: Position[P],
    tally: Tally = EMPTY_TALLY,
    turn: int = 0,
    last: Turn | None = None,
    kept: Mapping[Remembered, Any] = MappingProxyType({}),
) -> Record[P]:
    """The record of a phase that starts from a position, with what was counted and is remembered by then."""
    for clause in rules.deciding(Decision.PHASE_BEGINS, position.phase):
        tally = clause.function(position, tally)
    now, past = state(rules, position), {**_NOTHING_KEPT, **kept}
    for history, decision in ((Remembered.STATES, Decision.REMEMBERED), (Remembered.OCCURRENCES, Decision.OCCURS)):
        if _any_holds(rules, decision, position.phase, last):
            past[history] = past[history].extended(now, turn)
    return Record(
        rules=rules,
        position=position,
        state=now,
        turn=turn,
        last=last,
        previous=None,
        phase_turn=turn,
        began=position.player,
        **{part.value: value for part, value in past.items()},
        tally=tally,
    )


def set_up_record(
    rules: Rules,
    position: Position[P],
    captures: Mapping[Color, int] = EMPTY_TALLY.captures,
    first_passer: Color | None = None,
    handicap: int = 0,
    kept: Mapping[Remembered, Any] = MappingProxyType({}),
) -> Record[P]:
    """The record of a game that is set up with a position; what stands or was captured must have been placed."""
    c, in_main = position.coloring, position.phase is Phase.MAIN
    placed: Any = {color: c.size(c.of(color)) + captures[color] for color in Color}
    tally = Tally(captures, moves={}, first_passer=first_passer, placed=placed, handicap=handicap)
    record = first_record(rules, position, tally, last=None if in_main else PASS, kept=kept)
    return replace(record, passes=1 if in_main and position.passed is True else 0)


def next_phase(record: Record[P], position: Position[P]) -> Record[P]:
    """The record at the start of the next phase, with what is not forgotten when it begins."""
    gone = forgotten(record.rules, position.phase, Moment.PHASE)
    kept: dict[Remembered, Any] = {past: getattr(record, past.value) for past in Remembered if past not in gone}
    kept |= {past: getattr(record, past.value).emptied() for past in _HISTORIES if past in gone}
    return first_record(record.rules, position, record.tally, record.turn, last=record.last, kept=kept)


def at_position(record: Record[P], position: Position[P]) -> Record[P]:
    """The record with another position at the start of the turn, and with the state that this makes."""
    return replace(record, position=position, state=state(record.rules, position))


def forgotten(rules: Rules, phase: Phase, moment: Moment) -> frozenset[Remembered]:
    """What is forgotten at a moment, before the turn or the phase counts."""
    return NOTHING.union(*(clause.function(moment) for clause in rules.deciding(Decision.FORGETS, phase)))


def after(record: Record[P], turn: Turn, play: Play[P] | None = None) -> Record[P]:
    """The record after a legal turn, maybe a move that is made already, before it is asked what the turn ends."""
    match turn:
        case Pass():
            return _extended(record, turn, position_after(record, turn), _with_pass(record))
        case Agree():
            return replace(record, turn=record.turn + 1, last=turn, previous=record)
        case Unblock():
            return _extended(record, turn, position_after(record, turn), record.tally)
        case Move(point):
            before = record.position
            play = play or move(record.rules, before.coloring, before.player, cast(P, point))
            tally = _adding(record.tally, _sole(record, Decision.CAPTURES)(play))
            later = _extended(record, turn, position_after(record, turn, play), tally)
            if not record.rules.deciding(Decision.MADE, before.phase):
                return later
            return replace(later, made=later.made.extended(as_made(record, play), record.turn))


def position_after(record: Record[P], turn: Turn, play: Play[P] | None = None) -> Position[P]:
    """What stands after a legal turn, with the marks that a move leaves; that move must have been made already."""
    if isinstance(turn, Unblock):
        unblocked: Position[P] = _sole(record, Decision.UNBLOCK_ACTION)(record.position, turn.point)
        return unblocked
    if play is None:
        passed: Position[P] = _sole(record, Decision.PASS)(record.position)
        return passed
    marks = record.position.marks
    for clause in record.rules.deciding(Decision.MARKS, record.position.phase):
        marks = clause.function(record, play, marks)
    later = after_move(record.rules, record.position, play)
    return later if later.marks is marks else replace(later, marks=marks)


def _sole(record: Record[P], decision: Decision) -> Callable[..., Any]:
    return record.rules.sole(decision, record.position.phase).function


def _with_pass(record: Record[P]) -> Tally:
    tally = record.tally
    for clause in record.rules.deciding(Decision.FIRST_PASS, record.position.phase):
        tally = clause.function(record, tally)
    for clause in record.rules.deciding(Decision.PASS_STONES, record.position.phase):
        tally = _adding(tally, clause.function(record.position))
    return tally


def _adding(tally: Tally, stones: Mapping[Color, int]) -> Tally:
    if all(type(number) is int and not number for number in stones.values()):
        return tally  # Nearly every move captures nothing, and numbers of arrays and proofs can't be asked.
    return replace(tally, captures={color: tally.captures[color] + stones[color] for color in Color})


def _extended(record: Record[P], turn: Turn, position: Position[P], tally: Tally) -> Record[P]:
    """One turn more: the state that it leads to takes its place in the history."""
    player = record.position.player
    phase = record.position.phase
    now = state(record.rules, position)
    is_pass = counts_as_pass(record.rules, phase, turn)
    gone = forgotten(record.rules, phase, Moment.PASS if is_pass else Moment.OTHER_TURN)
    earlier = record.earlier.emptied() if Remembered.STATES in gone else record.earlier
    since_pass = record.since_pass.emptied() if Remembered.OCCURRENCES in gone else record.since_pass
    passed_from = record.passed_from.emptied() if Remembered.PASSED_FROM in gone else record.passed_from
    made = record.made.emptied() if Remembered.MADE in gone else record.made
    if _any_holds(record.rules, Decision.PASSED, phase, turn):
        passed_from = passed_from.extended((player, record.state), record.turn)
    if _any_holds(record.rules, Decision.OCCURS, phase, turn):
        since_pass = since_pass.extended(now, record.turn + 1)
    if _any_holds(record.rules, Decision.REMEMBERED, phase, turn):
        earlier = earlier.extended(now, record.turn + 1)
    if _any_holds(record.rules, Decision.COUNTS_AS_MOVE, phase, turn):
        made_so_far = tally.moves.get((player, phase), 0)
        tally = replace(tally, moves={**tally.moves, (player, phase): made_so_far + 1})
    # Every part is named, as to copy those that stay takes as long again.
    return type(record)(
        rules=record.rules,
        position=position,
        state=now,
        turn=record.turn + 1,
        last=turn,
        previous=record,
        phase_turn=record.phase_turn,
        began=record.began,
        earlier=earlier,
        since_pass=since_pass,
        passed_from=passed_from,
        made=made,
        pass_run=(0 if Remembered.RUN in gone else record.pass_run) + is_pass,
        passes=(0 if Remembered.PASSES in gone else record.passes) + is_pass,
        tally=tally,
    )


def counts_as_pass(rules: Rules, phase: Phase, turn: Turn) -> bool:
    """Whether a turn counts as a pass, as an unblock action does by one reading."""
    return _any_holds(rules, Decision.COUNTS_AS_PASS, phase, turn)


def _any_holds(rules: Rules, decision: Decision, phase: Phase, turn: Turn | None) -> bool:
    for clause in rules.deciding(decision, phase):  # noqa: SIM110 (it is asked five times a turn, and this is twice as fast)
        if clause.function(turn):
            return True
    return False


@dataclass(frozen=True)
class Ending:
    """The end of a phase or of the game.

    Attributes:
        record: the record at the start of the next phase, or at the end of the game.
    """

    record: Record
    clause: Clause
    result: Result | None = None


class PhaseOutcome(Enum):
    """What the end of a phase leads to."""

    NEXT_PHASE = "the next phase"
    SCORED = "the game is over and scored"
    NO_RESULT = "the game is over without result"


def ending(record: Record) -> Ending | None:
    """How the last turn ended the phase or the game, if it did."""
    clause = ending_clause(record)
    if clause is None:
        return ending_without_a_turn(record)
    later, outcome = what_follows(record, clause)
    if outcome is PhaseOutcome.NEXT_PHASE:
        return Ending(later, clause)
    return Ending(later, clause, result_without_a_count(record, outcome) or score(ended_game(later)))


def ending_without_a_turn(record: Record) -> Ending | None:
    """The end of a game in which the player to move has no legal turn, if a clause says who wins then."""
    clauses = record.rules.deciding(Decision.NO_TURN, record.position.phase)
    if not clauses or has_a_turn(record):
        return None
    return Ending(_over(record), clauses[0], without_score(_player_named_by(Decision.NO_TURN, record)))


def what_follows(record: Record[P], clause: Clause) -> tuple[Record[P], PhaseOutcome]:
    """The record once a clause has ended the phase or the game, complete for scoring, and what that leads to."""
    match clause.decides:
        case Decision.GAME_ENDS:
            return _scored(completed(record, Decision.EARLY_END))
        case Decision.PHASE_ENDS:
            position = record.rules.sole(Decision.NEXT_PHASE, record.position.phase).function(record)
            if position.phase is Phase.OVER:
                return _scored(record)
            return next_phase(record, position), PhaseOutcome.NEXT_PHASE
        case _:
            position = replace(record.position, phase=Phase.OVER)
            for after_it in record.rules.deciding(Decision.AFTER_NO_RESULT, record.position.phase):
                position = after_it.function(record, position)
            if position.phase is Phase.OVER:
                return replace(record, position=position), PhaseOutcome.NO_RESULT
            return next_phase(record, position), PhaseOutcome.NEXT_PHASE


def result_without_a_count(record: Record[int], outcome: PhaseOutcome) -> Result | None:
    """How a game comes out that is not counted; None if it is.

    A player may be given the win of what would be counted. An end without result may be a win or a draw, or the game
    is played again.
    """
    rules, phase = record.rules, record.position.phase
    if outcome is PhaseOutcome.SCORED:
        awarded = _player_named_by(Decision.AWARDED, record)
        return without_score(awarded) if awarded else None
    if winner := _player_named_by(Decision.WON, record):
        return without_score(winner)
    if any(clause.function(record) for clause in rules.deciding(Decision.DRAWN, phase)):
        return DRAW
    return NoResult(any(clause.function(record) for clause in rules.deciding(Decision.REPLAYED, phase)))


def _player_named_by(decision: Decision, record: Record[int]) -> Color | None:
    """The player who wins without a count, by clauses that decide so; None if nobody does."""
    clauses = record.rules.deciding(decision, record.position.phase)
    return next((color for color in Color if any(clause.function(record, color) for clause in clauses)), None)


def ending_clause(record: Record[P]) -> Clause | None:
    """The clause by which the last turn ended the phase or the game, if one did: the first of those that hold."""
    rules, phase = record.rules, record.position.phase
    for decision in rules.sole(Decision.ENDINGS, phase).function(record):
        for clause in rules.deciding(decision, phase):
            if clause.function(record):
                return clause
    return None


def early_end(record: Record) -> Ending | None:
    """The end of the game in the middle of a phase, scored at once, if a clause asks for it."""
    clause = ending_clause(record)
    return ending(record) if clause is not None and clause.decides is Decision.GAME_ENDS else None


def completed(record: Record[P], decision: Decision) -> Record[P]:
    """The record with what the clauses of a decision add to its tally."""
    tally = record.tally
    for clause in record.rules.deciding(decision):
        tally = clause.function(record, tally)
    return record if tally is record.tally else replace(record, tally=tally)


def _scored(record: Record[P]) -> tuple[Record[P], PhaseOutcome]:
    return _over(completed(record, Decision.COMPLETION)), PhaseOutcome.SCORED


def _over(record: Record[P]) -> Record[P]:
    return replace(record, position=replace(record.position, phase=Phase.OVER))
