"""Every named rule set, of every document."""

from __future__ import annotations

from .katago_v2.presets import PRESETS as KATAGO_V2
from .rules import Rules

PRESETS: dict[str, Rules] = {**KATAGO_V2}
