"""Settings: where a game that is played for an engine starts, and by which rules."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import reduce

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...interpreter.story import Start
from ...spec.rules import Rules

TROMP_TAYLOR = Rules()


@dataclass(frozen=True)
class Setting(Start):
    """Where a game starts, with the rules that the engine is told; see `Start`.

    >>> Setting(2, 1, board="XO", rules=Rules()).is_set_up
    True
    """

    rules: Rules = TROMP_TAYLOR

    @staticmethod
    def from_start(start: Start, told: Rules) -> Setting:
        """A start, with the rules that an engine is told there.

        >>> Setting.from_start(Start.at("X."), Rules()).board
        'X.'
        """
        return Setting(**{field.name: getattr(start, field.name) for field in fields(Start)}, rules=told)

    def game(self, rules: Rules | None = None) -> Game:
        """The game at its start, by these rules or, where an engine's deviations are allowed for, by others.

        Raises:
            ValueError: no game can start so.
        """
        return super().game(self.rules if rules is None else rules)


def played(game: Game, turns: tuple[str, ...]) -> Game:
    """The game after some turns, as text; they are judged.

    Raises:
        IllegalTurn, GameOver, ValueError: as for `Game.play`.
    """
    grid = game.position.coloring.board.grid
    return reduce(Game.play, (parse_turn(grid, turn) for turn in turns), game)
