"""KataGo's supported Go rules, version 2: one module for each section of the document, in its order."""

from . import (  # isort: skip
    presets,
    definitions,
    moves,
    life,
    main_phase,
    area_scoring,
    cleanup,
    territory_scoring,
    ownership,
    faster_forms,
)

__all__ = [
    "area_scoring",
    "cleanup",
    "definitions",
    "faster_forms",
    "life",
    "main_phase",
    "moves",
    "ownership",
    "presets",
    "territory_scoring",
]
