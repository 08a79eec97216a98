"""The vectors of random games: some for each rule set and board, always the same ones, and played to their end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from ...interpreter.game import Game
from ...interpreter.rule_names import parse_rules
from ...spec.algebra import Grid
from ...spec.presets import PRESETS
from ...spec.vocabulary import PASS, Turn
from ..search.lockstep import turns_of
from .shapes import FURTHER_RULES
from .start import Start
from .vector import ID, Tier, Vector

T = TypeVar("T")

RULES = (*PRESETS, *FURTHER_RULES)
BOARDS = tuple(Grid(*sides) for sides in ((2, 2), (4, 1), (3, 2), (3, 3), (5, 2), (4, 4), (5, 5), (7, 7), (9, 9)))
GAMES_EACH = 2
LIKELY_PASSES = (0.05, 0.2, 0.4)
TURNS_PER_POINT = 2
MOST_TURNS = 60
MOST_PASSES_TO_THE_END = 12


def vector_of_chance(rules: str, grid: Grid, number: int) -> Vector:
    """A random game under some rules, as command lines name them, on a board; one for each number.

    >>> from superko.interpreter.vertices import turn_text
    >>> grid = Grid(2, 1)
    >>> [turn_text(grid, turn) for turn in vector_of_chance("tromp-taylor", grid, 1).turns]
    ['pass', 'B1', 'A1', 'pass', 'pass']
    """
    name = f"random/{rules}/{grid}/{number}"
    start = Start(grid)
    game = random_game(start.game(parse_rules(rules)), random.Random(name))
    sentence = f"A random game on {grid} under {rules}, number {number}."
    return Vector(f"{ID}/{name}", Tier.STANDARD, sentence, start, turns_of(game), (game.rules,))


def random_game(game: Game, chance: random.Random) -> Game:
    """A game played on at random: turns of every kind, more of them on a larger board, and then passes to its end."""
    likely_pass = _one_of(LIKELY_PASSES, chance)
    grid = game.position.coloring.board.grid
    for _ in range(min(MOST_TURNS, TURNS_PER_POINT * grid.width * grid.height)):
        if not game.over:
            game = game.play(_turn(game, chance, likely_pass))
    for _ in range(MOST_PASSES_TO_THE_END):
        if not game.over:
            game = game.play(PASS)
    return game


def _turn(game: Game, chance: random.Random, likely_pass: float) -> Turn:
    others: tuple[Turn, ...] = (*game.moves(), *game.unblocks())
    return _one_of(others, chance) if others and chance.random() >= likely_pass else PASS


def _one_of(some: Sequence[T], chance: random.Random) -> T:
    # Only `random()` is sure to give the same numbers in every version of Python.
    return some[int(chance.random() * len(some))]
