"""Perft: how many sequences of turns there are, as chess programmers count them, depth first on rows.

The functions are plain. They go through the turns of a game with the functions that are emitted for its rules, run as
they are written, and compiled with them where there is much to count.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, MutableSequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from sys import maxsize
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...interpreter.game import Game
from ...interpreter.program.clauses import NotCompiled
from ...interpreter.program.game import GameCode
from ...interpreter.program.machine_code import Compiling, is_available
from ...interpreter.program.rows import (
    HEAD,
    OVER,
    PHASE,
    WORDS,
    Layout,
    Row,
    legal_turns,
    phase_after,
    take_back,
    take_turn,
)
from ...interpreter.program.words import count, word
from ...spec.vocabulary import Turn
from ..phase.machine import Model
from .comparison import Line, Lockstep

STEPS_AT_A_TIME = 1 << 20
STEPS_AS_WRITTEN = 1 << 12
# This number of turns takes about two seconds as they are written, and compiling takes ten.
WORTH_COMPILING_AFTER = 100_000
LEVEL, SEQUENCES, _ENDED, _TAKEN = range(4)
PASS_MAY_END = MOVE_MAY_END = UNBLOCK_MAY_END = True


class SearchStack(NamedTuple):
    """The turns from a game to the one that is looked at, what is left to try after each, and the row's head before it.

    Whether passing is left stands in a list of one.
    """

    saved: Any
    moves: Any
    unblocks: Any
    passes: Any
    points: Any


def _enter(row: Row, level: int, stack: SearchStack) -> None:
    """Begin to try the turns of the game that stands in the row."""
    for place in range(HEAD):
        stack.saved[level][place] = row[place]
    stack.passes[level][0] = legal_turns(row, stack.moves[level], stack.unblocks[level])


def first_of(remaining: Row, points: Row) -> bool:
    """Take the first point out of a set and write it down; whether there is one."""
    for index in range(WORDS):
        points[index] = word(0)
    for index in range(WORDS):
        if remaining[index] != word(0):
            points[index] = remaining[index] & (~remaining[index] + word(1))
            remaining[index] ^= points[index]
            return True
    return False


def next_turn(level: int, stack: SearchStack) -> int:
    """The number of the kind of the next turn to try, whose point is written down; -1 if none is left."""
    if stack.passes[level][0]:
        stack.passes[level][0] = False
        return 0
    if first_of(stack.moves[level], stack.points):
        return 1
    return 2 if first_of(stack.unblocks[level], stack.points) else -1


def count_last(row: Row, level: int, stack: SearchStack) -> tuple[int, int]:
    """How many turns are legal, and how many of them end the game: these alone are taken, and only if they may."""
    moves, unblocks, points = stack.moves[level], stack.unblocks[level], stack.points
    sequences = ended = 0
    if legal_turns(row, moves, unblocks):
        sequences = 1
        if PASS_MAY_END:
            ended += int(phase_after(row, 0, points) == OVER)
    for index in range(WORDS):
        sequences += count(moves[index]) + count(unblocks[index])
    if MOVE_MAY_END:
        while first_of(moves, points):
            ended += int(phase_after(row, 1, points) == OVER)
    if UNBLOCK_MAY_END:
        while first_of(unblocks, points):
            ended += int(phase_after(row, 2, points) == OVER)
    return sequences, ended


def count_on(row: Row, depth: int, state: MutableSequence[int], stack: SearchStack, steps: int) -> bool:
    """Count sequences of a depth in turns, for a number of steps; whether all are counted.

    The state is the level, -1 at first, how many sequences were found, how many of them end the game, and how many
    turns were tried; the stack has room for the depth in levels.
    """
    level, sequences, ended, until = state[LEVEL], state[SEQUENCES], state[_ENDED], state[_TAKEN] + steps
    if level == -1 and depth == 1:
        sequences, ended = count_last(row, 0, stack)
    elif level == -1:
        level = 0
        _enter(row, level, stack)
    while level >= 0 and state[_TAKEN] < until:
        state[_TAKEN] += 1
        kind = next_turn(level, stack)
        if kind < 0:
            level -= 1
            if level >= 0:
                take_back(row, stack.saved[level])
            continue
        take_turn(row, kind, stack.points)
        if row[PHASE] != word(OVER):
            if level + 2 < depth:
                level += 1
                _enter(row, level, stack)
                continue
            further = count_last(row, depth - 1, stack)
            sequences += further[0]
            ended += further[1]
        take_back(row, stack.saved[level])
    state[LEVEL], state[SEQUENCES], state[_ENDED] = level, sequences, ended
    return level < 0


def _stack(layout: Layout, turns: int) -> SearchStack:
    """Room for this number of turns, as lists."""
    head, points, more_points = ([[0] * width for _ in range(turns)] for width in (layout.head, *[layout.words] * 2))
    return SearchStack(head, points, more_points, [[False] for _ in range(turns)], [0] * layout.words)


def _as_arrays(row: Row, state: MutableSequence[int], stack: SearchStack) -> tuple[Any, Any, SearchStack]:
    """What machine code goes on with."""
    *words, passes, points = stack
    room = *(np.array(lists, dtype="u8") for lists in words), np.array(passes, dtype="?"), np.array(points, dtype="u8")
    return np.array(row, dtype="u8"), np.array(state, dtype="i8"), SearchStack(*room)


@lru_cache(64)
def _compiling(code: GameCode) -> Compiling:
    """Another process that compiles the search, called with a game of which nothing is left to count."""
    row, state, stack = _as_arrays(code.layout.empty(1), [0] * 4, _stack(code.layout, 1))
    return Compiling(code.kernel, {"count_on": (row, 2, state, stack, 0)})


class RowSearch:
    """Follows every line of games under the same rules on the same board.

    To compile takes longer than most searches. So the functions run as they are written at first. Once many turns were
    taken, another process compiles them, if that is wanted, and the search goes on as machine code when that is there.

    Raises:
        NotCompiled: a clause can't be read as a program.
    """

    def __init__(self, game: Game, compiling: bool = True) -> None:
        self._code = GameCode.of(game.rules, game.grid, (__name__,))
        self._written = self._code.kernel.in_python["count_on"]
        self._compiling, self._taken = compiling, 0

    def number(self, game: Game, turns: int, watch: Callable[[], None] = lambda: None) -> tuple[int, int]:
        """How many sequences of a number of turns, at least one, go on from a game that is not over; how many end it.

        `watch` is called now and then, and may interrupt.
        """
        row: Any = self._code.layout.row(game.record, room=turns + 1)
        state: Any = [-1, 0, 0, 0]
        stack = _stack(self._code.layout, turns)
        before = self._taken
        all_counted = False
        while not all_counted and not (
            self._compiling and self._taken >= WORTH_COMPILING_AFTER and _compiling(self._code).is_done
        ):
            all_counted = self._written(row, turns, state, stack, STEPS_AS_WRITTEN)
            self._taken = before + state[_TAKEN] + 1
            watch()
        if not all_counted:
            row, state, stack = _as_arrays(row, state, stack)
            compiled = self._code.kernel.compiled["count_on"]
            while not compiled(row, turns, state, stack, STEPS_AT_A_TIME):
                watch()
        return int(state[SEQUENCES]), int(state[_ENDED])


_LINES_BETWEEN_REPORTS = 100
_Watch: TypeAlias = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Depth:
    """How many sequences of that many legal turns there are, and how many of them end the game with their last turn."""

    turns: int
    sequences: int
    ended: int


def numbers_as_json(numbers: list[Depth]) -> dict[str, object]:
    """For each length from none up: how many sequences, how many of them end the game; and whether these are all.

    >>> numbers_as_json([Depth(0, 1, 0), Depth(1, 1, 1)])
    {'sequences': [1, 1], 'ended': [0, 1], 'complete': True}
    """
    longest = numbers[-1]
    return {
        "sequences": [depth.sequences for depth in numbers],
        "ended": [depth.ended for depth in numbers],
        "complete": longest.sequences == longest.ended,
    }


def perft(start: Game, watch: _Watch = lambda turns, done, lines: None, most_points: int = maxsize) -> Iterator[Depth]:
    """The numbers for each length, from none up, until every game has ended.

    `watch` hears now and then how many turns the lines have, and how many of how many were carried on by another. What
    follows is counted depth first once the boards of all lines have more points than `most_points`.

    >>> from superko.spec.presets import PRESETS
    >>> [depth.sequences for depth in perft(Game(PRESETS["tromp-taylor"], (2, 1)))]
    [1, 3, 7, 8, 6, 2]
    """
    games = Lockstep([Model(start)])
    most_lines = most_points // start.grid.size
    lines = [games.start]
    turns = 0
    while lines:
        yield Depth(turns, _number(lines), _number([line for line in lines if line.over]))
        going_on = [line for line in lines if not line.over]
        longer: dict[Hashable, Line] = {}
        for done, line in enumerate(going_on):
            if done % _LINES_BETWEEN_REPORTS == 0:
                watch(turns, done, len(going_on))
            for continued in games.continued(line, line.games[0].turns()):
                games.gather(longer, continued)
            if len(longer) > most_lines:
                with suppress(NotCompiled):
                    if is_available():
                        yield from _deeper(RowSearch(start), going_on, turns, watch)
                        return
                most_lines = maxsize
        lines = list(longer.values())
        turns += 1


def _deeper(counting: RowSearch, lines: list[Line], turns: int, watch: _Watch) -> Iterator[Depth]:
    """The numbers for each length beyond that of some lines, which go on."""
    for further in itertools.count(1):
        sequences = ended = 0
        for done, line in enumerate(lines):
            tell = partial(watch, turns + further - 1, done, len(lines))
            tell()
            numbers = counting.number(line.games[0], further, tell)
            sequences += line.number * numbers[0]
            ended += line.number * numbers[1]
        yield Depth(turns + further, sequences, ended)
        if sequences == ended:
            return


def divide(start: Game, depth: int, most_points: int = maxsize) -> dict[Turn, int]:
    """How many sequences of a length, which is at least 1, begin with each turn; see `perft` for the points.

    >>> from superko.spec.presets import PRESETS
    >>> list(divide(Game(PRESETS["tromp-taylor"], (2, 1)), depth=3).values())
    [4, 2, 2]
    """
    numbers = ((turn, perft(start.play(turn), most_points=most_points)) for turn in start.turns())
    return {turn: next((each.sequences for each in after if each.turns == depth - 1), 0) for turn, after in numbers}


def _number(lines: list[Line]) -> int:
    return sum(line.number for line in lines)
