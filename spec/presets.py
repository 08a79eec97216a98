"""Every named rule set, of every document."""

from __future__ import annotations

from .documents import DOCUMENTS
from .rules import Rules

PRESETS: dict[str, Rules] = {name: rules for document in DOCUMENTS.values() for name, rules in document.presets.items()}
