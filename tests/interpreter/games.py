"""Games for tests, written as the referee writes them: boards, vertices and turns as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_turn, turn_text
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, Color
from superko.spec.parameters import Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase


def set_up(
    rules: Rules,
    board: str,
    player: Color = BLACK,
    phase: Phase = Phase.MAIN,
    captures: Mapping[Color, int] | None = None,
    handicap: int = 0,
) -> Game:
    """A game from a board such as ".X/O."."""
    return Game(rules, rows=board, to_play=player, phase=phase, captures=captures, handicap=handicap)


def after(game: Game, turns: str) -> Game:
    """The game after turns such as "A1, pass, unblock B2"."""
    for text in turns.split(", "):
        game = game.play(parse_turn(game.grid, text))
    return game


def board(game: Game) -> str:
    return board_text(game.position.coloring)


def turns(game: Game) -> list[str]:
    """Every legal turn, as text."""
    return [turn_text(game.grid, turn) for turn in game.turns()]


def scores(game: Game) -> tuple[float, float]:
    """What Black and White scored."""
    assert isinstance(game.result, Score)
    return game.result.black, game.result.white


def passed_out(game: Game) -> Game:
    """The game after both players have passed until it is over."""
    while not game.over:
        game = after(game, "pass")
    return game


def territory(**parameters: Any) -> Rules:
    return Rules(scoring=Scoring.TERRITORY, **parameters)
