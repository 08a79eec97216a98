"""For each proved claim, rules for which it is false."""

from __future__ import annotations

from .wrong_phases import WRONG_PHASES
from .wrong_version import WrongVersion

WRONG_VERSIONS: tuple[WrongVersion, ...] = (*WRONG_PHASES,)
