"""A vector: the turns of a game, what the rules say of every one of them, and which clauses that puts to the test."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from ...interpreter.rule_names import rules_to_json
from ...interpreter.vertices import turn_text
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .mutants import killed
from .replay import Answer, answers
from .start import Start

SCHEMA = 1
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
        told = Expectations(self)
        return {**self._told_first(), "clauses": told.clauses(), "expectations": told.as_json()}

    def content(self) -> dict[str, Any]:
        """The vector without the mistakes that it shows, of which more may become known."""
        return {**self._told_first(), "expectations": Expectations(self).as_json()}

    def _told_first(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
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
            told = list(answers(vector.start.game(rules), vector.turns))
            same = next((group for group, answer in self._groups if answer == told), None)
            if same is None:
                self._groups.append(([rules], told))
            else:
                same.append(rules)

    def as_json(self) -> list[dict[str, Any]]:
        """The expectations as JSON values."""
        return [
            {"rules": [rules_to_json(rules) for rules in group], "start": told[0], "steps": told[1:]}
            for group, told in self._groups
        ]

    def clauses(self) -> dict[str, list[str]]:
        """The clauses that the vector puts to the test, each with the mutations of it that the game kills."""
        start, turns = self._vector.start, self._vector.turns
        found: dict[str, list[str]] = {}
        for group, told in self._groups:
            for rules in group:
                for mutant in killed(rules, start, turns, told):
                    names = found.setdefault(mutant.clause.name, [])
                    if mutant.mutation.name not in names:
                        names.append(mutant.mutation.name)
        return dict(sorted(found.items()))
