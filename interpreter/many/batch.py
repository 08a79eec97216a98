"""Batches of games, and what plays them: the interpreter, one after the other, and, once compiled, programs on rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Agree, Move, Pass, Phase, Turn, Unblock
from ..endings import PhaseOutcome
from ..game import Game
from ..program.fields import NOBODY, PLAYERS, registers_of
from ..program.game import OUTCOMES, GameCode, GamePrograms
from ..program.ir import WORD_BITS, words_of
from ..program.machine_code import Compiling
from ..program.rows import CAPACITY, draw_of_each
from ..result import Score

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
SCORED, WITHOUT_RESULT = 1, 2


class Scored(NamedTuple):
    """How games came out that were scored.

    Attributes:
        scores: of shape (games, 2), Black's and White's; without meaning where a game was not scored.
        winners: of shape (games,), by the number of the player, 2 for nobody; without meaning likewise.
    """

    scores: Scores
    winners: Numbers


def number_of_turns(rules: Rules, grid: Grid) -> int:
    """How many numbers of turns there are: moves, the pass, and, where there are any in some phase, unblock actions.

    Raises:
        ValueError: there is a turn that both players take together.
    """
    if any(rules.deciding(Decision.AGREEMENT, phase) for phase in Phase):
        raise Refusal("These rules have a turn that both players take together; games are played one by one with it.")
    has_unblocks = any(rules.deciding(Decision.UNBLOCK, phase) for phase in Phase)
    return grid.size + 1 + (grid.size if has_unblocks else 0)


def turn_number(grid: Grid, turn: Turn) -> int:
    """The number by which a turn goes in arrays: a move by its point, row by row; then the pass; then unblock actions.

    >>> turn_number(Grid(3, 3), Move(0b1000)), turn_number(Grid(3, 3), PASS), turn_number(Grid(3, 3), Unblock(1))
    (3, 9, 10)
    """
    match turn:
        case Pass():
            return grid.size
        case Move(point):
            return point.bit_length() - 1
        case Unblock(stone):
            return grid.size + stone.bit_length()
        case Agree():
            raise Refusal("A turn that both players take together has no number.")


def turn_of(grid: Grid, number: int) -> Turn:
    """The turn of a number.

    >>> turn_of(Grid(3, 3), 3)
    Move(point=8)
    """
    if number == grid.size:
        return PASS
    return Move(1 << number) if number < grid.size else Unblock(1 << number - grid.size - 1)


LEAST_ROOM = 16


class RowBatch:
    """Games in rows, which compiled functions play; see `PlayedBatch` for what they are asked.

    Attributes:
        rows: the rows, of shape (games, words).
    """

    def __init__(self, code: GameCode, first: Words, rows: Words) -> None:
        self._code, self._first, self.rows = code, first, rows
        self._turns = number_of_turns(code.rules, code.grid)
        self._layout, self._functions = code.layout, code.kernel.compiled
        self._points = np.empty((2, code.layout.words), dtype=np.uint64)
        self._room = self._room_now()

    @staticmethod
    def of(code: GameCode, first: Game, games: Sequence[Game]) -> RowBatch:
        """Games under way, and the one that they begin anew with.

        Raises:
            NotCompiled: a clause can't be read as a program.
            ModuleNotFoundError: numba is not installed.
        """
        layout, different = code.layout, {id(game): game for game in (first, *games)}
        longest = {key: layout.longest(game.record) for key, game in different.items()}
        most = max(longest.values()) + LEAST_ROOM
        rows = {key: _row_of(code, game, most - longest[key]) for key, game in different.items()}
        begun = np.array(rows[id(first)], dtype=np.uint64)
        every = [rows[id(game)] for game in games]
        return RowBatch(code, begun, np.array(every, dtype=np.uint64).reshape(len(games), len(begun)))

    def __len__(self) -> int:
        return len(self.rows)

    def legal(self) -> Flags:
        """See `PlayedBatch`."""
        legal = np.zeros((len(self), self._turns), dtype=np.bool_)
        self._functions["legal_turns_of_each"](self.rows, legal, *self._points)
        return legal

    def drawn(self, legal: Flags, chances: Scores, passing: bool) -> Numbers:
        """See `PlayedBatch`."""
        turns = np.empty(len(self), dtype=np.int64)
        self._functions["draw_of_each"](legal, chances, self._code.grid.size, passing, turns)
        return turns

    def take(self, turns: Numbers) -> None:
        """See `PlayedBatch`."""
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
        """See `PlayedBatch`."""
        place = self._layout.places[name]
        return self.rows[:, place : place + self._layout.words]

    def numbers(self, name: str) -> Numbers:
        """See `PlayedBatch`."""
        return self._column(name).astype(np.int64)

    def how_ended(self) -> Numbers:
        """See `PlayedBatch`."""
        outcomes = self.numbers("outcome")
        ways = np.zeros(len(self), dtype=np.int64)
        ways[outcomes == OUTCOMES[PhaseOutcome.SCORED]] = SCORED
        ways[outcomes == OUTCOMES[PhaseOutcome.NO_RESULT]] = WITHOUT_RESULT
        return ways

    def results(self) -> Scored:
        """See `PlayedBatch`."""
        results = Scored(np.zeros((len(self), 2)), np.zeros(len(self), dtype=np.int64))
        scored = np.flatnonzero(self.how_ended() == SCORED)
        if len(scored):
            scored_results = Scored(np.zeros((len(scored), 2)), np.zeros(len(scored), dtype=np.int64))
            self._functions["scores_of_each"](self.rows[scored], *scored_results)
            results.scores[scored], results.winners[scored] = scored_results
        return results

    def copied(self) -> RowBatch:
        """See `PlayedBatch`."""
        return RowBatch(self._code, self._first, self.rows.copy())

    def restart(self, anew: Flags) -> None:
        """See `PlayedBatch`."""
        self.rows[anew] = self._first


def _row_of(code: GameCode, game: Game, room: int) -> list[int]:
    row, places = code.layout.row(game.record, room), code.layout.places
    row[places["ended_by"]] = ended_by(code.programs, game)
    if game.over:
        outcome = PhaseOutcome.SCORED if isinstance(game.result, Score) else PhaseOutcome.NO_RESULT
        row[places["outcome"]] = OUTCOMES[outcome]
    return row


def ended_by(programs: GamePrograms, game: Game) -> int:
    """The number of the clause by which the last turn of a game ended the phase or the game, from 1; 0 for none."""
    return [None, *programs.clauses].index(game.ended_by)


def calls_to_compile(code: GameCode) -> dict[str, tuple[Any, ...]]:
    """What the functions that play games in rows are called with, as `Compiling` asks, for no games."""
    rows = np.empty((0, len(code.layout.empty(1))), dtype=np.uint64)
    points, turns = np.empty(code.layout.words, dtype=np.uint64), np.empty(0, dtype=np.int64)
    legal = np.empty((0, number_of_turns(code.rules, code.grid)), dtype=np.bool_)
    read_only = legal.copy()
    read_only.flags.writeable = False
    return {
        "legal_turns_of_each": (rows, legal, points, points),
        "draw_of_each": (read_only, np.empty(0), code.grid.size, True, turns),
        "take_turn_of_each": (rows, turns, points),
        "scores_of_each": (rows, np.empty((0, 2)), turns),
        "move_each": (rows, rows),
    }


@lru_cache(64)
def compiling(code: GameCode) -> Compiling:
    """Another process that compiles what plays games in rows."""
    return Compiling(code.kernel, calls_to_compile(code))


class PlayedBatch:
    """Games that the interpreter plays, one after the other; what is asked has a place for each game.

    Attributes:
        games: the games.
    """

    def __init__(self, first: Game, games: list[Game]) -> None:
        self.first, self.games = first, games
        self._grid = first.grid
        self._programs = GamePrograms(first.rules, self._grid)
        self._turns = number_of_turns(first.rules, self._grid)

    def __len__(self) -> int:
        return len(self.games)

    def legal(self) -> Flags:
        """The legal turns, of shape (games, turns)."""
        legal = np.zeros((len(self), self._turns), dtype=np.bool_)
        known: dict[int, Flags] = {}
        for number, game in enumerate(self.games):
            if id(game) not in known:
                legal[number, [turn_number(self._grid, turn) for turn in game.turns()]] = True
                known[id(game)] = legal[number]
            legal[number] = known[id(game)]
        return legal

    def drawn(self, legal: Flags, chances: Scores, passing: bool) -> Numbers:
        """Turns that are drawn by chances from 0 to less than 1; see `draw_of_each`."""
        turns = [0] * len(self)
        draw_of_each(legal.tolist(), chances.tolist(), self._grid.size, passing, turns)
        return np.array(turns, dtype=np.int64)

    def take(self, turns: Numbers) -> None:
        """Take a legal turn in each game, none where the number is negative."""
        for number, turn in enumerate(turns.tolist()):
            if turn >= 0:
                self.games[number] = self.games[number].taking(turn_of(self._grid, turn))

    def points(self, name: str) -> Words:
        """The sets of points that are called `black`, `white` or `marks`, of shape (games, words)."""
        words = -(-self._grid.size // WORD_BITS)
        rows = [words_of(dict(registers_of(game.record))[name], words) for game in self.games]
        return np.array(rows, dtype=np.uint64).reshape(len(self), words)

    def numbers(self, name: str) -> Numbers:
        """The numbers that are called `player`, `phase`, `turn`, `ended_by`, `captures_of_black` and the like."""
        if name == "ended_by":
            numbers = [ended_by(self._programs, game) for game in self.games]
        else:
            numbers = [int(dict(registers_of(game.record))[name]) for game in self.games]
        return np.array(numbers, dtype=np.int64)

    def how_ended(self) -> Numbers:
        """0 where a game goes on, `SCORED` or `WITHOUT_RESULT`."""
        ways = [SCORED if isinstance(game.result, Score) else WITHOUT_RESULT * game.over for game in self.games]
        return np.array(ways, dtype=np.int64)

    def results(self) -> Scored:
        """How the games came out that were scored."""
        results = Scored(np.zeros((len(self), 2)), np.zeros(len(self), dtype=np.int64))
        for number, result in enumerate(game.result for game in self.games):
            if isinstance(result, Score):
                results.scores[number] = result.black, result.white
                results.winners[number] = NOBODY if result.winner is None else PLAYERS.index(result.winner)
        return results

    def copied(self) -> PlayedBatch:
        """The same games, to be played on otherwise."""
        return PlayedBatch(self.first, self.games.copy())

    def restart(self, anew: Flags) -> None:
        """Begin some games anew."""
        self.games = [self.first if begins_anew else game for game, begins_anew in zip(self.games, anew, strict=True)]
