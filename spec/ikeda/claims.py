"""What we claim of Ikeda's rule 4."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT, RULE = "ikeda", "captures-do-not-repeat"

register(
    Claim(
        "claim/ikeda-allows-more",
        DOCUMENT,
        RULE,
        "Even without suicide, a play that takes nothing can bring a board back that positional superko forbids.",
        Strength.OURS,
    ),
    Claim(
        "claim/ikeda-empty-boards",
        DOCUMENT,
        RULE,
        "Without suicide an empty board is worth what it is where no play at all may repeat a board.",
        Strength.OURS,
    ),
    Claim(
        "claim/ikeda-value",
        DOCUMENT,
        RULE,
        "Without suicide, some position on five points is worth something else than under superko, but none on four.",
        Strength.OURS,
    ),
    Claim(
        "claim/ikeda-terminates",
        DOCUMENT,
        RULE,
        "Without suicide games end: each capture makes a new board, and few plays fit in between. With it some do not.",
        Strength.OURS,
    ),
    Claim(
        "reading/ikeda-suicide",
        DOCUMENT,
        RULE,
        "Whether suicide, which takes no stones of the other color, is allowed makes a difference.",
        Strength.OURS,
    ),
)
