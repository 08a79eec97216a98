"""The document, with the komi that it calls usual."""

from __future__ import annotations

from ..document import Document, register
from ..rules import Rules

register(
    Document(
        "french",
        "French rules 2007",
        presets={"french": Rules(document="french", komi=7.5)},
        protocol="chinese",
        place=7,
    )
)
