"""The document, and the question that it leaves open."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import Reading, register_readings
from ..rules import Rules

register_readings(
    Reading(
        "reading/ikeda-suicide",
        "Besides Ikeda's rule 4, is suicide forbidden, or do stones without liberty go off the board, with no capture?",
        ("forbidden", "allowed"),
    ),
)
register(Document("ikeda", "Ikeda's rule 4", presets={"ikeda": Rules(document="ikeda")}))
