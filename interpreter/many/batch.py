"""What a batch of games can do, however it is played, and the numbers of turns."""

from __future__ import annotations

from typing import NamedTuple, Protocol, Self

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Pass, Phase, Turn, Unblock

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
SCORED, WITHOUT_RESULT = 1, 2


class Scored(NamedTuple):
    """How games came out that were scored.

    Attributes:
        scores: of shape (games, 2), Black's and White's; of no account where a game was not scored.
        winners: of shape (games,), by the number of the player, 2 for nobody; of no account likewise.
    """

    scores: Scores
    winners: Numbers


class Batch(Protocol):
    """Games under the same rules on the same board, by their numbers; what is asked has a place for each game."""

    def __len__(self) -> int: ...

    def legal(self) -> Flags:
        """The legal turns, of shape (games, turns)."""
        ...

    def take(self, turns: Numbers) -> None:
        """Take a legal turn in each game, none where the number is negative."""
        ...

    def points(self, name: str) -> Words:
        """The sets of points that are called `black`, `white` or `marks`, of shape (games, words)."""
        ...

    def numbers(self, name: str) -> Numbers:
        """The numbers that are called `player`, `phase`, `turn`, `ended_by`, `captures_of_black` and the like."""
        ...

    def how_ended(self) -> Numbers:
        """0 where a game goes on, `SCORED` or `WITHOUT_RESULT`."""
        ...

    def results(self) -> Scored:
        """How the games came out that were scored."""
        ...

    def copied(self) -> Self:
        """The same games, to be played on otherwise."""
        ...

    def restart(self, which: Flags) -> None:
        """Begin some games anew."""
        ...


def number_of_turns(rules: Rules, grid: Grid) -> int:
    """How many numbers of turns there are: moves, the pass, and, where there are any in some phase, unblock actions."""
    has_unblocks = any(rules.deciding(Decision.UNBLOCK, phase) for phase in Phase)
    return grid.size + 1 + (grid.size if has_unblocks else 0)


def turn_number(grid: Grid, turn: Turn) -> int:
    """The number by which a turn goes in arrays: a move by its point, row by row; then the pass; then unblock actions.

    >>> turn_number(Grid(3, 3), Move(0b1000)), turn_number(Grid(3, 3), PASS), turn_number(Grid(3, 3), Unblock(1))
    (3, 9, 10)
    """
    match turn:
        case Pass():
            return grid.size
        case Move(point):
            return point.bit_length() - 1
        case Unblock(stone):
            return grid.size + stone.bit_length()


def turn_of(grid: Grid, number: int) -> Turn:
    """The turn of a number.

    >>> turn_of(Grid(3, 3), 3)
    Move(point=8)
    """
    if number == grid.size:
        return PASS
    return Move(1 << number) if number < grid.size else Unblock(1 << number - grid.size - 1)
