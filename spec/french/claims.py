"""What the French rules claim of their quick count, and what we claim of them."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "french"

register(
    Claim(
        "claim/french-empty-boards",
        DOCUMENT,
        "8",
        "By the natural ban an empty board is worth what it is under situational superko.",
        Strength.OURS,
    ),
    Claim(
        "claim/french-natural-superko",
        DOCUMENT,
        "8",
        "The natural ban is neither situational superko nor that of New Zealand, and the smallest game shows it.",
        Strength.OURS,
    ),
    Claim(
        "claim/french-quick-count",
        DOCUMENT,
        "11",
        "The quick count gives the difference of the count, once each player has used as many stones as the other.",
        conditions=("as many stones",),
    ),
    Claim(
        "claim/french-terminates",
        DOCUMENT,
        "8",
        "Every game ends, on a board of any size.",
        Strength.OURS,
    ),
)
