"""The document, and the question that it leaves open."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice
from ..rules import Rules

_CHOICES = (
    PARAMETERS["komi"],
    Choice(
        "reading/ikeda-suicide",
        "Besides Ikeda's rule 4, is suicide forbidden, or do stones without liberty go off the board, with no capture?",
        ("forbidden", "allowed"),
    ),
)
register(Document("ikeda", "Ikeda's rule 4", presets={"ikeda": Rules(document="ikeda")}, choices=_CHOICES))
