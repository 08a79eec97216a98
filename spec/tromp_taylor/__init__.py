"""The Tromp-Taylor rules, as the wikibook "Computer Go" gives them: ten rules, and protocols for dead stones."""

from . import (  # isort: skip
    grid,
    turns,
    scoring,
    presets,
    claims,
)

__all__ = ["claims", "grid", "presets", "scoring", "turns"]
