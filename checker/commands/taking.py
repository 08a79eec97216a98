"""Turns as the command line names them, taken in a game."""

from __future__ import annotations

import re

from ...interpreter.game import Game, IllegalTurn
from ...interpreter.notation import parse_turn, turn_text
from ...spec.algebra import Color

_TURNS = re.compile(r"(?:([BW])\s+)?(?:(unblock)\s+)?(\S+)", re.ASCII | re.IGNORECASE)


def after_turns(game: Game, text: str) -> Game:
    """The game after some turns, such as `B2 pass A1`; the color of each may stand before it.

    Raises:
        ValueError: there is no such turn, it is not legal, or it is the other player's turn.
    """
    grid = game.position.coloring.board.grid
    for named in _TURNS.finditer(text.strip()):
        color, unblock, rest = named.groups()
        if color and Color(color.upper()) is not game.position.player:
            raise ValueError(f"It is not {color.upper()}'s turn at {rest!r}.")
        turn = parse_turn(grid, f"unblock {rest}" if unblock else rest)
        try:
            game = game.play(turn)
        except IllegalTurn as error:
            raise ValueError(f"{turn_text(grid, turn)} is not legal: {error}") from None
    return game
