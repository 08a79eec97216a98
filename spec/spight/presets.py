"""The three documents: Spight's first rules, which count areas or territory, his second ones, and Pauli's."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice, Scoring
from ..rules import Rules
from ..vocabulary import Phase
from .presupposed import DOCUMENTS

FIRST, SECOND, REPEATED = DOCUMENTS
register(
    Document(
        FIRST,
        "Spight's rules",
        presets={
            FIRST: Rules(document=FIRST),
            "spight-territory": Rules(document=FIRST, scoring=Scoring.TERRITORY),
        },
        choices=(
            PARAMETERS["scoring"],
            PARAMETERS["komi"],
            Choice(
                "reading/spight-board-at-the-pass",
                "By Spight's rules, does the board of a pass stand after it too, so that it may not be repeated?",
                ("stands", "stood"),
            ),
        ),
        phases={Phase.FIRST_CLEANUP: "the encore"},
        terms={"prisoners": "captures lost"},
    )
)
register(Document(SECOND, "Spight's rules II", presets={SECOND: Rules(document=SECOND)}))
register(
    Document(
        REPEATED,
        "Pauli's repeated-pass rule",
        presets={REPEATED: Rules(document=REPEATED)},
        choices=(
            PARAMETERS["komi"],
            Choice(
                "reading/repeated-pass-win",
                "By the repeated-pass rule, is a player who passed more often given the win, or is that left out, as "
                "is ours?",
                ("given", "left-out"),
            ),
        ),
    )
)
