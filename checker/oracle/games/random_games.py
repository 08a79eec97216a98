"""Random games that go where rules differ: to captures, recaptures, self-captures, passes and every phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ....interpreter.game import Game
from ....spec.algebra import Grid
from ....spec.composition import after_move, move, state
from ....spec.registry import Decision
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Pass, Phase, Turn

LIKELY_PASSES = (0.0, 0.05, 0.3)
FIRST_PASSES = (0, 0, 2, 4)
WEIGHT_OF_A_CAPTURE = 6.0
WEIGHT_OF_A_SELF_CAPTURE = 3.0
WEIGHT_OF_A_REPETITION = 20.0
WEIGHT_OF_AN_UNBLOCK = 6.0
TURNS_FOR_EACH_POINT = 4
FEWEST_TURNS = 20
MOST_LOOKED_AT = 12


@dataclass
class RandomPlayer:
    """Chooses legal turns at random, captures rather than other moves, until a game has become long.

    Attributes:
        chance: where chance comes from.
        likely_pass: how likely a pass is.
        longest: after how many turns it ends a game.
        first_passes: with how many passes a game starts, so that later phases are reached on an open board.

    >>> player = RandomPlayer(Random(1), likely_pass=1.0, longest=2)
    >>> game = Game.start(Rules(), 3, 3)
    >>> player(game, game.turns())
    Pass()
    """

    chance: Random
    likely_pass: float
    longest: int
    first_passes: int = 0

    @staticmethod
    def for_board(chance: Random, grid: Grid, rules: Rules) -> RandomPlayer:
        """A player for one game on a board."""
        has_cleanup = bool(rules.deciding(Decision.NEXT_PHASE, Phase.FIRST_CLEANUP))
        first_passes = chance.choice(FIRST_PASSES) if has_cleanup else 0
        longest = first_passes + FEWEST_TURNS + TURNS_FOR_EACH_POINT * grid.size
        return RandomPlayer(chance, chance.choice(LIKELY_PASSES), longest, first_passes)

    def __call__(self, game: Game, options: Sequence[Turn]) -> Turn | None:
        """One of the turns, or None when the game has become long."""
        if game.record.turn >= self.longest or not options:
            return None
        passes = [turn for turn in options if isinstance(turn, Pass)]
        others = [turn for turn in options if not isinstance(turn, Pass)]
        likely_pass = 1.0 if game.record.turn < self.first_passes else self.likely_pass
        if not others or (passes and self.chance.random() < likely_pass):
            return passes[0] if passes else None
        looked_at = self.chance.sample(others, min(len(others), MOST_LOOKED_AT))
        return self.chance.choices(looked_at, [_weight(game, turn) for turn in looked_at])[0]


def _weight(game: Game, turn: Turn) -> float:
    if not isinstance(turn, Move):
        return WEIGHT_OF_AN_UNBLOCK
    play = move(game.rules, game.position.coloring, game.position.player, turn.point)
    if state(game.rules, after_move(game.rules, game.position, play)) in game.record.earlier:
        return WEIGHT_OF_A_REPETITION
    if play.self_captured:
        return WEIGHT_OF_A_SELF_CAPTURE
    return WEIGHT_OF_A_CAPTURE if play.captured else 1.0
