"""How clauses are put together where several of them decide, for clauses and interpreters alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import and_
from typing import Any

from .algebra import Color, Coloring, Condition
from .algebra.board import P
from .registry import Clause, Decision, clause_named
from .rules import Refusal, Rules
from .vocabulary import Event, Phase, Play, Position, Record, State


def has_phase(rules: Rules, phase: Phase) -> bool:
    """Whether a game can be in a phase: whether the rules say what follows on it, if only on an end without result."""
    return any(rules.deciding(follows, phase) for follows in (Decision.NEXT_PHASE, Decision.AFTER_NO_RESULT))


def move(rules: Rules, c: Coloring[P], player: Color, point: P) -> Play[P]:
    """Make a move as the rules in force say, whether or not it is allowed."""
    play: Play[P] = rules.sole(Decision.MOVE).function(c, player, point)
    return play


def quiet_move(c: Coloring[P], player: Color, point: P) -> Play[P]:
    """Make a move that does nothing but add its stone; see `Rules.quiet_points`."""
    return Play(player, point, c, c.colored(point, player), c.board.nothing, c.board.nothing)


def at_least_one(rules: Rules, decision: Decision) -> tuple[Clause, ...]:
    """The clauses that take a decision that needs one; a `Refusal` if none does, and no author has dropped one."""
    if deciding := rules.deciding(decision):
        return deciding
    dropped = {clause_named(amendment.name).decides for amendment in rules.amendments if amendment.clause is None}
    if decision not in dropped:
        raise Refusal(f"No clause of these rules decides {decision.name}, so nothing that rests on it can be said.")
    return ()


def definition(rules: Rules, *names: str) -> Callable[..., Any]:
    """The one of several definitions, each for another reading, that is in force."""
    (chosen,) = (clause for clause in map(clause_named, names) if clause.guard.holds(rules))
    return rules.defined(chosen.function)


def pseudolegal(rules: Rules, play: Play[P]) -> Condition:
    """Whether a move satisfies every condition on pseudolegal moves in force."""
    return every(clause.function(play) for clause in rules.deciding(Decision.PSEUDOLEGAL))


def every(conditions: Iterable[Condition]) -> Condition:
    """Whether all conditions hold, as they do where there are none."""
    first, *others = [*conditions] or [True]
    return reduce(and_, others, first)


def state(rules: Rules, position: Position[P]) -> State:
    """The state, as the clauses in force define it for the phase of the position."""
    return tuple(clause.function(position) for clause in rules.deciding(Decision.STATE, position.phase))


def same_state(state: State, other: State) -> Condition:
    """Whether two states, defined by the same clauses, are the same."""
    return every(map(_same, state, other))


def _same(value: object, other: object) -> Condition:
    if isinstance(value, Coloring) and isinstance(other, Coloring):
        return value.same_as(other)
    return value == other


def as_made(record: Record[P], play: Play[P]) -> Event:
    """What the document has remembered of a move, once it is made."""
    return record.rules.sole(Decision.MADE, record.position.phase).function(record, play)


def own_turn_before(record: Record[P]) -> Record[P] | None:
    """The record at the start of the last turn of the player who is to take the next one, if there was one."""
    return record.previous and record.previous.previous


def after_move(rules: Rules, position: Position[P], play: Play[P]) -> Position[P]:
    """What stands after a move, but for marks."""
    later: Position[P] = rules.sole(Decision.AFTER_MOVE, position.phase).function(position, play)
    return later


def resulting_state(record: Record[P], play: Play[P]) -> State:
    """The state that a move leads to, but for marks."""
    return state(record.rules, after_move(record.rules, record.position, play))
