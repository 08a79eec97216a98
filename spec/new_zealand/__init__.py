"""The New Zealand rules, as the New Zealand Go Society gives them: one page, complete."""

from . import rules, presets  # isort: skip

__all__ = ["presets", "rules"]
