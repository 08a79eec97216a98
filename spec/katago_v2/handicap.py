"""The parameters: what White is given where Black starts with several stones."""

from __future__ import annotations

from ..algebra import Color
from ..algebra.color import WHITE
from ..guard import given
from ..parameters import HandicapBonus, Scoring
from ..registry import Decision, clause
from ..vocabulary import Ended

FEWEST_HANDICAP_STONES = 2
BONUS_OF_N = given(handicap_bonus=HandicapBonus.N)
BONUS_OF_N_MINUS_ONE = given(handicap_bonus=HandicapBonus.N_MINUS_ONE)
OWNED_N = given(handicap_bonus=HandicapBonus.N, scoring=Scoring.TERRITORY)
OWNED_N_MINUS_ONE = given(handicap_bonus=HandicapBonus.N_MINUS_ONE, scoring=Scoring.TERRITORY)


@clause("katago-v2/params/white-handicap-bonus", part="n", when=BONUS_OF_N, decides=Decision.SCORE)
@clause("katago-v2/params/white-handicap-bonus", part="n-owned", when=OWNED_N, decides=Decision.OWNERSHIP_SCORE)
def bonus_of_n(ended: Ended[int], color: Color) -> int:
    """When Black starts with N stones, and so with two or more, White is given N points."""
    return ended.handicap if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0


@clause("katago-v2/params/white-handicap-bonus", part="n-1", when=BONUS_OF_N_MINUS_ONE, decides=Decision.SCORE)
@clause(
    "katago-v2/params/white-handicap-bonus",
    part="n-1-owned",
    when=OWNED_N_MINUS_ONE,
    decides=Decision.OWNERSHIP_SCORE,
)
def bonus_of_n_minus_one(ended: Ended[int], color: Color) -> int:
    """When Black starts with N stones, and so with two or more, White is given N - 1 points."""
    return ended.handicap - 1 if color is WHITE and ended.handicap >= FEWEST_HANDICAP_STONES else 0
