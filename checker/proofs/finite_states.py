"""That a board has finitely many states: whatever turns make of a position, states hold colors of points and no more.

The clauses are run on one unspecified point. What they make there of a set of points is a set of points again, or they
don't work with sets. A state that is made of colorings, sets, players and conditions is one of finitely many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import z3

from ...interpreter.history import first_record, position_after
from ...spec.algebra import Color, Coloring
from ...spec.composition import move, state
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Pass, Phase, Position, Unblock
from .asked_rules import AskedRules
from .open_records import open_tally, opened
from .pointwise import PointwiseBoard
from .unreadable import UNREADABLE


def endless_states(rules: Rules, phase: Phase) -> str:
    """Why there may be endlessly many states in a phase, or what can't be read; "" if they are finitely many."""
    try:
        for position in positions_after(rules, phase):
            if not is_finite(position):
                return f"a turn of {phase.value} makes a position of something other than sets of points"
            if not all(map(_is_of_finitely_many, state(rules, position))):
                return f"the state of {phase.value} holds something other than colorings, sets, players and conditions"
    except UNREADABLE as error:
        return f"what a turn of {phase.value} leads to can't be read: {error}"
    return ""


def positions_after(rules: Rules, phase: Phase) -> Iterator[Position[Any]]:
    """What stands after each kind of turn that there is, from a position of which nothing is known."""
    asked: Any = AskedRules(rules)
    for player, passed in product(Color, (False, True)):
        board = PointwiseBoard()
        c = Coloring(board, board.unknown("black"), board.unknown("white"))
        position = Position(c, player, phase, board.unknown("marks"), passed)
        point: Any = board.point("point")
        record = opened(first_record(asked, position, open_tally(None, phase)))
        for turn in (Pass(), Move(point), Unblock(point)):
            if not all(clause.function(turn) for clause in rules.deciding(Decision.TURN, phase)):
                continue
            if isinstance(turn, Move):
                yield position_after(record, move(asked, c, player, point))
            elif isinstance(turn, Pass):
                yield rules.sole(Decision.PASS, phase).function(position)
            else:
                yield rules.sole(Decision.UNBLOCK_ACTION, phase).function(position, point)


def is_finite(position: Position[Any]) -> bool:
    """Whether a position is made of sets of points, a player, a phase and conditions."""
    parts = (position.coloring, position.player, position.marks, position.passed)
    return isinstance(position.phase, Phase) and all(map(_is_of_finitely_many, parts))


def _is_of_finitely_many(value: object) -> bool:
    if isinstance(value, Coloring):
        return all(isinstance(points, z3.BoolRef) for points in (value.black, value.white))
    return isinstance(value, z3.BoolRef | Color | bool)
