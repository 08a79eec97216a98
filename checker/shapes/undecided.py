"""Shapes about which a document claims how best play comes out, as data; no search here is large enough to tell."""

from __future__ import annotations

from ...spec.algebra import WHITE
from .shape import Shape

BENT_FOUR = Shape(
    "bent four in the corner",
    "Black can't approach without being captured, and White can, whenever she likes, make a bent four that is a ko.",
    (
        "OOO.O.",
        "XXOOOO",
        ".XXXXO",
        "OOO.XO",
    ),
    player=WHITE,
)
