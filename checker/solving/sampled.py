"""Certificates of large solutions: the tables' digest, and games in which strategies met replies drawn at random.

A strategy that has too many turns to be written down is told by a rule instead: of the legal turns, in their order, the
first after which the promise can still be kept. Whoever has the same tables finds the same turns. Some games are then
played by the interpreter, with replies drawn at random from a seed; they are a sample, and show no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from random import Random
from typing import TypeAlias

import numpy as np

from ...interpreter.game import Game
from ...interpreter.vertices import turn_text
from ...spec.vocabulary import Turn
from .certificate import NotKept, Promise
from .solver import Solver
from .tables import Tables

# The turn that a strategy takes in a game in which it is its player's turn.
Answer: TypeAlias = Callable[[Game], Turn]


def digest_of(tables: Iterable[Tables]) -> str:
    """What the tables of some phases come to: the same on every machine, and another one if a number differs.

    >>> len(digest_of([]))
    64
    """
    digest = sha256()
    for some in tables:
        for name, numbers in some._asdict().items():
            array = np.ascontiguousarray(numbers, dtype="<i8")
            digest.update(f"{name} {array.shape} ".encode())
            digest.update(array.tobytes())
    return digest.hexdigest()


def by_search(solver: Solver, promise: Promise) -> Answer:
    """The strategy that takes the first turn after which a promise can still be kept."""

    def answer(game: Game) -> Turn:
        kept = (turn for turn in game.turns() if promise.can_be_kept_after(solver, game.taking(turn)))
        found = next(kept, None)
        if found is None:
            raise NotKept(f"{promise.player.name.capitalize()} can't keep the promise any more.")
        return found

    return answer


def play_at_random(game: Game, promise: Promise, answer: Answer, games: int, seed: int) -> int:
    """Play a strategy through so many games, against replies drawn at random; each came out as promised.

    Returns:
        How many turns were taken in all of them.

    Raises:
        NotKept: a game does not come out as promised, or a turn of the strategy is not legal.
    """
    chance = Random(seed)
    return sum(_turns_of_one(game, promise, answer, chance) for _ in range(games))


def _turns_of_one(game: Game, promise: Promise, answer: Answer, chance: Random) -> int:
    turns = 0
    while not game.over:
        mine = game.position.player is promise.player
        turn = answer(game) if mine else chance.choice(game.turns())
        if not game.judge(turn).legal:
            raise NotKept(f"{turn_text(game.position.coloring.board.grid, turn)} is not legal.")
        game = game.play(turn)
        turns += 1
    if not promise.is_kept_by(game):
        raise NotKept(f"{promise.player.name.capitalize()} does not keep the promise.")
    return turns
