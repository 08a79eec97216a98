"""What becomes of a record by AGA rules when a move is attempted that may be illegal, and when the game is counted.

And which points can be named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from ..spec.aga.ending import without_dead_stones
from ..spec.aga.illegal_moves import is_out_of_turn, turn_without_a_stone
from ..spec.algebra import Color
from ..spec.composition import state
from ..spec.registry import Clause, Decision, clause_named
from ..spec.vocabulary import Move, Phase, Position, Record
from .history import after
from .judgement import judge
from .result import Score, ended_game, score
from .vertices import vertices
from .wording import one_of

OUT_OF_TURN = "aga/8-illegal-kinds#out-of-turn"


def forbidding_clause(record: Record, player: Color, turn: Move) -> Clause | None:
    """The clause that makes a player's move illegal, if one does."""
    if is_out_of_turn(record.position.player, player):
        return clause_named(OUT_OF_TURN)
    return judge(record, turn).clause


def at_position(record: Record, position: Position) -> Record:
    """The record with another position at the start of the turn."""
    return replace(record, position=position, state=state(record.rules, position))


def after_attempt(record: Record, player: Color, turn: Move) -> Record:
    """The record after a player's move, legal or not."""
    record = at_position(record, replace(record.position, player=player))
    if turn.point & record.position.coloring.empty:
        return after(record, turn)
    later = at_position(record, turn_without_a_stone(record.position, player))
    return replace(later, turn=record.turn + 1, last=turn, previous=record, pass_run=0)


def counted(record: Record, dead: int) -> tuple[Record, Score]:
    """The record once the game is over, White has moved last, and the dead stones are removed; and the score."""
    tally = record.tally
    for clause in record.rules.deciding(Decision.COMPLETION):
        tally = clause.function(record, tally)
    ended = without_dead_stones(ended_game(replace(record, tally=tally)), dead)
    position = replace(record.position, coloring=ended.coloring, phase=Phase.OVER)
    tally = replace(tally, captures=cast(Mapping[Color, int], ended.captures))
    return replace(record, position=position, tally=tally), score(ended)


def require_point(position: Position, point: int) -> None:
    """Raise a ValueError unless this is one point of the board."""
    board = position.coloring.board
    if not (isinstance(point, int) and 0 < point <= board.everything and board.is_single(point)):
        raise ValueError(f"Name one point of the {board.grid} board.")


def require_among(position: Position, allowed: int, points: int, what: str) -> None:
    """Raise a ValueError unless these are points of the board, all of them among those allowed."""
    grid = position.coloring.board.grid
    if not isinstance(points, int) or not 0 <= points <= grid.everywhere:
        raise ValueError(f"Name points of the {grid} board.")
    if points & ~allowed:
        raise ValueError(f"There is no {what} at {one_of(vertices(grid, points & ~allowed))}.")
