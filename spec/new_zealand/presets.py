"""The document: the New Zealand rules in an even game, with the komi that they name."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice
from ..rules import Rules
from .rules import KOMI, plays_on

_CHOICES = (
    PARAMETERS["komi"],
    Choice(
        "reading/new-zealand-passes",
        "In New Zealand rules, must a play not repeat the board as it was after a pass of the same player either?",
        ("count", "do-not-count"),
    ),
    Choice(
        "reading/new-zealand-end",
        "In New Zealand rules, do players agree that the game is over by two passes in a row, or apart from any move?",
        ("two-passes", "agreement"),
    ),
)
SAID_BY_THE_ALGEBRA = {
    "new-zealand/grid": "Black and White play on a grid of 19 by 19, whose size is a parameter here.",
    "new-zealand/adjacent": "Points are adjacent that a line of the grid joins with no point between.",
    "new-zealand/connected": "Stones of a color are connected when adjacent, or when both are connected to a third.",
}
register(
    Document(
        "new-zealand",
        "New Zealand rules",
        presets={"new-zealand": Rules(document="new-zealand", komi=KOMI)},
        choices=_CHOICES,
        playing_on=plays_on,
        terms={"points": "stones"},
        place=5,
        said_by_the_algebra=SAID_BY_THE_ALGEBRA,
    )
)
