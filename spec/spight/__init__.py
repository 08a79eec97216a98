"""Spight's rules, his second ones, and Pauli's repeated pass: three short texts on what a pass allows and ends."""

from . import presupposed, first, second, repeated_pass, presets  # isort: skip

__all__ = ["first", "presets", "presupposed", "repeated_pass", "second"]
