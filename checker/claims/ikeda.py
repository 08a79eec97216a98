"""Ikeda's rule 4: what it allows besides positional superko, what that is worth, and whether it ends games."""

from __future__ import annotations

from ...spec.algebra import Condition
from ...spec.algebra.board import P
from ...spec.composition import resulting_state
from ...spec.ikeda.rules import SUICIDE
from ...spec.presets import PRESETS
from ...spec.vocabulary import Play, Record

TEXT, RULE = PRESETS["ikeda"], "ikeda/captures-do-not-repeat"
WITH_SUICIDE = TEXT.reading({SUICIDE: "allowed"})


def repeats_nothing(record: Record[P], play: Play[P]) -> Condition:
    """No play, whether it captures or not, leads to a board that has stood."""
    return record.earlier.lacks(resulting_state(record, play))


SUPERKO = TEXT.replacing(RULE, repeats_nothing)
