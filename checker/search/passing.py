"""Games in which both players only pass from here on."""

from __future__ import annotations

from ...interpreter.game import Game
from ...interpreter.result import Score
from ...spec.vocabulary import PASS

MOST_PASSES_TO_THE_END = 12


def passed_on(game: Game) -> Game:
    """A game after its end, or after a few passes if they do not end it."""
    for _ in range(MOST_PASSES_TO_THE_END):
        if not game.over:
            game = game.play(PASS)
    return game


def lead_passed_on(game: Game) -> float:
    """By how much Black leads if both players only pass.

    Raises:
        ValueError: the game then has no score.

    >>> from superko.interpreter.boards import parse_board
    >>> from superko.spec.rules import Rules
    >>> lead_passed_on(Game.set_up(Rules(), parse_board(".X.")))
    3.0
    """
    end = passed_on(game)
    if not isinstance(end.result, Score):
        raise ValueError("If both players only pass, this game has no score.")
    return end.result.lead
