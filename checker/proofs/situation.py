"""Situations: a coloring, a player, and the points that are played in turn, under any semantics of the algebra.

Captures are read in a proof by the text of the clause, or by the fast form that is proved to be equal to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias

from ...spec.algebra import Color, Coloring, Condition
from ...spec.algebra.board import P
from ...spec.composition import move, pseudolegal
from ...spec.katago_v2.faster_forms import stones_without_liberty
from ...spec.katago_v2.moves import resolve_captures
from ...spec.lemma import calling, lemmas
from ...spec.registry import Decision, clause_named
from ...spec.rules import Rules
from ...spec.vocabulary import Play

ResolveCaptures: TypeAlias = Callable[[Coloring[Any], Color], Any]
CAPTURES_OF_TEXTS: tuple[ResolveCaptures, ...] = tuple(
    dict.fromkeys(clause_named(lemma.of).function for lemma in lemmas() if lemma.function is stones_without_liberty)
)
"""The definitions, one of each text, of the stones that are captured; the fast form is proved equal to each."""


FAST_CAPTURES = "lemma/resolve-captures"
"""The lemma by which captures are those that their fast form finds."""


def with_fast_captures(rules: Rules) -> Rules:
    """The rules with moves that find captures by the fast form, where they call a definition that it is equal to."""
    made = rules.sole(Decision.MOVE)
    function = calling(made.function, [(definition, stones_without_liberty) for definition in CAPTURES_OF_TEXTS])
    return rules if function is made.function else rules.replacing(made.name, function, made.text)


def is_legal(c: Coloring[P]) -> Condition:
    """Whether every stone of a coloring is connected to one that borders an empty point, whatever moves capture."""
    liberties = c.board.neighbours(c.empty)
    black, white = (c.of(color) & ~c.board.closure(liberties, within=c.of(color)) for color in Color)
    return c.is_empty(black | white)


@dataclass(frozen=True)
class LemmaSituation(Generic[P]):
    """What a lemma speaks of: known when it is played through, unknown when it is proved.

    Attributes:
        rules: the rules in force.
        coloring: the coloring before the first move.
        player: who makes the first move.
        points: the points played, each a set of one; the players take turns.
    """

    rules: Rules
    coloring: Coloring[P]
    player: Color
    points: tuple[P, ...] = ()

    @cached_property
    def play(self) -> Play[P]:
        """The first move, made."""
        return move(self.rules, self.coloring, self.player, self.points[0])

    @cached_property
    def reply(self) -> Play[P]:
        """The opponent's move after it, made."""
        return move(self.rules, self.play.after, self.player.opponent, self.points[1])

    @cached_property
    def third(self) -> Play[P]:
        """The first player's move after that, made."""
        return move(self.rules, self.reply.after, self.player, self.points[2])

    def is_pseudolegal(self, play: Play[P]) -> Condition:
        """Whether a move satisfies every condition on pseudolegal moves."""
        return pseudolegal(self.rules, play)


@dataclass(frozen=True)
class Implication:
    """That where one condition holds, another one does."""

    given: Condition
    then: Condition


def something_is_captured(s: LemmaSituation[P]) -> Condition:
    """The first move captures something; or where there is none, the player's stones have some to be captured."""
    c = s.coloring
    captured: P = s.play.captured | s.play.self_captured if s.points else resolve_captures(c, s.player)
    return c.board.no(c.is_empty(captured))


@dataclass(frozen=True)
class BoardLemma:
    """A statement about every situation of a board.

    Attributes:
        claim: the id of the claim.
        statement: what it says of a situation.
        moves: how many moves it speaks of.
        happens: what must be able to happen for it to say anything: that something is captured, if nothing else.
    """

    claim: str
    statement: Callable[[LemmaSituation[Any]], Implication]
    moves: int = 1
    happens: Callable[[LemmaSituation[Any]], Condition] = something_is_captured
