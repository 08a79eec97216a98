"""The documents that say what the rules are: what each is called, and which parameters and readings it has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .document import Document, documents
from .parameters import READINGS, Choice
from .registry import clauses
from .rules import Rules, guard_parameters

DOCUMENTS: Mapping[str, Document] = documents()


def parameters_of(rules: Rules) -> frozenset[str]:
    """The parameters that the document of some rules has.

    >>> sorted(parameters_of(DOCUMENTS["aga"].usual))
    ['handicap_bonus', 'komi', 'scoring']
    """
    return frozenset(choice.name for choice in DOCUMENTS[rules.document].choices if not choice.is_reading)


@cache
def readings_of(document: str) -> tuple[Choice, ...]:
    """The readings of a document, and of the protocols for dead stones, which may follow a game under any.

    >>> [reading.name for reading in readings_of("tromp-taylor")][:2]
    ['reading/dead-stones-named', 'reading/empty-list-of-dead-stones']
    """
    of_others = {choice for other in DOCUMENTS.values() if other.id != document for choice in other.choices}
    return tuple(reading for reading in READINGS.values() if reading not in of_others)


def readings_that_matter(rules: Rules) -> tuple[Choice, ...]:
    """The readings of the document that put other clauses in force under these rules, if another value is chosen.

    >>> [reading.name for reading in readings_that_matter(DOCUMENTS["katago-v2"].presets["chinese-like"])]
    ['reading/state-after-pass', 'reading/no-result', 'reading/long-cycle', 'reading/sending-two', \
'reading/engine-always-pass-alive']
    """
    guards = [clause.guard for clause in clauses(rules.document)]
    return tuple(
        reading
        for reading in READINGS.values()
        if any(
            len({guard.holds(rules.reading({reading.name: value})) for value in reading.values}) > 1
            for guard in guards
            if reading.name in guard_parameters(guard)
        )
    )
