"""Spight's rules, his second ones, and Pauli's repeated pass: three short texts on what a pass allows and ends."""

from . import presupposed, rules, repeated_pass, presets  # isort: skip

__all__ = ["presets", "presupposed", "repeated_pass", "rules"]
