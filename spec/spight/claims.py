"""What the texts claim by examples, and what we claim of them."""

from __future__ import annotations

from ..claim import Claim, Strength, register
from .presupposed import DOCUMENTS

FIRST, SECOND, REPEATED = DOCUMENTS

register(
    Claim(
        "claim/spight-value",
        FIRST,
        "no-repeat",
        "On 1x8 best play is worth 3 to Black, as Wilton posted and Spight agreed.",
    ),
    Claim(
        "claim/spight-first-terminates",
        FIRST,
        "stop",
        "Every game ends, on a board of any size: each pass uses up a board, and between passes no board stands twice.",
        Strength.OURS,
    ),
    Claim(
        "claim/spight-parts",
        FIRST,
        "no-repeat",
        "None of the three texts is another, nor positional superko: for each two of them some game is not in both.",
        Strength.OURS,
    ),
    Claim(
        "claim/spight-values-differ",
        FIRST,
        "no-repeat",
        "Best play on some position has another value by Spight's rules than by his second ones.",
        Strength.OURS,
    ),
    Claim(
        "reading/spight-board-at-the-pass",
        FIRST,
        "no-repeat",
        "Whether a pass also lifts the ban on the board that it was made on makes a difference.",
        Strength.OURS,
    ),
    Claim(
        "claim/spight-encore-is-even",
        FIRST,
        "encore",
        "Whatever is played in the encore, at its end territory and area leads are as far apart as at its start.",
        Strength.OURS,
    ),
    Claim(
        "reading/repeated-pass-win",
        REPEATED,
        "win",
        "Whether a player who passed more often is given the win makes a difference to who wins.",
        Strength.OURS,
    ),
    Claim(
        "claim/spight-two-ends",
        SECOND,
        "end-of-game-ko",
        "Every game ends, as nobody passes twice in a position that the other brings about by plays.",
        Strength.OURS,
    ),
    Claim(
        "claim/repeated-pass-terminates",
        REPEATED,
        "end",
        "Every game ends, on a board of any size: each pass uses up a board, and in between nobody faces one twice.",
        Strength.OURS,
    ),
)
