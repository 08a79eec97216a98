"""Perft: how many sequences of legal turns there are of each length, as chess programmers count them.

Every legal turn counts: a pass, a move, an unblock action. Sequences that have the same future, or that are images of
each other, are carried on as one line with their number, so that much more is counted than is played.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ...interpreter.game import Game
from ...spec.vocabulary import Turn
from ..model.model import Model
from .lockstep import Line, Lockstep

LINES_BETWEEN_REPORTS = 100
Watch: TypeAlias = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Depth:
    """The sequences of one length.

    Attributes:
        turns: the length.
        sequences: how many sequences of legal turns there are of it.
        ended: how many of them end the game with their last turn.
    """

    turns: int
    sequences: int
    ended: int


def perft(start: Game, watch: Watch = lambda turns, done, lines: None) -> Iterator[Depth]:
    """The numbers for each length, from none up, until every game has ended.

    Args:
        start: a game at its start; it may be set up.
        watch: told now and then how many turns the lines have, and how many of how many were carried on by another.

    >>> from superko.spec.presets import PRESETS
    >>> [depth.sequences for depth in perft(Game.start(PRESETS["tromp-taylor"], 2, 1))]
    [1, 3, 7, 8, 6, 2]
    """
    games = Lockstep([Model(start)])
    lines = [games.start]
    turns = 0
    while lines:
        yield Depth(turns, _number(lines), _number([line for line in lines if line.over]))
        longer: dict[Hashable, Line] = {}
        going_on = [line for line in lines if not line.over]
        for done, line in enumerate(going_on):
            if done % LINES_BETWEEN_REPORTS == 0:
                watch(turns, done, len(going_on))
            for found in games.continued(line, line.games[0].turns()):
                games.gather(longer, found)
        lines = list(longer.values())
        turns += 1


def perft_to(start: Game, depth: int, watch: Watch = lambda turns, done, lines: None) -> list[Depth]:
    """The numbers for each length up to one, or to that of the longest game."""
    found = []
    for some in perft(start, watch):
        found.append(some)
        if some.turns == depth:
            break
    return found


def divide(start: Game, depth: int) -> dict[Turn, int]:
    """How many sequences of a length, which is at least 1, begin with each turn.

    >>> from superko.spec.presets import PRESETS
    >>> list(divide(Game.start(PRESETS["tromp-taylor"], 2, 1), depth=3).values())
    [4, 2, 2]
    """
    return {turn: _of_length(start.play(turn), depth - 1) for turn in start.turns()}


def _of_length(game: Game, turns: int) -> int:
    return next((depth.sequences for depth in perft(game) if depth.turns == turns), 0)


def _number(lines: list[Line]) -> int:
    return sum(line.number for line in lines)
