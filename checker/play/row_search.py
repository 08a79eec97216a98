"""Searches on compiled rows: sequences counted depth first, and best play by plain search."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...interpreter.endings import PhaseOutcome
from ...interpreter.game import Game
from ...interpreter.program.fields import PHASES, PLAYERS
from ...interpreter.program.game import KINDS, OUTCOMES
from ...interpreter.program.game_text import GameCode, GameText
from ...spec.algebra import BLACK
from ...spec.vocabulary import Phase
from .plain_play import FAILS, SUCCEEDS, UNKNOWN, Aim, PlainAnswer, TooLong

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


NOTHING = -1
SEARCHING = """
def enter(row, level, saved, passes, moves, unblocks, open_yet):
    for place in range({head}):
        saved[level, place] = row[place]
    open_yet[level] = False
    passes[level, 0] = legal_turns(row, moves[level], unblocks[level])


def of_the_end(row, least, no_result):
    if row[{outcome}] == word({without_result}):
        return no_result
    black, white, winner = scores(row)
    return {succeeds} if black - white >= least else {fails}


def search_within(row, least, no_result, turns, most, saved, passes, moves, unblocks, open_yet, points):
    level, tried, found = 0, 0, {nothing}
    enter(row, level, saved, passes, moves, unblocks, open_yet)
    while True:
        wins = {succeeds} if row[{player}] == word({black}) else {fails}
        kind = -1
        if found == {unknown}:
            open_yet[level] = True
        if found != wins:
            kind = next_turn(passes[level], moves[level], unblocks[level], points)
        if kind < 0:
            if found != wins:
                found = {unknown} if open_yet[level] else 1 - wins
            if level == 0:
                return found, tried
            level -= 1
            take_back(row, saved[level])
            continue
        if tried == most:
            return {nothing}, tried
        tried += 1
        take_turn(row, kind, points)
        if row[{phase}] == word({over}):
            found = of_the_end(row, least, no_result)
            take_back(row, saved[level])
        elif level + 1 == turns:
            found = {unknown}
            take_back(row, saved[level])
        else:
            level += 1
            found = {nothing}
            enter(row, level, saved, passes, moves, unblocks, open_yet)
"""


class CompiledPlay:
    """Follows the lines of games under the same rules on the same board; `within_turns` is as in `plain_play`.

    Raises:
        NotCompiled: a clause can't be read as a program.
        ModuleNotFoundError: numba is not installed.
    """

    def __init__(self, game: Game) -> None:
        self._code = GameCode.of(game.rules, game.position.coloring.board.grid, searching_text)

    def within_turns(self, game: Game, aim: Aim, turns: int, most: int) -> PlainAnswer:
        """Follow every line of a game that is not over to so many turns.

        Raises:
            TooLong: more than `most` turns would have to be tried.
        """
        layout = self._code.layout
        passes, open_yet = np.zeros((turns, 1), dtype=np.bool_), np.zeros(turns, dtype=np.bool_)
        saved, moves, unblocks = (
            np.zeros((turns, width), dtype=np.uint64) for width in (layout.head, layout.words, layout.words)
        )
        points = np.zeros(layout.words, dtype=np.uint64)
        found, tried = self._code.functions["search_within"](
            self._code.row(game.record, room=turns + 1),
            float(aim.least),
            int(aim.no_result),
            turns,
            most,
            saved,
            passes,
            moves,
            unblocks,
            open_yet,
            points,
        )
        if found == NOTHING:
            raise TooLong
        return PlainAnswer(int(found), int(tried))


def searching_text(text: GameText) -> str:
    """The functions that search, beside those of a text."""
    places = text.layout.places
    return NEXT_TURN + SEARCHING.format(
        head=text.layout.head,
        outcome=places["outcome"],
        without_result=OUTCOMES[PhaseOutcome.NO_RESULT],
        player=places["player"],
        black=PLAYERS.index(BLACK),
        phase=places["phase"],
        over=PHASES.index(Phase.OVER),
        fails=FAILS,
        succeeds=SUCCEEDS,
        unknown=UNKNOWN,
        nothing=NOTHING,
    )
