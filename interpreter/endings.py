"""What ends a phase or the game after a turn, by which clause, and how the game then comes out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..spec.algebra.board import P
from ..spec.registry import Clause, Decision
from ..spec.vocabulary import Phase, Record
from .history import next_phase
from .result import NoResult, Result, ended_game, score


@dataclass(frozen=True)
class Ending:
    """The end of a phase or of the game.

    Attributes:
        record: the record at the start of the next phase, or at the end of the game.
        clause: the clause that ended it.
        result: how the game came out, if it is over.
    """

    record: Record
    clause: Clause
    result: Result | None = None


def ending(record: Record) -> Ending | None:
    """How the last turn ended the phase or the game, if it did."""
    clause = ending_clause(record)
    if clause is None:
        return None
    further = following_phase(record, clause)
    if further is not None:
        return Ending(further, clause)
    scored = as_scored(record, clause)
    return Ending(_over(record), clause, NoResult()) if scored is None else _scored(scored, clause)


def ending_clause(record: Record[P]) -> Clause | None:
    """The clause by which the last turn ended the phase or the game, if one did: the first of those that hold."""
    rules, phase = record.rules, record.position.phase
    order = rules.sole(Decision.ENDINGS, phase).function(record)
    asked = (clause for decision in order for clause in rules.deciding(decision, phase))
    return next((clause for clause in asked if clause.function(record)), None)


def early_end(record: Record) -> Ending | None:
    """The end of the game in the middle of a phase, scored at once, if a clause asks for it."""
    clause = ending_clause(record)
    return ending(record) if clause is not None and clause.decides is Decision.GAME_ENDS else None


def following_phase(record: Record, clause: Clause) -> Record | None:
    """The record at the start of the next phase where a clause ends one; None where the game is over by the clause."""
    if clause.decides is not Decision.PHASE_ENDS:
        return None
    position = record.rules.sole(Decision.NEXT_PHASE, record.position.phase).function(record)
    return None if position.phase is Phase.OVER else next_phase(record, position)


def as_scored(record: Record, clause: Clause) -> Record | None:
    """The record as it is scored where a clause ends the game, with all that the end adds; None without result."""
    match clause.decides:
        case Decision.GAME_ENDS:
            return _completed(_completed(record, Decision.EARLY_END), Decision.COMPLETION)
        case Decision.PHASE_ENDS:
            return _completed(record, Decision.COMPLETION)
        case _:
            return None


def _completed(record: Record, decision: Decision) -> Record:
    tally = record.tally
    for clause in record.rules.deciding(decision):
        tally = clause.function(record, tally)
    return replace(record, tally=tally)


def _scored(record: Record, clause: Clause) -> Ending:
    return Ending(_over(record), clause, score(ended_game(record)))


def _over(record: Record) -> Record:
    return replace(record, position=replace(record.position, phase=Phase.OVER))
