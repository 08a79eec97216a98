"""What is claimed of the ten rules, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "tromp-taylor"

register(
    Claim(
        "claim/tromp-taylor-is-preset",
        DOCUMENT,
        "rules",
        "The ten rules and the preset tromp-taylor of KataGo's rules are the same game: turns, ends and scores.",
        Strength.OURS,
    ),
    Claim(
        "claim/tromp-taylor-terminates",
        DOCUMENT,
        "turn",
        "No game goes on forever, because no grid coloring is repeated.",
        Strength.OURS,
    ),
)
