"""The text as article 6 has it, which says what may not be repeated before article 20 names cases."""

from __future__ import annotations

from ..rules import Rules

PRESETS = {"chinese-2002": Rules(document="chinese-2002")}
