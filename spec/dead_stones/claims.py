"""What the chapter claims of the protocols, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "dead-stones"

register(
    Claim(
        "claim/chinese-protocol-terminates",
        DOCUMENT,
        "chinese",
        "The chinese protocol can't go on forever, as every disagreement is followed by a move or by the end.",
    ),
    Claim(
        "claim/kgs-protocol-terminates",
        DOCUMENT,
        "kgs",
        "The kgs protocol can't go on forever.",
    ),
    Claim(
        "claim/japanese-protocol-terminates",
        DOCUMENT,
        "japanese",
        "The japanese protocol can't go on forever.",
    ),
    Claim(
        "claim/protocols-fall-back",
        DOCUMENT,
        "none",
        "Where a player names no dead stones, each protocol gives the plain Tromp-Taylor result.",
    ),
    Claim(
        "claim/japanese-protocol-keeps-score",
        DOCUMENT,
        "japanese",
        "Playing a dispute out on the copy changes the territory score by the stones found dead, and by nothing else.",
    ),
    Claim(
        "claim/playing-on-changes-territory",
        DOCUMENT,
        "japanese",
        "If a dispute were played out on the board itself, the territory score could change.",
        Strength.EXISTENTIAL,
    ),
    Claim(
        "claim/hopeless-stones-pay",
        DOCUMENT,
        "abuse",
        "Stones without hope, placed in the opponent's territory, pay off if they are left there at the end.",
        Strength.EXISTENTIAL,
    ),
    Claim(
        "claim/withholding-pays",
        DOCUMENT,
        "abuse",
        "Giving no list of dead stones pays off where an empty list would let stones be found dead.",
        Strength.EXISTENTIAL,
    ),
    Claim(
        "claim/protocols-let-capture",
        DOCUMENT,
        "requirements",
        "No protocol ends a game before a player had the turn to capture what they alone named, if one move does.",
    ),
    Claim(
        "claim/protocols-unsettled",
        DOCUMENT,
        "requirements",
        "Every protocol copes with boards on which nothing is settled, such as those of two or three stones.",
    ),
    Claim(
        "claim/protocols-every-list",
        DOCUMENT,
        "requirements",
        "Every protocol copes with lists that name one's own stones, the opponent's or both, agreed on or not.",
    ),
    Claim(
        "reading/dead-stones-named",
        DOCUMENT,
        "statement",
        "Whether naming a dead stone names those connected to it makes a difference to what is removed.",
        Strength.OURS,
    ),
    Claim(
        "reading/empty-list-of-dead-stones",
        DOCUMENT,
        "statement",
        "Whether an empty list says that all stones are alive makes a difference to what follows.",
        Strength.OURS,
    ),
    Claim(
        "reading/one-list-of-dead-stones",
        DOCUMENT,
        "statement",
        "Whether the stones on one player's list are in dispute if the other gives none makes a difference.",
        Strength.OURS,
    ),
    Claim(
        "reading/end-on-copy",
        DOCUMENT,
        "japanese",
        "Whether anything but two passes in a row ends play on a copy makes a difference to what is found dead.",
        Strength.OURS,
    ),
)
