"""The document as article 6 has it, which says what may not be repeated before article 20 names cases."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice
from ..rules import Rules

_CHOICES = (
    PARAMETERS["komi"],
    Choice(
        "reading/chinese-2002-repetition",
        "In Chinese rules of 2002, what says which boards may stand again: article 6, article 20, or the forum?",
        ("article-6", "article-20", "forum"),
    ),
    Choice(
        "reading/chinese-2002-facing",
        "In article 6 of the Chinese rules, must nobody face a board again, or not the player who faced it?",
        ("anybody", "same-player"),
    ),
    Choice(
        "reading/chinese-2002-rare",
        "In article 20 of the Chinese rules, is a game that goes round without result, drawn, replayed or forbidden?",
        ("no-result", "draw", "replay", "forbidden"),
    ),
    Choice(
        "reading/chinese-2002-forum",
        "By the ruling of the rules forum, is a game that goes round drawn or played again?",
        ("draw", "replay"),
    ),
)
register(
    Document(
        "chinese-2002",
        "Chinese rules 2002, articles 6 and 20",
        presets={"chinese-2002": Rules(document="chinese-2002")},
        choices=_CHOICES,
        protocol="agreement",
        terms={"surrounded": "territory"},
        place=6,
    )
)
