"""What plays many games: rows of compiled games, or games one by one."""

from __future__ import annotations

import numpy as np

from ...spec.algebra import Grid
from ...spec.vocabulary import Record
from ..endings import PhaseOutcome
from ..game import Game
from ..program.fields import NOBODY, PLAYERS, told
from ..program.game import OUTCOMES
from ..program.game_text import GameCode
from ..program.ir import WORD_BITS, words_of
from ..program.rows import CAPACITY
from ..result import Score
from .batch import SCORED, WITHOUT_RESULT, Flags, Numbers, Scored, Words, has_unblocks, turn_number, turn_of

LEAST_ROOM = 16


class RowBatch:
    """See `Batch`.

    Attributes:
        rows: the rows, of shape (games, words).
    """

    def __init__(self, code: GameCode, grid: Grid, first: Words, rows: Words) -> None:
        self._code, self._grid, self._first, self.rows = code, grid, first, rows
        self._turns = grid.size + 1 + (grid.size if has_unblocks(code.rules) else 0)
        self._layout, self._functions = code.layout, code.kernel.compiled
        self._points = np.empty((2, code.layout.words), dtype=np.uint64)
        self._room = self._room_now()

    @staticmethod
    def of(record: Record, number: int) -> RowBatch:
        """So many games that begin with a record.

        Raises:
            NotCompiled: a clause can't be read as a program.
            ModuleNotFoundError: numba is not installed.
        """
        grid = record.position.coloring.board.grid
        code = GameCode.of(record.rules, grid)
        first = np.array(code.layout.row(record, LEAST_ROOM), dtype=np.uint64)
        return RowBatch(code, grid, first, np.tile(first, (number, 1)))

    def __len__(self) -> int:
        return len(self.rows)

    def legal(self) -> Flags:
        """See `Batch.legal`."""
        legal = np.zeros((len(self), self._turns), dtype=np.bool_)
        self._functions["legal_turns_of_each"](self.rows, legal, *self._points)
        return legal

    def take(self, turns: Numbers) -> None:
        """See `Batch.take`."""
        if self._room == 0:
            self._room = self._room_now() or self._grown()
        self._functions["take_turn_of_each"](self.rows, turns, self._points[0])
        # No turn adds more than one event to a history.
        self._room -= 1

    def _column(self, name: str) -> Words:
        return self.rows[:, self._layout.places[name]]

    def _room_now(self) -> int:
        """How many more events every game has room for."""
        lengths = [int(self._column(f"{name}_length").max(initial=0)) for name in self._layout.widths]
        return int(self._first[CAPACITY]) - max(lengths, default=0)

    def _grown(self) -> int:
        """Move every game to a row with twice the room."""
        old = np.vstack([self._first, self.rows])
        empty = np.array(self._layout.empty(2 * int(self._first[CAPACITY])), dtype=np.uint64)
        rows = np.tile(empty, (len(old), 1))
        self._functions["move_each"](rows, old)
        self._first, self.rows = rows[0], rows[1:]
        return self._room_now()

    def points(self, name: str) -> Words:
        """See `Batch.points`."""
        place = self._layout.places[name]
        return self.rows[:, place : place + self._layout.words]

    def numbers(self, name: str) -> Numbers:
        """See `Batch.numbers`."""
        return self._column(name).astype(np.int64)

    def how_ended(self) -> Numbers:
        """See `Batch.how_ended`."""
        outcomes = self.numbers("outcome")
        found = np.zeros(len(self), dtype=np.int64)
        found[outcomes == OUTCOMES[PhaseOutcome.SCORED]] = SCORED
        found[outcomes == OUTCOMES[PhaseOutcome.NO_RESULT]] = WITHOUT_RESULT
        return found

    def results(self) -> Scored:
        """See `Batch.results`."""
        found = Scored(np.zeros((len(self), 2)), np.zeros(len(self), dtype=np.int64))
        scored = np.flatnonzero(self.how_ended() == SCORED)
        if len(scored):
            some = Scored(np.zeros((len(scored), 2)), np.zeros(len(scored), dtype=np.int64))
            self._functions["scores_of_each"](self.rows[scored], *some)
            found.scores[scored], found.winners[scored] = some
        return found

    def copied(self) -> RowBatch:
        """See `Batch.copied`."""
        return RowBatch(self._code, self._grid, self._first, self.rows.copy())

    def restart(self, which: Flags) -> None:
        """See `Batch.restart`."""
        self.rows[which] = self._first


class PlayedBatch:
    """See `Batch`.

    Attributes:
        games: the games.
    """

    def __init__(self, first: Game, games: list[Game], clauses: tuple[str, ...], turns: int) -> None:
        self._first, self.games, self._clauses, self._turns = first, games, clauses, turns
        self._grid = first.position.coloring.board.grid

    def __len__(self) -> int:
        return len(self.games)

    def legal(self) -> Flags:
        """See `Batch.legal`."""
        legal = np.zeros((len(self), self._turns), dtype=np.bool_)
        for number, game in enumerate(self.games):
            legal[number, [turn_number(self._grid, turn) for turn in game.turns()]] = True
        return legal

    def take(self, turns: Numbers) -> None:
        """See `Batch.take`."""
        for number, turn in enumerate(turns.tolist()):
            if turn >= 0:
                self.games[number] = self.games[number].taking(turn_of(self._grid, turn))

    def points(self, name: str) -> Words:
        """See `Batch.points`."""
        words = -(-self._grid.size // WORD_BITS)
        found = [words_of(dict(told(game.record))[name], words) for game in self.games]
        return np.array(found, dtype=np.uint64).reshape(len(self), words)

    def numbers(self, name: str) -> Numbers:
        """See `Batch.numbers`."""
        if name == "ended_by":
            found = [self._clauses.index(game.ended_by) + 1 if game.ended_by else 0 for game in self.games]
        else:
            found = [int(dict(told(game.record))[name]) for game in self.games]
        return np.array(found, dtype=np.int64)

    def how_ended(self) -> Numbers:
        """See `Batch.how_ended`."""
        ways = [SCORED if isinstance(game.result, Score) else WITHOUT_RESULT * game.over for game in self.games]
        return np.array(ways, dtype=np.int64)

    def results(self) -> Scored:
        """See `Batch.results`."""
        found = Scored(np.zeros((len(self), 2)), np.zeros(len(self), dtype=np.int64))
        for number, result in enumerate(game.result for game in self.games):
            if isinstance(result, Score):
                found.scores[number] = result.black, result.white
                found.winners[number] = NOBODY if result.winner is None else PLAYERS.index(result.winner)
        return found

    def copied(self) -> PlayedBatch:
        """See `Batch.copied`."""
        return PlayedBatch(self._first, self.games.copy(), self._clauses, self._turns)

    def restart(self, which: Flags) -> None:
        """See `Batch.restart`."""
        self.games = [self._first if anew else game for game, anew in zip(self.games, which, strict=True)]
