"""How clauses are put together where several of them decide, for clauses and interpreters alike."""

from __future__ import annotations

from functools import reduce
from operator import and_

from .algebra import Color, Coloring, Condition
from .algebra.board import P
from .registry import Decision
from .rules import Rules
from .vocabulary import Play, Position, State


def move(rules: Rules, c: Coloring[P], player: Color, point: P) -> Play[P]:
    """Make a move as the rules in force say, whether or not it is allowed."""
    play: Play[P] = rules.sole(Decision.MOVE).function(c, player, point)
    return play


def pseudolegal(rules: Rules, play: Play[P]) -> Condition:
    """Whether a move satisfies every condition on pseudolegal moves in force."""
    conditions = [clause.function(play) for clause in rules.deciding(Decision.PSEUDOLEGAL)]
    allowed: Condition = reduce(and_, conditions)
    return allowed


def state(rules: Rules, position: Position) -> State:
    """The state, as the clauses in force define it for the phase of the position."""
    return tuple(clause.function(position) for clause in rules.deciding(Decision.STATE, position.phase))


def after_move(position: Position, play: Play[int]) -> Position:
    """What stands after a move, but for marks: its coloring, with the opponent to take the next turn."""
    return Position(play.after, position.player.opponent, position.phase, position.marks, position.passed)
