"""The American Go Association's rules of go, from passing to counting: rules 7 to 12, in their order."""

from . import turns, ending, counting, presets, claims  # isort: skip

__all__ = ["claims", "counting", "ending", "presets", "turns"]
