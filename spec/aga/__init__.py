"""The American Go Association's rules of go, from passing to counting: rules 7 to 12, in their order."""

from . import turns, ending, counting, presets  # isort: skip

__all__ = ["counting", "ending", "presets", "turns"]
