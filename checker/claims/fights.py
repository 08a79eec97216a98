"""Fights about one group: whether it can be captured by force, with moves at some points, in any phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...spec.algebra import Color, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase
from ..play.capture import Captured, can_be_captured
from .shapes import Shape

BUDGET = 60_000


@dataclass(frozen=True)
class Fight:
    """A shape with a group that is attacked.

    Attributes:
        shape: the shape.
        attacker: who attacks.
        group: a stone of the group.
        own: a stone of each group that the attacker must not lose for it.
        within: where moves are made.

    >>> from .shapes import Shape
    >>> fight = Fight(Shape("", "", (".OX.",)), Color.BLACK, "B1", "", "A1 D1")
    >>> fight.attacked(Rules(), Phase.MAIN).by_force
    True
    """

    shape: Shape
    attacker: Color
    group: str
    own: str
    within: str

    def attacked(self, rules: Rules, phase: Phase, first: Color | None = None, turns: str = "") -> Captured:
        """Whether the attacker captures the group by force.

        Args:
            rules: the rules.
            phase: the phase it is tried in.
            first: who takes the first turn; the shape says it, if this does not.
            turns: turns that are taken before, as text.
        """
        grid = self.shape.grid
        group, own, within = (points(grid, some) for some in (self.group, self.own, self.within))
        start = replace(self.shape, player=first or self.shape.player).game(rules, phase)
        game = reduce(Game.play, (parse_turn(grid, text) for text in turns.split()), start)
        return can_be_captured(game, self.attacker, group, own, within, BUDGET)


def points(grid: Grid, texts: str) -> int:
    """The points with these names."""
    turns = (parse_turn(grid, text) for text in texts.split())
    return sum(turn.point for turn in turns if isinstance(turn, Move))
