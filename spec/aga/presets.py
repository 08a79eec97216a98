"""The two rule sets: counting territory, which is the default, and counting areas."""

from __future__ import annotations

from ..parameters import HandicapBonus, Scoring
from ..rules import Rules
from .counting import counting_method

PRESETS = {
    "aga": Rules(document="aga", scoring=counting_method(agreed=None)),
    "aga-area": Rules(
        document="aga",
        scoring=counting_method(agreed=Scoring.AREA),
        handicap_bonus=HandicapBonus.N_MINUS_ONE,
    ),
}
