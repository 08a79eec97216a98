"""Standings: what the oracle knows of the game that it plays to an engine, and how GTP has turns and points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .....interpreter.notation import BLACK_STONE, END_OF_ROW, NO_STONE, WHITE_STONE, parse_vertex, vertex, vertices
from .....spec.algebra import Grid
from .....spec.rules import Rules

NAMES = {"B": "black", "W": "white"}
OTHER = {"B": "W", "W": "B"}
STONES = {"B": BLACK_STONE, "W": WHITE_STONE}
PASS = "pass"
_UNBLOCK = "unblock "


@dataclass(frozen=True)
class GameUnderWay:
    """The game that is played to an engine: players take turns alternately, through all phases.

    Attributes:
        grid: the board.
        rules: the rules that the engine was told.
        turns: the turns so far.

    >>> GameUnderWay(Grid(2, 1), Rules(), ("A1", "pass")).commands[-1]
    'play white pass'
    """

    grid: Grid
    rules: Rules
    turns: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        """Who takes the next turn, "B" or "W"."""
        return "W" if len(self.turns) % 2 else "B"

    @property
    def mover(self) -> str:
        """Who takes the next turn, as GTP names the player."""
        return NAMES[self.player]

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that play its turns."""
        return tuple(play_command(number, turn) for number, turn in enumerate(self.turns))

    @property
    def next_command(self) -> str:
        """The start of a command that plays the next turn."""
        return f"play {self.mover}"

    @property
    def passed_out(self) -> bool:
        """Whether the last two turns were passes."""
        return self.turns[-2:] == (PASS, PASS)

    def after(self, turn: str) -> GameUnderWay:
        """The game after another turn."""
        return replace(self, turns=(*self.turns, turn))


def play_command(number: int, turn: str) -> str:
    """The command that plays a turn. A stone is unblocked by playing at it, as KataGo has it.

    >>> play_command(0, "unblock C3")
    'play black C3'
    """
    return f"play {'white' if number % 2 else 'black'} {turn.removeprefix(_UNBLOCK)}"


def is_unblock(turn: str) -> bool:
    """Whether a turn unblocks a stone.

    >>> is_unblock("unblock C3"), is_unblock("C3")
    (True, False)
    """
    return turn.startswith(_UNBLOCK)


def points_named(grid: Grid, text: str) -> frozenset[str]:
    """The vertices in a reply.

    Raises:
        ValueError: something else is in it, or a vertex that is off the board, or one twice.

    >>> sorted(points_named(Grid(2, 2), "a1 B2"))
    ['A1', 'B2']
    """
    words = [word for word in text.split() if word.lower() != PASS]
    points = frozenset(vertex(grid, parse_vertex(grid, word)) for word in words)
    if len(points) < len(words):
        raise ValueError("it names a point twice.")
    return points


def rows_of(grid: Grid, symbols: str) -> str:
    """A board as text, from the symbols of its points.

    >>> rows_of(Grid(2, 2), "X..O")
    'X./.O'
    """
    return END_OF_ROW.join(symbols[start : start + grid.width] for start in range(0, grid.size, grid.width))


def stones_on(grid: Grid, board: str) -> dict[str, list[str]]:
    """The vertices of the stones of each color on a board, as text.

    >>> stones_on(Grid(2, 2), "X./.O")
    {'B': ['A2'], 'W': ['B1']}
    """
    points = [*zip(vertices(grid, grid.everywhere), board.replace(END_OF_ROW, ""), strict=True)]
    return {color: [point for point, symbol in points if symbol == stone] for color, stone in STONES.items()}


def empty_points(grid: Grid, board: str) -> list[str]:
    """The vertices at which a board, as text, has no stone.

    >>> empty_points(Grid(2, 2), "X./.O")
    ['B2', 'A1']
    """
    symbols = board.replace(END_OF_ROW, "")
    return [point for point, symbol in zip(vertices(grid, grid.everywhere), symbols, strict=True) if symbol == NO_STONE]
