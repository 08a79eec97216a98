"""The documents that say what the rules are: what each is called, and which parameters it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .parameters import PARAMETERS, READINGS, Reading
from .presets import PRESETS
from .registry import clauses
from .rules import Rules, guard_parameters

PROTOCOLS = "dead-stones"
SAID_BY_THE_ALGEBRA: Mapping[str, str] = {
    "katago-v2/def/grid": "Black and White play on a grid of X columns by Y rows.",
    "katago-v2/def/coloring": "Every point is black, white or empty, and the grid coloring says which.",
    "katago-v2/def/adjacent": "The points adjacent to a point are those that touch it horizontally or vertically.",
    "katago-v2/def/connected": "Points of a set are connected in it when a path of its adjacent points joins them.",
    "katago-v2/def/region": "Regions are the maximal connected sets of the points that are, or are not, of a color.",
    "new-zealand/grid": "Black and White play on a grid of 19 by 19, whose size is a parameter here.",
    "new-zealand/adjacent": "Points are adjacent that a line of the grid joins with no point between.",
    "new-zealand/connected": "Stones of a color are connected when adjacent, or when both are connected to a third.",
    "tromp-taylor/grid": "Black and White play on a grid, whose size is a parameter here.",
    "tromp-taylor/colors": "Every point is black, white or empty.",
    "wmsg/board": "Black and White play on the intersections of a grid, 19x19 where nothing else is said.",
}


@dataclass(frozen=True)
class Document:
    """A rules document.

    Attributes:
        id: the permanent id, which the ids of its clauses begin with.
        title: what it is called.
        parameters: the parameters that tell its rule sets from each other.
        usual: its rules where nothing else is said.
        protocol: how its players settle which stones are dead: by its own procedure, or by the protocol of that name.
    """

    id: str
    title: str
    parameters: frozenset[str]
    usual: Rules
    protocol: str = "agreement"


DOCUMENTS: Mapping[str, Document] = {
    document.id: document
    for document in (
        Document(
            "katago-v2",
            "KataGo's supported Go rules, version 2",
            parameters=frozenset(PARAMETERS),
            usual=PRESETS["tromp-taylor"],
        ),
        Document("tromp-taylor", "Tromp-Taylor rules", parameters=frozenset(), usual=PRESETS["tromp-taylor-ten"]),
        Document(
            "aga",
            "AGA rules 7 to 12",
            parameters=frozenset({"scoring", "komi", "handicap_bonus"}),
            usual=PRESETS["aga"],
            protocol="aga",
        ),
        Document(
            "wmsg",
            "Simplified WMSG rules 2008",
            parameters=frozenset({"komi"}),
            usual=PRESETS["wmsg"],
            protocol="kgs",
        ),
        Document(
            "new-zealand",
            "New Zealand rules",
            parameters=frozenset({"komi"}),
            usual=PRESETS["new-zealand"],
            protocol="chinese",
        ),
        Document(
            "french", "French rules 2007", parameters=frozenset({"komi"}), usual=PRESETS["french"], protocol="chinese"
        ),
        Document(
            "chinese-2002",
            "Chinese rules 2002, articles 6 and 20",
            parameters=frozenset({"komi"}),
            usual=PRESETS["chinese-2002"],
        ),
    )
}


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

    >>> [reading.id for reading in readings_that_matter(PRESETS["chinese-like"])]
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

    >>> sorted(parameters_of(PRESETS["aga"]))
    ['handicap_bonus', 'komi', 'scoring']
    """
    return DOCUMENTS[rules.document].parameters
