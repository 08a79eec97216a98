"""What we claim about the document's rules, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "katago-v2"

register(
    Claim(
        "fact/legal-positions",
        DOCUMENT,
        "move",
        "The number of colorings in which every stone has a liberty is the published one.",
        Strength.OURS,
    ),
    Claim(
        "fact/situations",
        DOCUMENT,
        "main",
        "How many situations simple ko lets a game reach, and how many moves they have; as published, if it is.",
        Strength.OURS,
    ),
    Claim(
        "fact/no-result",
        DOCUMENT,
        "main",
        "Where a game can end without result under simple ko, and the shortest such game.",
        Strength.OURS,
    ),
    Claim(
        "fact/games",
        DOCUMENT,
        "main",
        "How many games there are under superko, played to two passes; as published, if it is.",
        Strength.OURS,
    ),
    Claim(
        "fact/longest-games",
        DOCUMENT,
        "main",
        "How many moves the longest game under superko has; as published, if it is.",
        Strength.OURS,
    ),
    Claim(
        "fact/longest-simple-ko",
        DOCUMENT,
        "main",
        "How many turns, passes included, the longest game under simple ko has.",
        Strength.OURS,
    ),
    Claim(
        "fact/values",
        DOCUMENT,
        "main",
        "What the empty board is worth under best play, with no komi; as published, if it is.",
        Strength.OURS,
    ),
    Claim(
        "fact/smallest-repetitions",
        DOCUMENT,
        "main",
        "Which board is the smallest that holds each kind of repetition that has a name.",
        Strength.OURS,
    ),
    Claim(
        "fact/repetitions-stopped",
        DOCUMENT,
        "main",
        "A cycle that is played over and over is stopped under every ko rule: by which clause, and on which turn.",
        Strength.OURS,
    ),
    Claim(
        "fact/cleanup-situations",
        DOCUMENT,
        "cleanup",
        "How many situations the cleanup phases have, and how many moves and unblock actions there are in them.",
        Strength.OURS,
    ),
    Claim(
        "fact/no-result-cleanup",
        DOCUMENT,
        "cleanup",
        "Where a game can end without result in a cleanup phase, and the shortest such game.",
        Strength.OURS,
    ),
    Claim(
        "fact/scorings",
        DOCUMENT,
        "area",
        "No scoring favours a color: with the colors swapped, a position scores the same for the other player.",
        Strength.OURS,
    ),
    Claim(
        "fact/engine-scores",
        DOCUMENT,
        "area",
        "Every legal position scores as the engine scored it: with a tax on territory, pass-dead stones are removed "
        "only within life that meets no dame and was not in atari, and otherwise everywhere.",
        Strength.OURS,
    ),
    Claim(
        "claim/game-terminates",
        DOCUMENT,
        "main",
        "Every phase ends, under every ko rule, on a board of any size.",
        Strength.OURS,
    ),
    Claim(
        "claim/ownership-difference",
        DOCUMENT,
        "training",
        "The difference of the two players' scores is the same by the ownership formula as by territory.",
        Strength.OURS,
    ),
    Claim(
        "lemma/resolve-captures",
        DOCUMENT,
        "move",
        "The stones without a liberty are those not connected to a stone that borders an empty point.",
        Strength.OURS,
    ),
    Claim(
        "reading/history-includes-passes",
        DOCUMENT,
        "main",
        "Whether states that passes lead to count as earlier ones matters to what superko forbids.",
        Strength.OURS,
    ),
    Claim(
        "reading/state-after-pass",
        DOCUMENT,
        "main",
        "Whether the state right after a pass has occurred since that pass matters to what ends a game without result.",
        Strength.OURS,
    ),
    Claim(
        "reading/unblock-is-not-a-move",
        DOCUMENT,
        "cleanup",
        "Whether an unblock action counts as a pass or as a move matters to what ends a phase and to scores.",
        Strength.OURS,
    ),
    Claim(
        "reading/self-play-end-territory",
        DOCUMENT,
        "main",
        "Which coloring the second cleanup phase is taken to begin with after an early end makes no difference.",
        Strength.OURS,
    ),
    Claim(
        "reading/self-play-end-button",
        DOCUMENT,
        "main",
        "Who has the button when the game ends before any pass makes a difference to the score.",
        Strength.OURS,
    ),
    Claim(
        "reading/initial-stones",
        DOCUMENT,
        "training",
        "Whether stones that were set up count as moves makes a difference to the score by ownership.",
        Strength.OURS,
    ),
    Claim(
        "reading/ilr-own-stone",
        DOCUMENT,
        "extra",
        "Unless independent life must hold a stone of its own color, each side also scores the other's eyes.",
        Strength.OURS,
    ),
    Claim(
        "reading/engine-always-pass-alive",
        DOCUMENT,
        "area",
        "Removing pass-dead stones without the self-play options can change the score, and so can where that is done.",
        Strength.OURS,
    ),
)
