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


def count_last(row, moves, unblocks, points):
    # How many turns are legal, and how many of them end the game: these alone are taken, and only if they may.
    passes = legal_turns(row, moves, unblocks)
    sequences = 1 if passes else 0
    ended = 0
    if passes and {pass_may_end}:
        ended += 1 if phase_after(row, 0, points) == {over} else 0
    for index in range(points.shape[0]):
        points[index] = word(0)
    for index in range(moves.shape[0]):
        sequences += count(moves[index]) + count(unblocks[index])
    for index in range(moves.shape[0]):
        while {move_may_end} and moves[index] != word(0):
            points[index] = moves[index] & (~moves[index] + word(1))
            moves[index] ^= points[index]
            ended += 1 if phase_after(row, 1, points) == {over} else 0
        while {unblock_may_end} and unblocks[index] != word(0):
            points[index] = unblocks[index] & (~unblocks[index] + word(1))
            unblocks[index] ^= points[index]
            ended += 1 if phase_after(row, 2, points) == {over} else 0
        points[index] = word(0)
    return sequences, ended


def count_on(row, depth, state, saved, passes, moves, unblocks, points, steps):
    level = state[0]
    sequences = state[1]
    ended = state[2]
    last_moves = moves[depth - 1]
    last_unblocks = unblocks[depth - 1]
    if level == -1 and depth == 1:
        sequences, ended = count_last(row, last_moves, last_unblocks, points)
    elif level == -1:
        level = 0
        enter(row, level, saved, passes, moves, unblocks)
    while level >= 0 and steps > 0:
        steps -= 1
        kind = next_turn(passes[level], moves[level], unblocks[level], points)
        if kind < 0:
            level -= 1
            if level >= 0:
                take_back(row, saved[level])
            continue
        take_turn(row, kind, points)
        if row[{phase}] != word({over}):
            if level + 2 < depth:
                level += 1
                enter(row, level, saved, passes, moves, unblocks)
                continue
            found = count_last(row, last_moves, last_unblocks, points)
            sequences += found[0]
            ended += found[1]
        take_back(row, saved[level])
    state[0] = level
    state[1] = sequences
    state[2] = ended
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
