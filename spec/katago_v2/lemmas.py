"""What we claim of one move, of a move and its reply, and of the clauses themselves, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "katago-v2"


def _lemma(name: str, section: str, text: str) -> Claim:
    return Claim(f"lemma/{name}", DOCUMENT, section, text, Strength.OURS)


register(
    _lemma("play-keeps-legal", "move", "After every pseudolegal move, each stone on the board has a liberty."),
    _lemma(
        "capture-excludes-suicide",
        "move",
        "A move in a legal position empties points of the opponent's color or of one's own, never of both.",
    ),
    _lemma(
        "stones-balance",
        "move",
        "A move leaves as many stones of each color as there were, and the one played, less those captured.",
    ),
    _lemma(
        "symmetry",
        "move",
        "Moves do the same on a board that is turned over, rotated, or has its colors swapped.",
    ),
    _lemma(
        "simple-ko",
        "main",
        "From a legal position, a reply restores the coloring before a move exactly if the move captured one stone "
        "with a lone stone that is then in atari, and the reply is played where that stone was captured.",
    ),
    _lemma(
        "ko-move",
        "cleanup",
        "In a legal position, the ko-moves are the pseudolegal moves that capture exactly one stone with a stone that "
        "is then a single-point region in atari.",
    ),
    _lemma(
        "cleared",
        "move",
        "Tromp-Taylor's clearing of a color empties exactly the points that resolving its captures empties.",
    ),
    _lemma(
        "independent-life-of-one-color",
        "extra",
        "No point lies in independent-life-regions of both colors.",
    ),
    _lemma(
        "sole-clause",
        "params",
        "Whatever the parameters and readings, exactly one clause takes each decision that only one can take.",
    ),
)
