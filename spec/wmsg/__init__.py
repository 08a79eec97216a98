"""The simplified WMSG rules that Robert Jasiek proposed in 2008, version 2: the whole text."""

from . import rules, presets  # isort: skip

__all__ = ["presets", "rules"]
