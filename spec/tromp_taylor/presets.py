"""The document: ten rules, which are a rule set of their own without parameters."""

from __future__ import annotations

from ..document import Document, register
from ..rules import Rules

register(
    Document(
        "tromp-taylor",
        "Tromp-Taylor rules",
        presets={"tromp-taylor-ten": Rules(document="tromp-taylor")},
        terms={"points": "stones", "reach": "territory"},
        choices=(),
        place=2,
        said_by_the_algebra={
            "tromp-taylor/grid": "Black and White play on a grid, whose size is a parameter here.",
            "tromp-taylor/colors": "Every point is black, white or empty.",
        },
    )
)
