"""The documents that say what the rules are: what each is called, and which parameters and readings it has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .document import Document, documents
from .parameters import READINGS, Reading
from .registry import clauses
from .rules import Rules, guard_parameters

PROTOCOLS = "dead-stones"
DOCUMENTS: Mapping[str, Document] = documents()


@cache
def readings_of(document: str) -> tuple[Reading, ...]:
    """The readings of a document, and of the protocols for dead stones, which may follow a game under any.

    >>> [reading.id for reading in readings_of("tromp-taylor")][:2]
    ['reading/dead-stones-named', 'reading/empty-list-of-dead-stones']
    """
    guarded = {
        name
        for clause in (*clauses(document), *clauses(PROTOCOLS))
        for name in guard_parameters(clause.guard)
        if name in READINGS
    }
    return tuple(reading for reading in READINGS.values() if reading.id in guarded)


def readings_that_matter(rules: Rules) -> tuple[Reading, ...]:
    """The readings of the document that put other clauses in force under these rules, if another value is chosen.

    >>> [reading.id for reading in readings_that_matter(DOCUMENTS["katago-v2"].presets["chinese-like"])]
    ['reading/state-after-pass', 'reading/no-result', 'reading/long-cycle', 'reading/sending-two', \
'reading/engine-always-pass-alive']
    """
    guards = [clause.guard for clause in clauses(rules.document)]
    return tuple(
        reading
        for reading in READINGS.values()
        if any(
            len({guard.holds(rules.reading({reading.id: value})) for value in reading.values}) > 1
            for guard in guards
            if reading.id in guard_parameters(guard)
        )
    )


def parameters_of(rules: Rules) -> frozenset[str]:
    """The parameters that the document of some rules has.

    >>> sorted(parameters_of(DOCUMENTS["aga"].usual))
    ['handicap_bonus', 'komi', 'scoring']
    """
    return DOCUMENTS[rules.document].parameters
