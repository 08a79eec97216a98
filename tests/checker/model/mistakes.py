"""Every mistake that the vectors know, and where to try it: rules, a small board, and a game that shows it there.

Whatever is read from the rules must change with a mistake as played games do. The games that show it are those of the
shortest games known, which the tests of vectors hold to be right, so that none is searched for here.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from superko.checker.vectors.mutants import Mutant, mutants
from superko.interpreter.game import Game
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Start
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Turn

from ..vectors.committed import committed

MOST_POINTS = 6
RULE_SETS_EACH = 3


@dataclass(frozen=True)
class Mistaken:
    """A mistake, made in some rules, and a game that comes out differently with it.

    Attributes:
        mutant: the clause, and the mistake in it.
        rules: the rules of the document, with the clause in force.
        start: where the game starts, on a board of at most 6 points.
        turns: the game; with its last turn, or before the first, right and mistaken rules part.
    """

    mutant: Mutant
    rules: Rules
    start: Start
    turns: tuple[Turn, ...]

    def __str__(self) -> str:
        return f"{self.mutant}-{self.start.grid}"

    @property
    def mistaken_rules(self) -> Rules:
        """The rules with the mistake."""
        return self.mutant.made_in(self.rules)

    @property
    def right(self) -> Game:
        """The game before its first turn, by the rules of the document."""
        return self.start.game(self.rules)

    @property
    def wrong(self) -> Game:
        """The same by the rules with the mistake."""
        return self.start.game(self.mistaken_rules)


@cache
def every_mistake(rule_sets_each: int = RULE_SETS_EACH) -> tuple[Mistaken, ...]:
    """Every mistake, under a few rule sets in which some game shows it, those with shorter games first."""
    return tuple(mistaken for mutant in mutants() for mistaken in _of(mutant)[:rule_sets_each])


class CommittedGame(NamedTuple):
    """A shortest game: its rules, where it starts, its turns, and the mistakes that show in it by clause."""

    rules: Rules
    start: Start
    turns: tuple[Turn, ...]
    mistakes: Mapping[str, Collection[str]]


@cache
def _of(mutant: Mutant) -> list[Mistaken]:
    shortest: dict[Rules, Mistaken] = {}
    for game in _committed():
        if mutant.mutation.name in game.mistakes.get(mutant.clause.name, ()):
            mistaken = Mistaken(mutant, game.rules, game.start, game.turns)
            if mistaken.rules not in shortest or len(mistaken.turns) < len(shortest[mistaken.rules].turns):
                shortest[mistaken.rules] = mistaken
    # What searches for one player refuses rules with a turn of both, so that these are tried last.
    return sorted(
        shortest.values(),
        key=lambda mistaken: (has_agreement(mistaken.rules), len(mistaken.turns), mistaken.start.grid.size),
    )


def has_agreement(rules: Rules) -> bool:
    """Whether both players can take a turn together."""
    return any(rules.deciding(Decision.AGREEMENT, phase) for phase in Phase)


@cache
def _committed() -> tuple[CommittedGame, ...]:
    return tuple(_game_of(game) for game in committed() if game["width"] * game["height"] <= MOST_POINTS)


def _game_of(game: dict[str, Any]) -> CommittedGame:
    start, rules = Start.from_json(game), _rules_named(json.dumps(game["rules"]))
    return CommittedGame(rules, start, start.turns(game["turns"]), game["clauses"])


@cache
def _rules_named(text: str) -> Rules:
    return rules_from_json(json.loads(text))
