"""What stops a cycle that is played over and over: the clause, and the turn on which it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from ...interpreter.game import Game
from ...interpreter.vertices import turn_text
from ...spec.vocabulary import Turn

MOST_TIMES = 9


@dataclass(frozen=True)
class Stop:
    """The end of a cycle.

    Attributes:
        clause: the name of the clause that forbids a turn of it, or ends the phase or the game.
        game: the game after the last turn that could be taken.
        forbidden: the turn that the clause forbids; None where it ends the phase or the game.
        turns: the turns taken.
    """

    clause: str
    game: Game
    forbidden: Turn | None
    turns: tuple[Turn, ...]

    @property
    def number(self) -> int:
        """The turn on which it stops, counted from 1."""
        return len(self.turns) + (self.forbidden is not None)

    def __str__(self) -> str:
        if self.forbidden is None:
            return f"Turn {self.number} is the last: {self.clause} ends the {'game' if self.game.over else 'phase'}."
        forbidden = turn_text(self.game.position.coloring.board.grid, self.forbidden)
        return f"Turn {self.number}, {forbidden}, is forbidden by {self.clause}."


def stopped(start: Game, cycle: Sequence[Turn], times: int = MOST_TIMES) -> Stop | None:
    """What stops a cycle that is played over and over from a game on; None if nothing does within so many times.

    >>> from superko.interpreter.boards import parse_board
    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Move
    >>> eternal_life = [Move(1 << point) for point in (3, 1, 2, 0)]
    >>> print(stopped(Game.set_up(Rules(), parse_board("O.X.")), eternal_life))
    Turn 4, A1, is forbidden by katago-v2/main/legal-superko.
    """
    game = start
    taken: tuple[Turn, ...] = ()
    for turn in chain.from_iterable(repeat(cycle, times)):
        judgement = game.judge(turn)
        if judgement.clause is not None:
            return Stop(judgement.clause.name, game, turn, taken)
        game, taken = game.play(turn), (*taken, turn)
        if game.ended_by is not None:
            return Stop(game.ended_by, game, None, taken)
    return None
