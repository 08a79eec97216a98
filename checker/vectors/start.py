"""Where a vector's game starts: on the empty grid, or from a set-up, as text that goes into a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...interpreter.game import Game
from ...interpreter.notation import parse_board, parse_turn
from ...spec.algebra import Color, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Turn


@dataclass(frozen=True)
class SetUp:
    """A position to start from, at the start of a phase.

    Attributes:
        board: its rows from top to bottom joined by `/`.
        player: who takes the first turn.
        phase: the phase.
        captures: how many black points, and how many white ones, were emptied before.
        handicap: how many of the stones are handicap stones.
    """

    board: str
    player: Color = Color.BLACK
    phase: Phase = Phase.MAIN
    captures: tuple[int, int] = (0, 0)
    handicap: int = 0


@dataclass(frozen=True)
class Start:
    """A board, and what is set up on it, if anything is."""

    grid: Grid
    set_up: SetUp | None = None

    @staticmethod
    def at(board: str, player: Color = Color.BLACK, phase: Phase = Phase.MAIN, handicap: int = 0) -> Start:
        """A start from a set-up.

        >>> Start.at("X./.O").grid
        Grid(width=2, height=2)
        """
        return Start(parse_board(board).board.grid, SetUp(board, player, phase, handicap=handicap))

    def game(self, rules: Rules) -> Game:
        """The game that starts here under some rules.

        Raises:
            ValueError: the rules lack the phase, or there is a stone without liberties.
        """
        some = self.set_up
        if some is None:
            return Game.start(rules, self.grid.width, self.grid.height)
        captures = dict(zip(Color, some.captures, strict=True))
        return Game.set_up(rules, parse_board(some.board), some.player, some.phase, captures, some.handicap)

    def turns(self, texts: Iterable[str]) -> tuple[Turn, ...]:
        """The turns that some texts name on this board.

        >>> Start(Grid(2, 1)).turns(["pass", "A1"])
        (Pass(), Move(point=1))
        """
        return tuple(parse_turn(self.grid, text) for text in texts)

    def as_json(self) -> dict[str, object]:
        """The fields of a vector that say where it starts."""
        told: dict[str, object] = {"width": self.grid.width, "height": self.grid.height}
        some = self.set_up
        if some is None:
            return told
        set_up = {
            "board": some.board,
            "player": some.player.value,
            "phase": some.phase.value,
            "captures": {color.value: number for color, number in zip(Color, some.captures, strict=True)},
            "handicap": some.handicap,
        }
        return {**told, "setup": set_up}

    @staticmethod
    def from_json(vector: Mapping[str, Any]) -> Start:
        """Where a vector starts, read from its fields.

        Raises:
            KeyError: a field is missing.
            ValueError: a value is not of those allowed.
        """
        grid = Grid(vector["width"], vector["height"])
        told = vector.get("setup")
        if told is None:
            return Start(grid)
        captures = (told["captures"]["B"], told["captures"]["W"])
        set_up = SetUp(told["board"], Color(told["player"]), Phase(told["phase"]), captures, told["handicap"])
        return Start(grid, set_up)
