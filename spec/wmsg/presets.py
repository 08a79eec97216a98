"""The document, with the komi that it names where nothing else is agreed."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice
from ..rules import Rules
from ..vocabulary import Phase

_CHOICES = (
    PARAMETERS["komi"],
    Choice(
        "reading/wmsg-first-stop",
        "In simplified WMSG rules, do players agree at the first stop that every stone stays, or do they play on?",
        ("agreed", "disagreed"),
    ),
)
register(
    Document(
        "wmsg",
        "Simplified WMSG rules 2008",
        presets={"wmsg": Rules(document="wmsg", komi=6.5)},
        choices=_CHOICES,
        protocol="kgs",
        terms={"surrounded": "territory"},
        place=4,
        phases={Phase.FIRST_CLEANUP: "play after the first stop"},
        said_by_the_algebra={
            "wmsg/board": "Black and White play on the intersections of a grid, 19x19 where nothing else is said."
        },
    )
)
