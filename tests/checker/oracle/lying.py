"""Engines that lie: each is the interpreter with one planted fault, and the clause that the fault goes against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from superko.checker.oracle.engine import Aspect, Observation, Value
from superko.interpreter.game import Game
from superko.interpreter.rule_names import parse_rules
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

Amend = Callable[[Rules], Rules]
Says = Callable[[Game, Observation], Mapping[Aspect, Value]]


def unchanged(rules: Rules) -> Rules:
    """Play by the rules."""
    return rules


def nothing_else(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    """Say what the rules say."""
    return {}


@dataclass(frozen=True)
class Liar:
    """An engine that lies.

    Attributes:
        fault: what it does wrong, in a few words.
        under: the rules to try it under.
        aspect: in which aspect the fault shows first.
        clause: the id of the clause that it goes against.
        amend: what it makes of the rules that it is told.
        says: what it says of a game otherwise than the rules that it plays by.
    """

    fault: str
    under: str
    aspect: Aspect
    clause: str
    amend: Amend = unchanged
    says: Says = nothing_else

    def engine(self) -> ReferenceEngine:
        """The engine."""
        return LyingEngine(self)


class LyingEngine(ReferenceEngine):
    """The interpreter with a planted fault."""

    def __init__(self, liar: Liar) -> None:
        super().__init__()
        self._liar = liar
        self.name = liar.fault

    def rules_played(self, rules: Rules) -> Rules:
        """The rules with the fault, as far as they are of the document whose clauses it goes against."""
        return self._liar.amend(rules) if rules.document == parse_rules(self._liar.under).document else rules

    def says(self, game: Game) -> Observation:
        """What the rules say, with the fault."""
        said = super().says(game)
        return {**said, **self._liar.says(game, said)}
