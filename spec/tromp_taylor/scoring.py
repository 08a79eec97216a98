"""Rules 9 and 10: the score, and who wins."""

from __future__ import annotations

from ..algebra import BLACK, WHITE, Color, Number
from ..algebra.board import P
from ..registry import Decision, clause
from ..vocabulary import Ended
from .grid import reaching


@clause("tromp-taylor/score", part="points", decides=Decision.SCORE)
def points_of_color(ended: Ended[P], color: Color) -> Number:
    """A player scores the number of points of their color."""
    return ended.coloring.size(ended.coloring.of(color))


@clause("tromp-taylor/score", part="reach", decides=Decision.SCORE)
def empty_points_reaching_only(ended: Ended[P], color: Color) -> Number:
    """A player scores the number of empty points that reach only their color."""
    c = ended.coloring
    reaches = {other: reaching(c, c.empty, c.of(other)) for other in Color}
    return c.size(reaches[color] & ~reaches[color.opponent])


@clause("tromp-taylor/winner", decides=Decision.WINNER)
def winner(black: float, white: float) -> Color | None:
    """The player with the higher score wins, and equal scores are a draw."""
    if black == white:
        return None
    return BLACK if black > white else WHITE
