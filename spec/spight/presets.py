"""The three documents, which count areas; the encore, by which Spight counts territory, is not written down here."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import Reading, register_readings
from ..rules import Rules
from .presupposed import DOCUMENTS

register_readings(
    Reading(
        "reading/spight-board-at-the-pass",
        "By Spight's rules, does the board of a pass stand after it too, so that it may not be repeated?",
        ("stands", "stood"),
    )
)
_TITLES = ("Spight's rules", "Spight's rules II", "Pauli's repeated-pass rule")
for _id, _title in zip(DOCUMENTS, _TITLES, strict=True):
    register(Document(_id, _title, presets={_id: Rules(document=_id)}, protocol="chinese"))
