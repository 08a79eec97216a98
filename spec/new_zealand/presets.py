"""The New Zealand rules in an even game, with the komi that they name."""

from __future__ import annotations

from ..rules import Rules
from .rules import KOMI

PRESETS = {"new-zealand": Rules(document="new-zealand", komi=KOMI)}
