"""Ikeda's rule 4, of which alone the words could be had, and what a game needs besides."""

from . import rules, presets  # isort: skip

__all__ = ["presets", "rules"]
