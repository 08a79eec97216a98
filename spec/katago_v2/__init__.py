"""KataGo's supported Go rules, version 2: one module for each section of the document, in its order."""

from . import (  # isort: skip
    presets,
    definitions,
    moves,
    life,
    benson,
    main_phase,
    area_scoring,
    cleanup,
    territory_scoring,
    ownership,
    claims,
    our_claims,
    lemmas,
)

__all__ = [
    "area_scoring",
    "benson",
    "claims",
    "cleanup",
    "definitions",
    "lemmas",
    "life",
    "main_phase",
    "moves",
    "our_claims",
    "ownership",
    "presets",
    "territory_scoring",
]
