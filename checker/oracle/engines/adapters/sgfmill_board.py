"""sgfmill's board: it captures and counts the area, and leaves it to others to say what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .....interpreter.notation import parse_board
from .....spec.algebra import Color, Grid
from .....spec.algebra.grid import points_of
from ...aspects import Aspect, Observation
from ...engine import Introduction, TurnRefused
from ...setting import Setting
from .libraries import Place, board_of, demand_plain_area_scoring, demand_square, library, place_of, version_of

_COLORS = {"b": 1, "w": -1, None: 0}
_NAME = "sgfmill's board"


class SgfmillBoard:
    """sgfmill's board; its rows are counted from the bottom."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._boards = library("sgfmill.boards")
        self._grid = Grid(2, 2)
        self._player = "b"
        self._komi = 0.0
        self._board: Any = None

    def introduction(self) -> Introduction:
        """It tells what stands on the board, and the score."""
        return Introduction(
            name="sgfmill",
            version=version_of("sgfmill"),
            aspects=frozenset({Aspect.BOARD, Aspect.MARGIN}),
            rules=("tromp-taylor", "chinese-ogs-kgs"),
            set_up=True,
            smallest=2,
            square=True,
            notes=(
                "It leaves to the caller which moves are legal, whose turn it is and when a game ends.",
                "It does not count captured stones.",
                "Its score does not take komi into account, by its documentation: the adapter takes komi off.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Set the board up."""
        demand_square(setting, _NAME)
        demand_plain_area_scoring(setting, _NAME)
        self._start_on(setting.grid, setting.player.value.lower(), setting.rules.komi)
        if setting.board:
            coloring = parse_board(setting.board)
            black, white = ([self._place_of(point) for point in points_of(coloring.of(color))] for color in Color)
            self._board.apply_setup(black, white, [])

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn for the player whose turn it is."""
        for turn in turns:
            place = place_of(self._grid, turn)
            if place is not None:
                row, column = self._row_and_column(place)
                try:
                    self._board.play(row, column, self._player)
                except ValueError as error:
                    raise TurnRefused(turn, "the point is not empty") from error
            self._player = "w" if self._player == "b" else "b"

    def observe(self) -> Observation:
        """What stands on the board, and by how much Black is ahead."""
        return {
            Aspect.BOARD: board_of(self._grid, self._color_at),
            Aspect.MARGIN: self._board.area_score() - self._komi,
        }

    def close(self) -> None:
        """There is nothing to end."""

    def _start_on(self, grid: Grid, player: str, komi: float) -> None:
        self._grid, self._komi = grid, komi
        self._player = player
        self._board = self._boards.Board(grid.width)

    def _row_and_column(self, place: Place) -> tuple[int, int]:
        column, row = place
        return self._grid.height - 1 - row, column

    def _place_of(self, point: int) -> tuple[int, int]:
        return self._row_and_column(self._grid.place(point))

    def _color_at(self, column: int, row: int) -> int:
        return _COLORS[self._board.get(*self._row_and_column((column, row)))]
