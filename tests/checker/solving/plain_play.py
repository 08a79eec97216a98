"""Best play by plain search: every game to its end, turn by turn through the interpreter, and nothing else.

No two games are ever taken for one, and nothing is remembered. Only turns that can't matter any more are left out: once
a player has done as well as is asked, the other turns of that player are not tried. That is slow, and good for tiny
boards only; it is a witness from outside for the solver.
"""

from __future__ import annotations

from math import inf

from superko.interpreter.game import Game
from superko.interpreter.result import Result, Score
from superko.spec.algebra import BLACK
from superko.spec.vocabulary import Pass


class TooLong(Exception):
    """More turns would have to be tried than may be."""


class PlainPlay:
    """Plain search for a number of turns at most."""

    def __init__(self, turns: int) -> None:
        self.left = turns

    def value(self, game: Game, no_result: float) -> float:
        """Black's lead under best play, where a game without result counts as such a lead.

        Raises:
            TooLong: more turns would have to be tried than may be.
        """
        return self._between(game, no_result, -inf, inf)

    def _between(self, game: Game, no_result: float, least: float, most: float) -> float:
        if game.over:
            return worth_of(game.result, no_result)
        black = game.position.player is BLACK
        best = -inf if black else inf
        for turn in sorted(game.turns(), key=lambda turn: not isinstance(turn, Pass)):
            self.left -= 1
            if self.left < 0:
                raise TooLong
            value = self._between(game.taking(turn), no_result, least, most)
            if black:
                best, least = max(best, value), max(least, value)
            else:
                best, most = min(best, value), min(most, value)
            if least >= most:
                break
        return best


def worth_of(result: Result | None, no_result: float) -> float:
    """Black's lead; infinite, for or against Black, where the game was won without being scored."""
    if not isinstance(result, Score):
        return no_result
    if any(result.terms.values()) or result.winner is None:
        return result.lead
    return inf if result.winner is BLACK else -inf


def plain_values(game: Game, turns: int) -> tuple[float, float] | None:
    """The values with no-result at its worst and at its best for Black; None if that takes more turns."""
    try:
        return PlainPlay(turns).value(game, -inf), PlainPlay(turns).value(game, inf)
    except TooLong:
        return None
