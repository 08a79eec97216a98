"""A shape: a small position that players have a name for, as data, with the turns that go on and on in it."""

from __future__ import annotations

from dataclasses import dataclass

from ...interpreter.boards import parse_board
from ...interpreter.game import Game
from ...interpreter.vertices import parse_turn
from ...spec.algebra import BLACK, Color, Coloring, Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Phase, Turn


@dataclass(frozen=True)
class Shape:
    """A position with a name of its own.

    Attributes:
        name: what players call it.
        about: what makes it so, in one sentence.
        rows: the rows of the board from the top: `X` is black, `O` white, `.` empty.
        cycle: the turns, as text, that lead from the position back to it; none where nothing repeats.
        player: who takes the first turn.

    >>> ko = Shape("ko", "Each stone that takes can be taken back.", ("XO..", ".XO."), ("C2", "B2"), Color.WHITE)
    >>> str(ko.grid), len(ko.turns)
    ('4x2', 2)
    """

    name: str
    about: str
    rows: tuple[str, ...]
    cycle: tuple[str, ...] = ()
    player: Color = BLACK

    @property
    def coloring(self) -> Coloring[int]:
        """The color of every point."""
        return parse_board("/".join(self.rows))

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.coloring.board.grid

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the cycle."""
        return tuple(parse_turn(self.grid, text) for text in self.cycle)

    def game(self, rules: Rules, phase: Phase = Phase.MAIN) -> Game:
        """A game that starts from the position.

        Raises:
            ValueError: the rules have no such phase, or a stone has no liberty.
        """
        return Game.set_up(rules, self.coloring, self.player, phase)
