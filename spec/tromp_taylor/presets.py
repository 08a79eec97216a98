"""The ten rules as a rule set of their own; they have no parameters."""

from __future__ import annotations

from ..rules import Rules

PRESETS = {"tromp-taylor-ten": Rules(document="tromp-taylor")}
