"""What we claim of the simplified WMSG rules, and of how they part from area scoring with the button."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "wmsg"

register(
    Claim(
        "claim/wmsg-superko",
        DOCUMENT,
        "superko",
        "To forbid only what stood just after plays forbids as much as positional superko does.",
        Strength.OURS,
    ),
    Claim(
        "claim/wmsg-margin",
        DOCUMENT,
        "first-pass",
        "The margin of a final board is what area scoring with the button makes it, with half a point more komi.",
        Strength.OURS,
    ),
    Claim(
        "claim/wmsg-no-combination",
        DOCUMENT,
        "end",
        "The text is no combination of KataGo's parameters, with its komi or half a point more: two passes end play.",
        Strength.OURS,
    ),
    Claim(
        "claim/wmsg-value",
        DOCUMENT,
        "end",
        "If players go on at the first stop, every position is worth what it is with the button and half a point more "
        "komi.",
        Strength.OURS,
        qualified_by=("claim/wmsg-value-at-first-stop",),
    ),
    Claim(
        "claim/wmsg-value-at-first-stop",
        DOCUMENT,
        "end",
        "If the first stop ends the game, some position is worth something else: the first pass lets the other end it.",
        Strength.OURS,
    ),
    Claim(
        "claim/wmsg-terminates",
        DOCUMENT,
        "superko",
        "No game goes on forever: between two stops as many plays are possible as there are positions.",
        Strength.OURS,
    ),
    Claim(
        "reading/wmsg-first-stop",
        DOCUMENT,
        "end",
        "Whether the players agree at the first stop or go on to the second makes a difference to when the game ends.",
        Strength.OURS,
    ),
)
