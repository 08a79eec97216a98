"""For each proved claim, rules for which it is false."""

from __future__ import annotations

from .wrong_bans import WRONG_BANS
from .wrong_moves import WRONG_MOVES
from .wrong_phases import WRONG_PHASES
from .wrong_scores import WRONG_SCORES
from .wrong_standing import WRONG_STANDING
from .wrong_version import WrongVersion

WRONG_VERSIONS: tuple[WrongVersion, ...] = (*WRONG_MOVES, *WRONG_STANDING, *WRONG_PHASES, *WRONG_SCORES, *WRONG_BANS)
