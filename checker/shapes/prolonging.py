"""How long a local phase can go on: the longest way through it, with its full history remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...spec.registry import Decision
from ...spec.vocabulary import Phase, Turn
from .local_phase import LEGAL_ONCE, NO_RESULT, REPEATED_PASS, TWO_PASSES, LocalPhase, Step

PASSES_TO_END = 2
OCCURRENCES_TO_END = 3
COUNT_BITS = 2


class History(NamedTuple):
    """All that the clauses ask about a phase so far; sets are integers.

    Attributes:
        position: the number of the position.
        made: the ko-moves that have been made.
        passed_from: the positions from which the player to move there has passed.
        stood: how often each position has stood since the last pass, in two bits each.
        pass_run: how many passes have just been taken in a row.
    """

    position: int
    made: int
    passed_from: int
    stood: int
    pass_run: int


class Ahead(NamedTuple):
    """What can follow on a history at most: how many turns, the first of them, and the history after it, if any."""

    turns: int
    first: Turn
    after: History | None


@dataclass(frozen=True)
class Longest:
    """The longest way through a phase.

    Attributes:
        turns: the turns; the last one ends the phase or the game. None if the phase can go on forever.
        histories: how many histories were looked at.
    """

    turns: tuple[Turn, ...] | None
    histories: int


def longest(phase: LocalPhase) -> Longest:
    """The longest way through a phase from its first position, by going through every history there is."""
    in_force = clauses_in_force(phase)
    start = first_history()
    ahead: dict[History, Ahead] = {}
    open_histories: dict[History, list[tuple[Step, History | None]]] = {}
    waiting = [start]
    while waiting:
        history = waiting[-1]
        if history in ahead:
            waiting.pop()
        elif history in open_histories:
            found = (_ahead(step, after, ahead) for step, after in open_histories.pop(history))
            ahead[history] = max(found, key=lambda some: some.turns)
        else:
            steps = open_histories[history] = list(following(phase, in_force, history))
            onward = [after for _, after in steps if after is not None and after not in ahead]
            if any(after in open_histories for after in onward):
                return Longest(None, len(ahead))
            waiting += onward
    return Longest(tuple(_turns(start, ahead)), len(ahead))


def first_history() -> History:
    """The history of a phase that has just begun."""
    return History(0, made=0, passed_from=0, stood=_once_more(0, 0), pass_run=0)


def _ahead(step: Step, after: History | None, ahead: dict[History, Ahead]) -> Ahead:
    return Ahead(1 + (ahead[after].turns if after is not None else 0), step.turn, after)


def _turns(start: History, ahead: dict[History, Ahead]) -> Iterator[Turn]:
    history: History | None = start
    while history is not None:
        _, turn, history = ahead[history]
        yield turn


def clauses_in_force(phase: LocalPhase) -> frozenset[str]:
    """The names of the clauses that decide what is legal in a cleanup phase, and what ends it."""
    decisions = (Decision.LEGAL, Decision.PHASE_ENDS, Decision.NO_RESULT)
    found = (phase.rules.deciding(decision, Phase.FIRST_CLEANUP) for decision in decisions)
    return frozenset(clause.name for clauses in found for clause in clauses)


def following(phase: LocalPhase, in_force: frozenset[str], history: History) -> Iterator[tuple[Step, History | None]]:
    """Every turn that can be taken, with the history after it; None where the turn ends the phase or the game."""
    here = 1 << history.position
    for step in phase.steps[history.position]:
        if step.once & history.made and LEGAL_ONCE in in_force:
            continue
        made = history.made | step.once
        if step.is_pass:
            pass_run = history.pass_run + 1
            ends = pass_run >= PASSES_TO_END and TWO_PASSES in in_force
            ends |= bool(history.passed_from & here) and REPEATED_PASS in in_force
            passed_from, stood = history.passed_from | here, 0
        else:
            ends, pass_run, passed_from, stood = False, 0, history.passed_from, history.stood
        stood = _once_more(stood, step.reached)
        ends |= _occurrences(stood, step.reached) >= OCCURRENCES_TO_END and NO_RESULT in in_force
        after = History(step.reached, made, passed_from, stood, pass_run)
        yield step, None if ends else after


def _occurrences(stood: int, position: int) -> int:
    return stood >> COUNT_BITS * position & OCCURRENCES_TO_END


def _once_more(stood: int, position: int) -> int:
    if _occurrences(stood, position) == OCCURRENCES_TO_END:
        return stood
    return stood + (1 << COUNT_BITS * position)
