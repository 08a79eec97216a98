"""Settings: where a game that is played for an engine starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from ...interpreter.game import Game
from ...interpreter.notation import board_text, parse_board, parse_turn
from ...spec.algebra import BLACK, Color, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase


@dataclass(frozen=True)
class Setting:
    """Where a game starts, in the terms of a `new` request of the referee's protocol.

    Attributes:
        rules: the rules that the engine is told.
        width: the columns of the board.
        height: the rows of the board.
        board: the board it starts from, rows from the top joined by "/"; "" for the empty board.
        player: who takes the first turn.
        phase: the phase it starts in.
        captures: how many points of each color have been emptied before, Black's first.

    >>> Setting(Rules(), 2, 1, board="XO").is_set_up
    True
    """

    rules: Rules
    width: int
    height: int
    board: str = ""
    player: str = "B"
    phase: str = Phase.MAIN.value
    captures: tuple[int, int] = (0, 0)

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid(self.width, self.height)

    @property
    def is_set_up(self) -> bool:
        """Whether the game starts otherwise than with the empty board and Black's turn."""
        return (self.board, self.player, self.phase, self.captures) != ("", BLACK.value, Phase.MAIN.value, (0, 0))

    def game(self, rules: Rules | None = None) -> Game:
        """The game at its start, by these rules or, where an engine's deviations are allowed for, by others.

        Raises:
            ValueError: no game can start so.
        """
        rules = self.rules if rules is None else rules
        if not self.is_set_up:
            return Game.start(rules, self.width, self.height)
        empty = Game.start(rules, self.width, self.height).position.coloring
        coloring = parse_board(self.board) if self.board else empty
        if coloring.board != empty.board:
            raise ValueError(f"The board is {coloring.board.grid}, but the setting says {self.grid}.")
        captures = dict(zip(Color, self.captures, strict=True))
        return Game.set_up(rules, coloring, Color(self.player), Phase(self.phase), captures)


def played(game: Game, turns: tuple[str, ...]) -> Game:
    """The game after some turns, as text; they are judged.

    Raises:
        IllegalTurn, GameOver, ValueError: as for `Game.play`.
    """
    grid = game.position.coloring.board.grid
    return reduce(Game.play, (parse_turn(grid, turn) for turn in turns), game)


def setting_of(game: Game, told: Rules) -> Setting:
    """The setting that a game started from, and the rules that an engine was told there.

    >>> setting_of(Setting(Rules(), 2, 1, board="X.", player="W").game(), Rules()).player
    'W'
    """
    start = game
    while start.undo is not None:
        start = start.undo
    position, captures = start.position, start.record.tally.captures
    c = position.coloring
    return Setting(
        told,
        c.board.grid.width,
        c.board.grid.height,
        board=board_text(c) if c.black | c.white else "",
        player=position.player.value,
        phase=position.phase.value,
        captures=(captures[Color.BLACK], captures[Color.WHITE]),
    )
