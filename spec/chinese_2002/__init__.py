"""Chinese rules of 2002: articles 6 and 20 on repetition, the forum's ruling, and what they presuppose."""

from . import rules, repetition, presets  # isort: skip

__all__ = ["presets", "repetition", "rules"]
