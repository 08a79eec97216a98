"""What we claim of the New Zealand rules."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "new-zealand"

register(
    Claim(
        "claim/nz-counts-dame-twice",
        DOCUMENT,
        "territory",
        "Read literally, every neutral point is territory of both players, so that scores differ as by area scoring.",
        Strength.OURS,
    ),
    Claim(
        "claim/nz-empty-boards",
        DOCUMENT,
        "move",
        "An empty board is worth what it is under KataGo's preset, and what it is if passes don't count.",
        Strength.OURS,
    ),
    Claim(
        "claim/nz-superko",
        DOCUMENT,
        "move",
        "Its ban is neither positional nor situational superko, nor the natural one, by which passes don't count.",
        Strength.OURS,
    ),
    Claim(
        "claim/nz-terminates",
        DOCUMENT,
        "move",
        "Every game ends, on a board of any size.",
        Strength.OURS,
    ),
    Claim(
        "claim/nz-is-preset",
        DOCUMENT,
        "move",
        "The text and KataGo's preset new-zealand-like are the same game: turns, ends and who wins.",
        Strength.OURS,
    ),
    Claim(
        "claim/nz-value",
        DOCUMENT,
        "move",
        "Best play on some position has another value than under KataGo's preset, or than if passes don't count.",
        Strength.OURS,
    ),
    Claim(
        "reading/new-zealand-end",
        DOCUMENT,
        "end",
        "Whether two passes in a row or an agreement apart ends the game makes a difference to when it is over.",
        Strength.OURS,
    ),
    Claim(
        "reading/new-zealand-passes",
        DOCUMENT,
        "move",
        "Whether a player may restore the board as it was after their own pass makes a difference.",
        Strength.OURS,
    ),
)
