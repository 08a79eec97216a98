"""The document, with the komi that it calls usual."""

from __future__ import annotations

from ..document import Document, register
from ..rules import Rules
from .rules import plays_on

register(
    Document(
        "french",
        "French rules 2007",
        presets={"french": Rules(document="french", komi=7.5)},
        playing_on=plays_on,
        terms={"count": "area"},
        place=7,
    )
)
