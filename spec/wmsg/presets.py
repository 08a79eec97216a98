"""The rules with the komi that they name where nothing else is agreed."""

from __future__ import annotations

from ..rules import Rules

PRESETS = {"wmsg": Rules(document="wmsg", komi=6.5)}
