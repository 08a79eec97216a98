"""Records: how the record of a game grows by a pass, a move or an unblock action, and how a phase begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rpds import HashTrieMap

from ..spec.algebra import BLACK, WHITE, Color
from ..spec.composition import after_move, move, state
from ..spec.registry import Decision
from ..spec.rules import Rules
from ..spec.vocabulary import Move, Pass, Phase, Play, Position, Record, Tally, Turn, Unblock

EMPTY_TALLY = Tally(captures={BLACK: 0, WHITE: 0}, moves={})


def first_record(rules: Rules, position: Position, tally: Tally = EMPTY_TALLY) -> Record:
    """The record of a game that starts from a position."""
    if position.phase is Phase.SECOND_CLEANUP:
        tally = replace(tally, second_cleanup_start=position.coloring)
    now = state(rules, position)
    return Record(
        rules=rules,
        position=position,
        state=now,
        turn=0,
        last=None,
        previous=None,
        phase_turn=0,
        earlier=HashTrieMap({now: 0}),
        since_pass=HashTrieMap({now: 1}),
        passed_from=HashTrieMap(),
        made=HashTrieMap(),
        pass_run=0,
        passes=0,
        tally=tally,
    )


def next_phase(record: Record, position: Position) -> Record:
    """The record at the start of the next phase: the game goes on, and what counts within a phase starts anew."""
    start = first_record(record.rules, position, record.tally)
    return replace(
        start,
        turn=record.turn,
        last=record.last,
        phase_turn=record.turn,
        earlier=HashTrieMap({start.state: record.turn}),
    )


def after(record: Record, turn: Turn) -> Record:
    """The record after a legal turn, before it is asked whether the turn ends the phase."""
    match turn:
        case Pass():
            position = _sole(record, Decision.PASS)(record.position)
            return _extended(record, turn, position, _with_pass_stones(record))
        case Unblock(stone):
            position = _sole(record, Decision.UNBLOCK_ACTION)(record.position, stone)
            return _extended(record, turn, position, record.tally)
        case Move(point):
            before = record.position
            play = move(record.rules, before.coloring, before.player, point)
            position = replace(after_move(before, play), marks=_marks_after(record, play))
            made = record.made.insert((play.player, point, before.coloring), record.turn)
            return replace(_extended(record, turn, position, _with_captures(record, play)), made=made)


def _sole(record: Record, decision: Decision) -> Callable[..., Any]:
    return record.rules.sole(decision, record.position.phase).function


def _marks_after(record: Record, play: Play[int]) -> int:
    marks = record.position.marks
    for clause in record.rules.deciding(Decision.MARKS, record.position.phase):
        marks = clause.function(record, play, marks)
    return marks


def _with_captures(record: Record, play: Play[int]) -> Tally:
    return _adding(record.tally, _sole(record, Decision.CAPTURES)(play))


def _with_pass_stones(record: Record) -> Tally:
    tally = record.tally
    for clause in record.rules.deciding(Decision.PASS_STONES, record.position.phase):
        tally = _adding(tally, clause.function(record.position))
    return tally


def _adding(tally: Tally, stones: Mapping[Color, int]) -> Tally:
    return replace(tally, captures={color: tally.captures[color] + stones[color] for color in Color})


def _extended(record: Record, turn: Turn, position: Position, tally: Tally) -> Record:
    """One turn more: the state that it leads to takes its place in the history."""
    player = record.position.player
    phase = record.position.phase
    now = state(record.rules, position)
    is_pass = _any_holds(record.rules, Decision.COUNTS_AS_PASS, phase, turn)
    remembered = _any_holds(record.rules, Decision.REMEMBERED, phase, turn)
    earlier, since_pass, passed_from = record.earlier, record.since_pass, record.passed_from
    if is_pass:
        since_pass = HashTrieMap()
        passed_from = passed_from.insert((player, record.state), record.turn)
        if phase is Phase.MAIN and tally.first_passer is None:
            tally = replace(tally, first_passer=player)
    if remembered:
        since_pass = since_pass.insert(now, since_pass.get(now, 0) + 1)
        if now not in earlier:
            earlier = earlier.insert(now, record.turn + 1)
    if _any_holds(record.rules, Decision.COUNTS_AS_MOVE, phase, turn):
        made_so_far = tally.moves.get((player, phase), 0)
        tally = replace(tally, moves={**tally.moves, (player, phase): made_so_far + 1})
    return replace(
        record,
        position=position,
        state=now,
        turn=record.turn + 1,
        last=turn,
        previous=record,
        earlier=earlier,
        since_pass=since_pass,
        passed_from=passed_from,
        pass_run=record.pass_run + 1 if is_pass else 0,
        passes=record.passes + is_pass,
        tally=tally,
    )


def _any_holds(rules: Rules, decision: Decision, phase: Phase, turn: Turn) -> bool:
    return any(clause.function(turn) for clause in rules.deciding(decision, phase))
