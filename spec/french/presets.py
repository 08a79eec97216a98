"""The French rules with the komi that they call usual."""

from __future__ import annotations

from ..rules import Rules

PRESETS = {"french": Rules(document="french", komi=7.5)}
