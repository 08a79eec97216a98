"""Whether a player can capture a group by force with moves at some points, in any phase and with full history."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from ...interpreter.game import Game
from ...spec.algebra import Color
from ...spec.vocabulary import Pass, Turn
from ..model.model import Model
from ..solving.budget import OutOfBudget
from .local_games import is_within


@dataclass
class Capturing:
    """A search for a way to capture a group, which remembers what it has found of every future.

    The attack succeeds when a stone of the group is captured. It fails when a stone of the attacker's own groups is
    captured before that or by the turn after it, or when the phase ends.

    Attributes:
        attacker: who attacks.
        group: the defender's stones that are attacked.
        own: the attacker's stones that must not be captured before.
        points: where moves are made.
        budget: how many turns may be tried.
        model: the game.
        tried: how many turns have been tried.
        known: for each future that was looked at, whether the attack succeeds.
    """

    attacker: Color
    group: int
    own: int
    points: int
    budget: int
    model: Model
    tried: int = 0
    known: dict[Hashable, bool] = field(default_factory=dict)

    def succeeds(self, game: Game) -> bool:
        """Whether the attacker can capture the group, whatever the defender does.

        Raises:
            OutOfBudget: more turns would have to be tried than the budget allows.
        """
        asked = self.model.key(game)
        if asked not in self.known:
            turns = sorted((turn for turn in game.turns() if is_within(turn, self.points)), key=_passes_last)
            found = self._after_each(game, turns)
            self.known[asked] = any(found) if game.position.player is self.attacker else all(found)
        return self.known[asked]

    def _after_each(self, game: Game, turns: list[Turn]) -> Iterator[bool]:
        for turn in turns:
            self.tried += 1
            if self.tried > self.budget:
                raise OutOfBudget
            after = game.taking(turn)
            coloring = after.position.coloring
            if self.group & ~coloring.of(self.attacker.opponent):
                yield not self._costs_its_own(after)
            elif self.own & ~coloring.of(self.attacker) or after.ended_by is not None:
                yield False
            else:
                yield self.succeeds(after)

    def _costs_its_own(self, game: Game) -> bool:
        """Whether the next turn can capture a stone of the attacker's own groups."""
        replies = (turn for turn in game.turns() if is_within(turn, self.points)) if self.own else ()
        return any(self.own & ~game.taking(reply).position.coloring.of(self.attacker) for reply in replies)


def _passes_last(turn: Turn) -> bool:
    return isinstance(turn, Pass)


@dataclass(frozen=True)
class Captured:
    """Whether a group can be captured by force (None where the budget ran out), and how many turns were tried."""

    by_force: bool | None
    tried: int


def can_be_captured(game: Game, attacker: Color, group: int, own: int, points: int, budget: int) -> Captured:
    """Whether an attacker can capture a group, before losing a group of their own, by moves at some points.

    >>> from superko.interpreter.boards import parse_board
    >>> from superko.spec.algebra import BLACK
    >>> from superko.spec.rules import Rules
    >>> game = Game.set_up(Rules(), parse_board(".OX."), BLACK)
    >>> can_be_captured(game, BLACK, group=0b0010, own=0, points=0b1111, budget=100)
    Captured(by_force=True, tried=1)
    """
    search = Capturing(attacker, group, own, points, budget, Model(game))
    try:
        return Captured(search.succeeds(game), search.tried)
    except OutOfBudget:
        return Captured(None, search.tried)
