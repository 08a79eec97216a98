"""What we claim of the Japanese rules of 1989, and of how KataGo's cleanup compares with their article 7."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "japanese-1989"

register(
    *(
        Claim(claim, DOCUMENT, article, text, Strength.OURS)
        for claim, article, text in (
            (
                "claim/japanese-status-decided",
                "7",
                "Every string of every stopped game is alive or dead by article 7, and not both, under each reading.",
            ),
            (
                "claim/cleanup-is-article-7",
                "7",
                "Best play in KataGo's cleanup leaves and takes the strings that article 7 calls alive and dead.",
            ),
            (
                "claim/alive-is-left",
                "7",
                "Best play in KataGo's cleanup leaves every string that article 7 calls alive.",
            ),
            (
                "claim/independent-life-is-alive",
                "7",
                "What KataGo's rules call independent life is alive by article 7, and not in seki by article 8.",
            ),
            (
                "claim/article-7-shapes",
                "7",
                "Shapes have the statuses that players know: bent four, snapback, double-ko seki and others.",
            ),
            (
                "claim/three-points-without-capturing",
                "7",
                "In three points without capturing every string is alive, so that it is a seki, and not three points.",
            ),
            (
                "claim/japanese-score-is-area-less",
                "10",
                "Without seki, count and area agree after as many moves of both, and part by one after one move more.",
            ),
            (
                "claim/effective-move",
                "13",
                "A game may have stopped although a move would change its result: for one player, or for both.",
            ),
            (
                "claim/japanese-1989-terminates",
                "12",
                "Where a board that stands again ends a game in any case, no game goes on forever.",
            ),
            (
                "reading/japanese-1989-repetition",
                "12",
                "Whether the board stands again, or the board with the same player to move, makes a difference.",
            ),
            (
                "reading/japanese-1989-no-result",
                "12",
                "Whether the players agree that a repeated board ends the game makes a difference.",
            ),
            (
                "reading/japanese-1989-first",
                "7",
                "Who has the first turn of the play that confirms life and death makes a difference.",
            ),
            (
                "reading/japanese-1989-new-stone",
                "7",
                "Where the new stone may stand that capturing stones enables makes a difference.",
            ),
            (
                "reading/japanese-1989-seki",
                "8",
                "Whether strings that surround eye points together are in seki together makes a difference.",
            ),
        )
    )
)
