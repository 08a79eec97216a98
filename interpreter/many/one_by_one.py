"""A batch of games played one after the other by the interpreter, where nothing can be compiled."""

from __future__ import annotations

import numpy as np

from ...spec.algebra.emitting.program import WORD_BITS, words_of
from ..compiled.registers import NOBODY, PLAYERS, told
from ..game import Game
from ..result import Score
from .batch import SCORED, WITHOUT_RESULT, Flags, Numbers, Scored, Scores, Words, turn_number, turn_of


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

    def drawn(self, legal: Flags, chance: Scores) -> Numbers:
        """See `Batch.drawn`."""
        places = [np.flatnonzero(turns) for turns in legal]
        some = [int(of[int(part * len(of))]) if len(of) else -1 for of, part in zip(places, chance, strict=True)]
        return np.array(some, dtype=np.int64)

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
