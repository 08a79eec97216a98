"""Rule 9: what ends a game, and what happens to stones that both players hold dead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..algebra import BLACK, WHITE, Color, Coloring, Condition
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import Ended, Phase, Position, Record

PASSES_TO_END = 2


@clause("aga/9-end", decides=Decision.PHASE_ENDS)
def two_passes(record: Record[P]) -> Condition:
    """Two consecutive passes signal the end of the game."""
    return record.pass_run >= PASSES_TO_END


@clause("aga/9-end", part="order", decides=Decision.ENDINGS)
def order_of_endings(record: Record[P]) -> tuple[Decision, ...]:
    """Nothing but passes signals the end; a rule that ended a game with any other turn would come first."""
    return Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT


@clause("aga/9-end", part="then-count", decides=Decision.NEXT_PHASE, during=(Phase.MAIN,))
def then_count(record: Record[P]) -> Position[P]:
    """When nobody holds any stone dead, the game is counted as it stands."""
    return replace(record.position, phase=Phase.OVER)


@clause("aga/9-end", part="strings")
def strings_touched(c: Coloring[P], points: P) -> P:
    """A status is that of a whole string: the connected stones of one color."""
    board = c.board
    touched: P = board.closure(points, c.of(BLACK)) | board.closure(points, c.of(WHITE))
    return touched


@clause("aga/9-end", part="agreement")
def agree(c: Coloring[P], held_dead: Mapping[Color, P]) -> bool:
    """The players agree when both hold the same strings dead: those that could not escape capture."""
    black, white = (strings_touched(c, held_dead[player]) for player in Color)
    return bool(black == white)


@clause("aga/9-end", part="dead-stones")
def without_dead_stones(ended: Ended[P], dead: P) -> Ended[P]:
    """Dead stones are removed, as prisoners of the player who could capture them."""
    c = ended.coloring
    return ended.with_captures(c.emptied(dead), {color: c.size(c.of(color) & dead) for color in Color})
