"""What the document claims about its rules, and what we claim about them, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "aga"

register(
    Claim(
        "claim/aga-same-difference",
        DOCUMENT,
        "12",
        "Counting territory and counting areas may give other scores, but always the same difference.",
    ),
    Claim(
        "claim/aga-area-sum",
        DOCUMENT,
        "12",
        "The areas sum to the board less its neutral points, so a player with more than half of that wins.",
    ),
    Claim(
        "claim/aga-needs-equal-turns",
        DOCUMENT,
        "11",
        "Unless White makes the last move, the differences by territory and by area can be one apart.",
        Strength.OURS,
    ),
    Claim(
        "claim/aga-dispute-terminates",
        DOCUMENT,
        "10",
        "No game with its disputes goes on forever, because rule 8 bans repeating the board.",
        Strength.OURS,
    ),
)
