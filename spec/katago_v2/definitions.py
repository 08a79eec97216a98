"""Basic definitions: what a set of points borders.

The grid, its points and their colors, what is adjacent and what is connected are the words of the algebra, in which all
clauses are written: see `Document.said_by_the_algebra`.
"""

from __future__ import annotations

from ..algebra import Coloring, Condition
from ..algebra.board import P
from ..registry import clause


@clause("katago-v2/def/border")
def borders_color(c: Coloring[P], points: P, of_color: P) -> Condition:
    """A set borders a color when a point of that color is outside the set and adjacent to a member of it."""
    return c.meets(c.border(points), of_color)
