"""Perft: how many sequences of legal turns there are of each length, as chess programmers count them.

Every legal turn counts: a pass, a move, an unblock action. Sequences that have the same future, or that are images of
each other, are carried on as one line with their number, so that much more is counted than is played. Where there are
too many lines, what follows on each of them is counted depth first by compiled programs, if the rules can be compiled;
so memory does not grow any more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from sys import maxsize
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.program.clauses import NotCompiled
from ...interpreter.program.machine_code import is_available
from ...spec.vocabulary import Turn
from ..phase.model import Model
from .lockstep import Line, Lockstep
from .row_search import RowSearch

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


def no_watch(turns: int, done: int, lines: int) -> None:
    """Nobody is told how far it is."""


def perft(start: Game, watch: Watch = no_watch, most_points: int = maxsize) -> Iterator[Depth]:
    """The numbers for each length, from none up, until every game has ended.

    Args:
        start: a game at its start; it may be set up.
        watch: told now and then how many turns the lines have, and how many of how many were carried on by another.
        most_points: how many points the boards of all lines may have before what follows is counted depth first.

    >>> from superko.spec.presets import PRESETS
    >>> [depth.sequences for depth in perft(Game.start(PRESETS["tromp-taylor"], 2, 1))]
    [1, 3, 7, 8, 6, 2]
    """
    games = Lockstep([Model(start)])
    most_lines = most_points // start.position.coloring.board.grid.size
    lines = [games.start]
    turns = 0
    while lines:
        yield Depth(turns, _number(lines), _number([line for line in lines if line.over]))
        going_on = [line for line in lines if not line.over]
        longer: dict[Hashable, Line] = {}
        for done, line in enumerate(going_on):
            if done % LINES_BETWEEN_REPORTS == 0:
                watch(turns, done, len(going_on))
            for found in games.continued(line, line.games[0].turns()):
                games.gather(longer, found)
            if len(longer) > most_lines:
                counting = _depth_first(start)
                if counting is not None:
                    yield from _deeper(counting, going_on, turns, watch)
                    return
                most_lines = maxsize
        lines = list(longer.values())
        turns += 1


def _depth_first(start: Game) -> RowSearch | None:
    """What counts depth first, if the rules can be compiled here."""
    if not is_available():
        return None
    try:
        return RowSearch(start)
    except NotCompiled:
        return None


def _deeper(counting: RowSearch, lines: list[Line], turns: int, watch: Watch) -> Iterator[Depth]:
    """The numbers for each length beyond that of some lines, which go on."""
    for further in count(1):
        sequences = ended = 0
        for done, line in enumerate(lines):
            tell = partial(watch, turns + further - 1, done, len(lines))
            tell()
            found = counting.number(line.games[0], further, tell)
            sequences += line.number * found[0]
            ended += line.number * found[1]
        yield Depth(turns + further, sequences, ended)
        if sequences == ended:
            return


def perft_to(start: Game, depth: int, watch: Watch = no_watch) -> list[Depth]:
    """The numbers for each length up to one, or to that of the longest game."""
    found = []
    for some in perft(start, watch):
        found.append(some)
        if some.turns == depth:
            break
    return found


def divide(start: Game, depth: int, most_points: int = maxsize) -> dict[Turn, int]:
    """How many sequences of a length, which is at least 1, begin with each turn; see `perft` for the points.

    >>> from superko.spec.presets import PRESETS
    >>> list(divide(Game.start(PRESETS["tromp-taylor"], 2, 1), depth=3).values())
    [4, 2, 2]
    """
    return {turn: _of_length(start.play(turn), depth - 1, most_points) for turn in start.turns()}


def _of_length(game: Game, turns: int, most_points: int) -> int:
    counted = perft(game, most_points=most_points)
    return next((depth.sequences for depth in counted if depth.turns == turns), 0)


def _number(lines: list[Line]) -> int:
    return sum(line.number for line in lines)
