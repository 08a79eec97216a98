"""Legal colorings: those in which every stone has a liberty, so that they can stand between turns."""

from __future__ import annotations

from ...spec.algebra import BLACK, WHITE, Coloring, Condition
from ...spec.algebra.board import P
from ...spec.katago_v2.faster_forms import stones_with_liberty, stones_without_liberty

__all__ = ["is_legal", "stones_with_liberty", "stones_without_liberty"]


def is_legal(c: Coloring[P]) -> Condition:
    """Whether every stone of a coloring has a liberty, so that it can stand between turns."""
    return c.is_empty(stones_without_liberty(c, BLACK) | stones_without_liberty(c, WHITE))
