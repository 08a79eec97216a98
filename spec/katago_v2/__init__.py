"""KataGo's supported Go rules, version 2: one module for each section of the document, in its order."""

from . import (  # isort: skip
    presets,
    definitions,
    moves,
    life,
    faster_forms,
    main_phase,
    area_scoring,
    cleanup,
    territory_scoring,
    ownership,
    claims,
    further_claims,
    our_claims,
    claims_on_values,
    lemmas,
)

__all__ = [
    "area_scoring",
    "claims",
    "claims_on_values",
    "cleanup",
    "definitions",
    "faster_forms",
    "further_claims",
    "lemmas",
    "life",
    "main_phase",
    "moves",
    "our_claims",
    "ownership",
    "presets",
    "territory_scoring",
]
