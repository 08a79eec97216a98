"""The document, and its two rule sets: counting territory, which is the default, and counting areas."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice, HandicapBonus, Scoring
from ..rules import Rules
from .counting import counting_method
from .ending import player_to_resume

_CHOICES = (
    PARAMETERS["scoring"],
    PARAMETERS["komi"],
    PARAMETERS["handicap_bonus"],
    Choice(
        "reading/aga-repetition",
        "In AGA rules, is it the board that must not repeat, or the board with the same player to move?",
        ("board", "board-and-player"),
    ),
    Choice(
        "reading/aga-repeating-moves",
        "In AGA rules, must no move repeat a position, or only no move that retakes a ko?",
        ("every-move", "ko-only"),
    ),
    Choice(
        "reading/aga-last-move",
        "In AGA rules, must totals be equal also where illegal moves stand, or is it enough that White moves last?",
        ("equal-totals", "white-moves-last"),
    ),
    Choice(
        "reading/aga-pass-accepts",
        "In AGA rules, does a pass accept the opponent's move before it, as a move does?",
        ("accepts", "leaves-open"),
    ),
    Choice(
        "reading/aga-both-pass-twice",
        "In AGA rules, do the passes that led to a disagreement count towards the four in a row that end the game?",
        ("count", "count-anew"),
    ),
    Choice(
        "reading/aga-agreement",
        "In AGA rules, do players agree on dead stones only once both have passed, or after a dispute at any time?",
        ("both-passed", "any-time"),
    ),
    Choice(
        "reading/aga-region-without-stones",
        "In AGA rules, is a region that no stone is adjacent to surrounded by neither player, or by both?",
        ("by-neither", "by-both"),
    ),
)
register(
    Document(
        "aga",
        "AGA rules 7 to 12",
        presets={
            "aga": Rules(document="aga", scoring=counting_method(agreed=None)),
            "aga-area": Rules(
                document="aga",
                scoring=counting_method(agreed=Scoring.AREA),
                handicap_bonus=HandicapBonus.N_MINUS_ONE,
            ),
        },
        choices=_CHOICES,
        protocol="aga",
        playing_on=player_to_resume,
        terms={
            "12-count-territory": "territory",
            "12-count-area": "area",
            "region-without-stones": "regions without stones",
            "prisoners": "captures lost",
            "compensation": "komi",
            "handicap-n": "handicap",
            "handicap-n-1": "handicap",
        },
        place=3,
    )
)
