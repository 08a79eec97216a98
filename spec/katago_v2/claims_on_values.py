"""What we claim about best play under the document's rules, in our words.

What a position is worth is by how much Black leads once both players have done their best. Positions stand in the main
phase, with no history before them.
"""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "katago-v2"

register(
    Claim(
        "fact/value-plain",
        DOCUMENT,
        "main",
        "Positions are worth what plain search through the game finds, which keeps nothing and uses no symmetry.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-superko",
        DOCUMENT,
        "main",
        "An empty board is worth the same under positional and under situational superko.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-superko-positions",
        DOCUMENT,
        "main",
        "Every position is worth the same under positional and under situational superko.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-no-result",
        DOCUMENT,
        "main",
        "What an empty board is worth under simple ko does not depend on what a game without result is worth.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-no-result-positions",
        DOCUMENT,
        "main",
        "What a position is worth under simple ko can depend on what a game without result is worth.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-button",
        DOCUMENT,
        "button",
        "By area with the button, an empty board is worth what it is by territory, give or take half a point.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-readings",
        DOCUMENT,
        "main",
        "Which answer is chosen, where the document leaves a question open, changes what some position is worth.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-clauses",
        DOCUMENT,
        "cleanup",
        "Without the clause, some position is worth something else.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-second-cleanup",
        DOCUMENT,
        "cleanup",
        "If nobody moved in the second cleanup phase, some position would be worth something else.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-most",
        DOCUMENT,
        "main",
        "No other clause changes the worth of more positions by its loss than that a pass counts as one.",
        Strength.OURS,
    ),
    Claim(
        "fact/value-simpler",
        DOCUMENT,
        "cleanup",
        "With some clauses of cleanup dropped or replaced by simpler ones, every position is worth the same.",
        Strength.OURS,
    ),
)
