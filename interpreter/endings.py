"""What ends a phase or the game after a turn, by which clause, and how the game then comes out."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    return early_end(record) or phase_end(record) or end_without_result(record)


def early_end(record: Record) -> Ending | None:
    """The end of the game in the middle of a phase, scored at once, if a clause asks for it."""
    clause = _first_that_holds(record, Decision.GAME_ENDS)
    if clause is None:
        return None
    return _scored(_completed(record, Decision.EARLY_END), clause)


def phase_end(record: Record) -> Ending | None:
    """The end of the phase, and of the game if no other phase follows, if a clause asks for it."""
    clause = _first_that_holds(record, Decision.PHASE_ENDS)
    if clause is None:
        return None
    position = record.rules.sole(Decision.NEXT_PHASE, record.position.phase).function(record)
    if position.phase is Phase.OVER:
        return _scored(record, clause)
    return Ending(next_phase(record, position), clause)


def end_without_result(record: Record) -> Ending | None:
    """The end of the game without result, if a clause asks for it."""
    clause = _first_that_holds(record, Decision.NO_RESULT)
    return None if clause is None else Ending(_over(record), clause, NoResult())


def _first_that_holds(record: Record, decision: Decision) -> Clause | None:
    holding = (clause for clause in record.rules.deciding(decision, record.position.phase) if clause.function(record))
    return next(holding, None)


def _completed(record: Record, decision: Decision) -> Record:
    tally = record.tally
    for clause in record.rules.deciding(decision):
        tally = clause.function(record, tally)
    return replace(record, tally=tally)


def _scored(record: Record, clause: Clause) -> Ending:
    record = _completed(record, Decision.COMPLETION)
    return Ending(_over(record), clause, score(ended_game(record)))


def _over(record: Record) -> Record:
    return replace(record, position=replace(record.position, phase=Phase.OVER))
