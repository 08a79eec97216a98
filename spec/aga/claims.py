"""What the document claims about its rules, and what we claim about them, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "aga"

register(
    Claim(
        "claim/aga-same-difference",
        DOCUMENT,
        "12",
        "Territory and area counting may give different scores, but always the same margin.",
        qualified_by=("claim/aga-needs-equal-turns",),
        conditions=("may give different scores", "same margin"),
    ),
    Claim(
        "claim/aga-area-sum",
        DOCUMENT,
        "12",
        "The areas sum to the board less its neutral points, so a player with more than half of that wins.",
        conditions=("neutral points",),
    ),
    Claim(
        "claim/aga-needs-equal-turns",
        DOCUMENT,
        "11",
        "Unless White makes the last move, the differences by territory and by area can be one apart.",
        Strength.OURS,
    ),
    Claim(
        "claim/aga-no-combination",
        DOCUMENT,
        "7",
        "The AGA's own text is no combination of KataGo's parameters: by it a pass costs a stone.",
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
        "claim/aga-burden-of-resuming",
        DOCUMENT,
        "10",
        "It is up to the player who would lose by counting disputed stones as alive to resume play.",
    ),
    Claim(
        "claim/aga-agreement-is-area",
        DOCUMENT,
        "10",
        "Under best play by area it makes no difference that players name dead stones, truly or falsely.",
        Strength.OURS,
    ),
    Claim(
        "claim/aga-filling-in-is-mechanical",
        DOCUMENT,
        "12",
        "Filling in territory, with prisoners or with one's own stones, changes no score.",
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
    Claim(
        "reading/aga-last-move",
        DOCUMENT,
        "11",
        "Whether totals must be equal or White need only move last makes a difference once an illegal move stands.",
        Strength.OURS,
    ),
    Claim(
        "reading/aga-pass-accepts",
        DOCUMENT,
        "8",
        "Whether a pass accepts the move before it makes a difference to what can be taken back.",
        Strength.OURS,
    ),
    Claim(
        "reading/aga-both-pass-twice",
        DOCUMENT,
        "10",
        "Whether the passes that led to a disagreement count makes a difference to when a game is over.",
        Strength.OURS,
    ),
    Claim(
        "reading/aga-agreement",
        DOCUMENT,
        "10",
        "Whether players who have disagreed can agree at any time makes a difference to when a game is over.",
        Strength.OURS,
    ),
    Claim(
        "reading/aga-region-without-stones",
        DOCUMENT,
        "12",
        "Whether a region without adjacent stones is territory of both players makes a difference to their scores.",
        Strength.OURS,
    ),
)
