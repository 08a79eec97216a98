"""How captures are read in a proof: by the text of the clause, or by the fast form that is proved to be equal to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...spec.algebra import Color, Coloring, Condition
from ...spec.algebra.board import P
from ...spec.katago_v2.faster_forms import stones_without_liberty
from ...spec.katago_v2.moves import resolve_captures
from ...spec.lemma import calling
from ...spec.registry import Decision
from ...spec.rules import Rules

ResolveCaptures: TypeAlias = Callable[[Coloring[Any], Color], Any]


@dataclass(frozen=True)
class Captures:
    """How the captures of a color are found.

    Attributes:
        resolve: the clause, or its fast form.
        rests_on: the lemma by which that is the same as the clause, or "" for the clause itself.
    """

    resolve: ResolveCaptures
    rests_on: str = ""

    def in_moves(self, rules: Rules) -> Rules:
        """The rules with moves that find captures so, where they call the very clause that it stands for."""
        rules = rules.literally()
        if not self.rests_on:
            return rules
        made = rules.sole(Decision.MOVE)
        found = calling(made.function, [(resolve_captures, self.resolve)])
        return rules if found is made.function else rules.replacing(made.name, found, made.text)


def is_legal(c: Coloring[P]) -> Condition:
    """Whether every stone of a coloring is connected to one that borders an empty point, whatever moves capture."""
    liberties = c.board.neighbours(c.empty)
    black, white = (c.of(color) & ~c.board.closure(liberties, within=c.of(color)) for color in Color)
    return c.is_empty(black | white)


BY_TEXT = Captures(resolve_captures)
BY_LEMMA = Captures(stones_without_liberty, rests_on="lemma/resolve-captures")
