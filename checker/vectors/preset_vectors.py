"""The vectors under presets: for each two of them the shortest game on which they part, and random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from ...interpreter.game import Game
from ...interpreter.rule_names import parse_rules
from ...spec.algebra import Grid
from ...spec.presets import PRESETS
from ...spec.registry import Decision
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Phase, Turn
from ..search.comparison import Parting, compare
from ..search.lockstep import turns_of
from .start import Start
from .vector import ID, Tier, Vector

T = TypeVar("T")

FURTHER_RULES = (
    "chinese-like,tax=SEKI,hasButton=yes,komi=7.5",
    "tromp-taylor,tax=ALL,hasButton=yes",
    "tromp-taylor,selfPlayOpts=yes",
    "japanese-like,tax=NONE,hasButton=yes,komi=6.5",
    "japanese-like,tax=ALL,ko=SITUATIONAL",
    "japanese-like,selfPlayOpts=yes",
    "aga-area,komi=7.5,whiteHandicapBonus=N",
)
RULES = (*PRESETS, *FURTHER_RULES)
PAIRS = tuple(combinations(PRESETS, 2))
# The boards, the smaller ones first, and the turns up to which all games on them are searched.
SEARCHED = ((Grid(1, 1), 8), (Grid(2, 1), 8), (Grid(3, 1), 8), (Grid(2, 2), 7), (Grid(4, 1), 6))

BOARDS = tuple(Grid(*sides) for sides in ((2, 2), (4, 1), (3, 2), (3, 3), (5, 2), (4, 4), (5, 5), (7, 7), (9, 9)))
GAMES_EACH = 2
LIKELY_PASSES = (0.05, 0.2, 0.4)
TURNS_PER_POINT = 2
MOST_TURNS = 60


def rule_sets(start: Start) -> tuple[Rules, ...]:
    """Every preset, and some rules between them, under which a game can start from there."""
    phase = start.set_up.phase if start.set_up else Phase.MAIN
    some = (*PRESETS.values(), *map(parse_rules, FURTHER_RULES))
    return tuple(rules for rules in some if rules.deciding(Decision.NEXT_PHASE, phase))


def vector_of_pair(first: str, second: str) -> Vector | None:
    """The vector that tells two presets apart; None where no game was found on which they part.

    >>> vector_of_pair("tromp-taylor", "new-zealand-like").sentence
    'The shortest game found on which tromp-taylor and new-zealand-like part: they differ in which turns are legal.'
    """
    parting = _parting(first, second)
    if parting is None:
        return None
    grid = parting.games[0].position.coloring.board.grid
    sentence = f"The shortest game found on which {first} and {second} part: they differ in {parting.aspect.value}."
    start = Start(grid)
    return Vector(f"{ID}/parting/{first}/{second}", Tier.SMALL, sentence, start, parting.turns, rule_sets(start))


def _parting(first: str, second: str) -> Parting | None:
    found = (compare(PRESETS[first], PRESETS[second], grid, depth).parting for grid, depth in SEARCHED)
    return next((parting for parting in found if parting is not None), None)


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
    return game.passed_out() or game


def _turn(game: Game, chance: random.Random, likely_pass: float) -> Turn:
    others: tuple[Turn, ...] = (*game.moves(), *game.unblocks())
    return _one_of(others, chance) if others and chance.random() >= likely_pass else PASS


def _one_of(some: Sequence[T], chance: random.Random) -> T:
    # Only `random()` is sure to give the same numbers in every version of Python.
    return some[int(chance.random() * len(some))]
