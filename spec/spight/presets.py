"""The three documents: Spight's first rules, which count areas or territory, his second ones, and Pauli's."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import Reading, Scoring, register_readings
from ..rules import Rules
from ..vocabulary import Phase
from .presupposed import DOCUMENTS

register_readings(
    Reading(
        "reading/spight-board-at-the-pass",
        "By Spight's rules, does the board of a pass stand after it too, so that it may not be repeated?",
        ("stands", "stood"),
    ),
    Reading(
        "reading/repeated-pass-win",
        "By the repeated-pass rule, is a player who passed more often given the win, or is that left out, as is ours?",
        ("given", "left-out"),
    ),
)
FIRST, SECOND, REPEATED = DOCUMENTS
register(
    Document(
        FIRST,
        "Spight's rules",
        presets={
            FIRST: Rules(document=FIRST),
            "spight-territory": Rules(document=FIRST, scoring=Scoring.TERRITORY),
        },
        parameters=frozenset({"komi", "scoring"}),
        phases={Phase.FIRST_CLEANUP: "the encore"},
        terms={"prisoners": "captures lost"},
    )
)
for _id, _title in ((SECOND, "Spight's rules II"), (REPEATED, "Pauli's repeated-pass rule")):
    register(Document(_id, _title, presets={_id: Rules(document=_id)}))
