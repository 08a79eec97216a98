"""What ends a phase or the game after a turn, by which clause, and how the game then comes out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from ..spec.algebra import Color
from ..spec.algebra.board import P
from ..spec.registry import Clause, Decision
from ..spec.vocabulary import Phase, Record
from .history import next_phase
from .judgement import has_a_turn
from .result import DRAW, NoResult, Result, ended_game, score, without_score


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
    return replace(record, tally=tally)


def _scored(record: Record[P]) -> tuple[Record[P], PhaseOutcome]:
    return _over(completed(record, Decision.COMPLETION)), PhaseOutcome.SCORED


def _over(record: Record[P]) -> Record[P]:
    return replace(record, position=replace(record.position, phase=Phase.OVER))
