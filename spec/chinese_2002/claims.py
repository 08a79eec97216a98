"""What we claim of the two articles, and of the forum's ruling."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "chinese-2002"

register(
    Claim(
        "claim/chinese-6-makes-20-idle",
        DOCUMENT,
        "6",
        "Where article 6 forbids any board that has occurred, nothing of article 20 forbids or ends more.",
        Strength.OURS,
    ),
    Claim(
        "claim/chinese-6-leaves-false-life",
        DOCUMENT,
        "6",
        "If only the same player must not face a board again, article 20 forbids more: sending two and returning one.",
        Strength.OURS,
    ),
    Claim(
        "claim/sending-two-only",
        DOCUMENT,
        "20",
        "Without suicide, three plays bring a board back only by one that takes two stones and one that takes one.",
        Strength.OURS,
    ),
    Claim(
        "claim/chinese-forum-value",
        DOCUMENT,
        "forum",
        "By the forum's ruling empty boards are worth what they are under simple ko, whatever a cycle counts there.",
        Strength.OURS,
    ),
    Claim(
        "claim/chinese-2002-terminates",
        DOCUMENT,
        "6",
        "No game goes on forever, whichever of the articles and the ruling holds.",
        Strength.OURS,
    ),
    Claim(
        "reading/chinese-2002-repetition",
        DOCUMENT,
        "20",
        "Whether article 6, article 20 or the forum's ruling says what may be repeated makes a difference.",
        Strength.OURS,
    ),
    Claim(
        "reading/chinese-2002-facing",
        DOCUMENT,
        "6",
        "Whether a board must not be faced again by anybody or by the same player makes a difference.",
        Strength.OURS,
    ),
    Claim(
        "reading/chinese-2002-rare",
        DOCUMENT,
        "20",
        "Whether rare cycles are forbidden, or are draws, replayed or without result makes a difference.",
        Strength.OURS,
    ),
    Claim(
        "reading/chinese-2002-forum",
        DOCUMENT,
        "forum",
        "Whether a game that goes round is drawn or replayed makes a difference to how it comes out.",
        Strength.OURS,
    ),
)
