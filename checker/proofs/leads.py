"""Between which leads every game is that is counted: read off the clauses that count it, on boards of every size."""

from __future__ import annotations

from math import inf
from typing import Any

import z3

from ...interpreter.game import Game
from ...interpreter.result import lead_of
from ...spec.algebra import BLACK, WHITE
from ..phase.past import LeftOpen
from .one_point import PointwiseBoard, Total, as_total
from .stones_kept import unknown_end


def leads_that_are_counted(game: Game) -> tuple[float, float]:
    """The least and the greatest lead with which a game can be counted, whatever stands at its end.

    A lead is a sum over the points of the board, and something counted once; z3 says how much each can be. It is
    infinite where captures count, and where clauses were amended: an amended clause may look at what is open here.

    >>> from superko.spec.presets import PRESETS
    >>> leads_that_are_counted(Game(PRESETS["new-zealand"], 3)), PRESETS["new-zealand"].komi
    ((-16.0, 2.0), 7)
    >>> leads_that_are_counted(Game(PRESETS["japanese-like"], 3))
    (-inf, inf)
    """
    if game.rules.amendments:
        return -inf, inf
    bounds = [_between(game, passer) for passer in (None, BLACK, WHITE)]
    return min(least for least, _ in bounds), max(most for _, most in bounds)


def _between(game: Game, passer: Any) -> tuple[float, float]:
    """The least and the greatest lead of games in which a player was the first to pass."""
    board = PointwiseBoard()
    ended: Any = unknown_end(game.rules, board, passer, handicap=game.record.tally.handicap)
    try:
        lead_at_end: Any = lead_of(ended)
        lead: Total = as_total(lead_at_end)
    except LeftOpen:
        return -inf, inf
    disjoint = z3.Not(z3.And(ended.coloring.black, ended.coloring.white))
    least, most = (
        game.grid.size * _furthest(lead.per_point, way, board, disjoint) + _furthest(lead.overall, way, board, disjoint)
        for way in ("minimize", "maximize")
    )
    return least, most


def _furthest(number: Any, way: str, board: PointwiseBoard, *assumptions: Any) -> float:
    """The least or the greatest that a number can be where some assumptions hold."""
    if not isinstance(number, z3.ExprRef):
        return float(number)
    optimizer = z3.Optimize()
    optimizer.add(*board.constraints, *assumptions)
    furthest = getattr(optimizer, way)(number)
    value = furthest.value() if optimizer.check() == z3.sat else None
    if value is None or not (z3.is_int_value(value) or z3.is_rational_value(value)):
        return -inf if way == "minimize" else inf
    return float(value.as_fraction()) if z3.is_rational_value(value) else float(value.as_long())
