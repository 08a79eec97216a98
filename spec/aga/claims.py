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
    Claim(
        "reading/aga-repetition",
        DOCUMENT,
        "8",
        "Whether it is the board or the board with the same player to move that must not repeat makes a difference.",
        Strength.OURS,
    ),
    Claim(
        "reading/aga-repeating-moves",
        DOCUMENT,
        "8",
        "Whether no move or only no move that retakes a ko must repeat a position makes a difference.",
        Strength.OURS,
    ),
)
