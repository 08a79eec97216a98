"""Files of vectors: a line of JSON for each, between a first line and a last one that seals them.

A file that was cut off lacks the last line; one that was changed has another digest than it says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ...interpreter.notation import turn_text
from ...interpreter.rule_names import rules_to_json
from ...interpreter.story import Start
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .mutants import killed
from .replay import Answer, answers

_FORMAT = "superko-vectors"


def lines(tier: Tier, vectors: Sequence[Vector]) -> Iterator[str]:
    r"""The lines of a file of vectors, each with its line break.

    >>> print(*lines(Tier.TINY, ()), sep="")
    {"format":"superko-vectors","schema":1,"tier":"tiny","vectors":0}
    {"end":"superko-vectors","vectors":0,"sha256":"b79a1fb5683baa821ba92c419fb288a86ac71597e3ca437583b9dee4e7b0f22e"}
    <BLANKLINE>
    """
    digest = hashlib.sha256()
    header = {"format": _FORMAT, "schema": _SCHEMA, "tier": tier.value, "vectors": len(vectors)}
    for value in (header, *vectors):
        line = _line(value.as_json() if isinstance(value, Vector) else value)
        digest.update(line.encode())
        yield line
    yield _line({"end": _FORMAT, "vectors": len(vectors), "sha256": digest.hexdigest()})


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False) + "\n"


_SCHEMA = 1
ID = "superko/vector"


class Tier(Enum):
    """How many vectors are wanted; each tier holds those of the tiers before it too."""

    TINY = "tiny"
    SMALL = "small"
    STANDARD = "standard"

    def takes_in(self, other: Tier) -> bool:
        """Whether this tier holds the vectors of another.

        >>> Tier.SMALL.takes_in(Tier.TINY), Tier.SMALL.takes_in(Tier.STANDARD)
        (True, False)
        """
        tiers = list(Tier)
        return tiers.index(other) <= tiers.index(self)


@dataclass(frozen=True)
class Vector:
    """A game to be told under one rule set or several.

    Attributes:
        id: the permanent id.
        tier: the smallest tier that holds it.
        sentence: what it shows.
        start: where the game starts.
        turns: the turns; one that a rule set forbids is the last one under that rule set.
        rule_sets: the rule sets.
        also: the permanent ids of the vectors that turned out to be the same game.
    """

    id: str
    tier: Tier
    sentence: str
    start: Start
    turns: tuple[Turn, ...]
    rule_sets: tuple[Rules, ...]
    also: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The vector as a JSON object, with what every rule set says."""
        expectations = Expectations(self)
        return {**self._told_first(), "clauses": expectations.clauses(), "expectations": expectations.as_json()}

    def content(self) -> dict[str, Any]:
        """The vector without the mistakes that it shows, of which more may become known."""
        return {**self._told_first(), "expectations": Expectations(self).as_json()}

    def _told_first(self) -> dict[str, Any]:
        return {
            "schema": _SCHEMA,
            "id": self.id,
            "also": list(self.also),
            "tier": self.tier.value,
            "sentence": self.sentence,
            **self.start.as_json(),
            "turns": [turn_text(self.start.grid, turn) for turn in self.turns],
        }


class Expectations:
    """What each rule set says of a vector's game; rule sets under which it comes out the same are taken together."""

    def __init__(self, vector: Vector) -> None:
        self._vector = vector
        self._groups: list[tuple[list[Rules], list[Answer]]] = []
        for rules in vector.rule_sets:
            said = list(answers(vector.start.game(rules), vector.turns))
            same = next((group for group, answer in self._groups if answer == said), None)
            if same is None:
                self._groups.append(([rules], said))
            else:
                same.append(rules)

    def as_json(self) -> list[dict[str, Any]]:
        """The expectations as JSON values."""
        return [
            {"rules": [rules_to_json(rules) for rules in group], "start": said[0], "steps": said[1:]}
            for group, said in self._groups
        ]

    def clauses(self) -> dict[str, list[str]]:
        """The clauses that the vector puts to the test, each with the mutations of it that the game kills."""
        start, turns = self._vector.start, self._vector.turns
        mutations: dict[str, list[str]] = {}
        for group, said in self._groups:
            for rules in group:
                for mutant in killed(rules, start, turns, said):
                    names = mutations.setdefault(mutant.clause.name, [])
                    if mutant.mutation.name not in names:
                        names.append(mutant.mutation.name)
        return dict(sorted(mutations.items()))


def told_by(vectors: Iterable[Vector], rules: Rules) -> tuple[Vector, ...]:
    """The games of all vectors of a document, told by rules of that document alone, where those have such a start."""
    documents = ((vector, {rule_set.document for rule_set in vector.rule_sets}) for vector in vectors)
    return tuple(
        replace(vector, rule_sets=(rules,))
        for vector, known in documents
        if rules.document in known and _can_start(vector, rules)
    )


def _can_start(vector: Vector, rules: Rules) -> bool:
    try:
        vector.start.game(rules)
    except ValueError:
        return False
    return True
