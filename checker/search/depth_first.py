"""Counting sequences of turns depth first, by compiled programs: memory does not grow with their number.

One row of words stands for the game at hand; every turn is taken back once all that follows it was counted. The turns
of the last length are counted as they stand in the lists of legal turns. Only where a turn may end the game, as the
programs show, it is taken to see whether it does.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...interpreter.compiled.game_code import GameCode
from ...interpreter.compiled.game_programs import KINDS
from ...interpreter.compiled.game_text import GameText
from ...interpreter.compiled.registers import PHASES
from ...interpreter.game import Game
from ...spec.vocabulary import Phase

STEPS_AT_A_TIME = 1 << 20
SEQUENCES, ENDED = 1, 2
NEXT_TURN = """
def next_turn(passes, moves, unblocks, points):
    for index in range(points.shape[0]):
        points[index] = word(0)
    if passes[0]:
        passes[0] = False
        return 0
    for index in range(points.shape[0]):
        if moves[index] != word(0):
            points[index] = moves[index] & (~moves[index] + word(1))
            moves[index] ^= points[index]
            return 1
    for index in range(points.shape[0]):
        if unblocks[index] != word(0):
            points[index] = unblocks[index] & (~unblocks[index] + word(1))
            unblocks[index] ^= points[index]
            return 2
    return -1
"""
COUNTING = """
def enter(row, level, saved, passes, moves, unblocks):
    for place in range({head}):
        saved[level, place] = row[place]
    passes[level, 0] = legal_turns(row, moves[level], unblocks[level])


def without_those_that_end_nothing(passes, moves, unblocks):
    number = 0
    if not {pass_may_end}:
        number += 1 if passes[0] else 0
        passes[0] = False
    for index in range(moves.shape[0]):
        if not {move_may_end}:
            number += count(moves[index])
            moves[index] = word(0)
        if not {unblock_may_end}:
            number += count(unblocks[index])
            unblocks[index] = word(0)
    return number


def count_on(row, depth, state, saved, passes, moves, unblocks, points, steps):
    level = state[0]
    if level == -1:
        level = 0
        enter(row, level, saved, passes, moves, unblocks)
        if depth == 1:
            state[1] += without_those_that_end_nothing(passes[level], moves[level], unblocks[level])
    while level >= 0 and steps > 0:
        steps -= 1
        kind = next_turn(passes[level], moves[level], unblocks[level], points)
        if kind < 0:
            level -= 1
            if level >= 0:
                take_back(row, saved[level])
            continue
        if level + 1 == depth:
            state[1] += 1
            state[2] += 1 if phase_after(row, kind, points) == {over} else 0
            continue
        take_turn(row, kind, points)
        if row[{phase}] == word({over}):
            take_back(row, saved[level])
        else:
            level += 1
            enter(row, level, saved, passes, moves, unblocks)
            if level + 1 == depth:
                state[1] += without_those_that_end_nothing(passes[level], moves[level], unblocks[level])
    state[0] = level
    return level < 0
"""


class DepthFirst:
    """Counts the sequences that go on from games under the same rules on the same board.

    Raises:
        NotCompiled: a clause can't be read as a program.
        ModuleNotFoundError: numba is not installed.
    """

    def __init__(self, game: Game) -> None:
        self._code = GameCode.of(game.rules, game.position.coloring.board.grid, counting_text)

    def number(self, game: Game, turns: int, watch: Callable[[], None] = lambda: None) -> tuple[int, int]:
        """How many sequences of so many turns, at least one, go on from a game, and how many of them end it.

        Args:
            game: the game, not over.
            turns: how many turns.
            watch: called now and then; it may interrupt.
        """
        row = self._code.row(game.record, room=turns + 1)
        words, head = self._code.layout.words, self._code.layout.head
        sets = [np.zeros((turns, words), dtype=np.uint64) for _ in range(2)]
        state, saved = np.array([-1, 0, 0], dtype=np.int64), np.zeros((turns, head), dtype=np.uint64)
        given = (
            row,
            turns,
            state,
            saved,
            np.zeros((turns, 1), dtype=np.bool_),
            *sets,
            np.zeros(words, dtype=np.uint64),
        )
        while not self._code.functions["count_on"](*given, STEPS_AT_A_TIME):
            watch()
        return int(state[SEQUENCES]), int(state[ENDED])


def counting_text(text: GameText) -> str:
    """The functions that count, beside those of a text."""
    ends = {f"{kind}_may_end": text.programs.may_end(kind) for kind in KINDS}
    return NEXT_TURN + COUNTING.format(
        head=text.layout.head, phase=text.layout.places["phase"], over=PHASES.index(Phase.OVER), **ends
    )
