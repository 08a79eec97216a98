"""Faster forms that are equal to what the text says; `checker.proofs` proves each, so that sweeps may use them."""

from __future__ import annotations

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Condition
from ...spec.algebra.board import P


def stones_with_liberty(c: Coloring[P], color: Color) -> P:
    """The stones that are connected to one that borders an empty point."""
    return c.board.closure(c.board.neighbours(c.empty), within=c.of(color))


def stones_without_liberty(c: Coloring[P], color: Color) -> P:
    """Equal to `resolve_captures`: the stones that are not connected to one that borders an empty point."""
    without: P = c.of(color) & ~stones_with_liberty(c, color)
    return without


def is_legal(c: Coloring[P]) -> Condition:
    """Whether every stone of a coloring has a liberty, so that it can stand between turns."""
    return c.is_empty(stones_without_liberty(c, BLACK) | stones_without_liberty(c, WHITE))
