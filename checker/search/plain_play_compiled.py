"""Plain search for best play by compiled programs: the same lines in the same order as through the game, but quicker.

One row of words stands for the game at hand, with its whole history; every turn is taken back once what follows it is
known. See `plain_play` for what is searched.
"""

from __future__ import annotations

import numpy as np

from ...interpreter.compiled.game_code import GameCode
from ...interpreter.compiled.game_programs import OUTCOMES
from ...interpreter.compiled.game_text import GameText
from ...interpreter.compiled.registers import PHASES, PLAYERS
from ...interpreter.endings import Outcome
from ...interpreter.game import Game
from ...spec.algebra import BLACK
from ...spec.vocabulary import Phase
from .depth_first import NEXT_TURN
from .plain_play import FAILS, SUCCEEDS, UNKNOWN, Aim, TooLong, Tried

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

    def within_turns(self, game: Game, aim: Aim, turns: int, most: int) -> Tried:
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
        return Tried(int(found), int(tried))


def searching_text(text: GameText) -> str:
    """The functions that search, beside those of a text."""
    places = text.layout.places
    return NEXT_TURN + SEARCHING.format(
        head=text.layout.head,
        outcome=places["outcome"],
        without_result=OUTCOMES[Outcome.NO_RESULT],
        player=places["player"],
        black=PLAYERS.index(BLACK),
        phase=places["phase"],
        over=PHASES.index(Phase.OVER),
        fails=FAILS,
        succeeds=SUCCEEDS,
        unknown=UNKNOWN,
        nothing=NOTHING,
    )
