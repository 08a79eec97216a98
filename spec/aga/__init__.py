"""The American Go Association's rules of go, from passing to counting: rules 7 to 12, in their order."""

from . import (  # isort: skip
    presupposed,
    passing,
    illegal_moves,
    ending,
    disputes,
    last_move,
    counting,
    presets,
    claims,
)

__all__ = [
    "claims",
    "counting",
    "disputes",
    "ending",
    "illegal_moves",
    "last_move",
    "passing",
    "presets",
    "presupposed",
]
