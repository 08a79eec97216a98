"""Many games at once: what a program that trains or tests an engine asks of them, in numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..game import Game
from ..notation import Size, turn_text
from ..program.clauses import NotCompiled
from ..program.game import GameCode, GamePrograms
from ..program.machine_code import is_available
from .batch import (
    SCORED,
    WITHOUT_RESULT,
    Flags,
    Numbers,
    PlayedBatch,
    RowBatch,
    compiling,
    number_of_turns,
    turn_of,
)

NO_TURN = -1
OVER = 3
Colors = npt.NDArray[np.int8]


class IllegalTurns(ValueError):
    """Turns that are not legal; no turn of the batch was taken.

    Attributes:
        games: the numbers of the games in which they were asked for.
    """

    def __init__(self, games: Sequence[int], first: str) -> None:
        more = f", nor are such turns in {len(games) - 1} other games" if len(games) > 1 else ""
        super().__init__(f"In game {games[0]}, {first} is not legal{more}; `Game.judge` tells which clause forbids it.")
        self.games = tuple(games)


class Results(NamedTuple):
    """How games came out, with a place for each game.

    Attributes:
        scores: float64, of shape (games, 2): Black's and White's score; NaN where a game was not scored.
        winners: int8, of shape (games,): 1 for Black, 2 for White, 0 for nobody, or where a game was not scored.
        no_result: bool, of shape (games,): whether a game ended without result.
    """

    scores: npt.NDArray[np.float64]
    winners: Colors
    no_result: Flags


class Games:
    """Games under the same rules on the same board, all at the start of a turn; playing changes them.

    In arrays, games go by their numbers from 0, and turns by numbers, too: a move by its point, row by row from the top
    left (`row * width + column`); then the pass, `width * height`; and after it, where the rules have unblock actions,
    the stones whose mark they remove, again row by row.

    The clauses in force decide, amended or not, with all of the past. Where the extra `fast` is installed and they can
    be, they are compiled, in another process, which takes seconds for the first time; until then, and elsewhere, the
    interpreter plays the games one after the other, to the same results, which takes a thousand times as long.

    Attributes:
        rules: the rules in force.
        width: the columns of the board.
        height: its rows.
        number_of_turns: how many numbers of turns there are.
        pass_turn: the number of the pass.
        is_compiled: whether compiled clauses play by now.
    """

    def __init__(self, rules: Rules, grid: Grid, batch: PlayedBatch | RowBatch, code: GameCode | None) -> None:
        self.rules, self.width, self.height = rules, grid.width, grid.height
        self.pass_turn = grid.size
        self.number_of_turns = number_of_turns(rules, grid)
        self._grid, self._now, self._code = grid, batch, code
        self._compiling = None if code is None else compiling(code)
        self._legal: Flags | None = None

    @property
    def _batch(self) -> PlayedBatch | RowBatch:
        """What plays the games now: rows, once the clauses are compiled."""
        if isinstance(self._now, PlayedBatch) and self._code and self._compiling and self._compiling.is_done:
            self._now = RowBatch.of(self._code, self._now.first, self._now.games)
        return self._now

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._batch)

    @property
    def is_compiled(self) -> bool:
        """See the attributes of the class."""
        return isinstance(self._batch, RowBatch)

    def wait_until_compiled(self) -> bool:
        """Wait until the clauses are compiled, if they can be, and say whether they are."""
        if self._compiling is not None:
            self._compiling.wait()
        return self.is_compiled

    def legal_turns(self) -> Flags:
        """Which turns are legal: bool, of shape (games, number_of_turns); none once a game is over."""
        if self._legal is None:
            self._legal = self._batch.legal()
            self._legal.flags.writeable = False
        return self._legal

    def play(self, turns: npt.ArrayLike) -> None:
        """Take a turn in each game.

        Args:
            turns: whole numbers, of shape (games,); -1 for no turn, as where a game is over.

        Raises:
            IllegalTurns: a turn is not legal; then none is taken.
            ValueError: they are not whole numbers, one for each game, or there is no such turn.
        """
        chosen = np.asarray(turns)
        if chosen.shape != (len(self),) or (chosen.dtype.kind not in "iu" and chosen.size):
            raise ValueError(f"Turns are whole numbers, one for each of the {len(self)} games.")
        numbers = chosen.astype(np.int64)
        if numbers.size and not (numbers.min() >= NO_TURN and numbers.max() < self.number_of_turns):
            raise ValueError(f"Turns are numbered from 0 to {self.number_of_turns - 1}; {NO_TURN} is none.")
        legal = self.legal_turns()[np.arange(len(self)), numbers] | (numbers == NO_TURN)
        if not legal.all():
            illegal = np.flatnonzero(~legal).tolist()
            raise IllegalTurns(illegal, turn_text(self._grid, turn_of(self._grid, int(numbers[illegal[0]]))))
        if (numbers >= 0).any():
            self._batch.take(numbers)
        self._legal = None

    def random_turns(self, chance: np.random.Generator, passing: bool = True) -> Numbers:
        """A legal turn of each game, each as likely: int64, of shape (games,), for `play`; -1 where a game is over.

        Args:
            chance: what draws the turns.
            passing: whether passes are drawn, too; otherwise a game passes only where there is nothing else to do.

        >>> games = many("tromp-taylor", 2, number=3)
        >>> games.play(games.random_turns(np.random.default_rng(0)))
        >>> games.turns_taken.tolist()
        [1, 1, 1]
        """
        return self._batch.drawn(self.legal_turns(), chance.random(len(self)), passing)

    @property
    def over(self) -> Flags:
        """Whether each game is over: bool, of shape (games,)."""
        over: Flags = self._batch.numbers("phase") == OVER
        return over

    @property
    def phases(self) -> Colors:
        """The phase of each game: int8, of shape (games,); 0 the main phase, 1 and 2 those of cleanup, 3 over."""
        return self._batch.numbers("phase").astype(np.int8)

    @property
    def players(self) -> Colors:
        """Who takes the next turn: int8, of shape (games,); 1 for Black, 2 for White."""
        return (self._batch.numbers("player") + 1).astype(np.int8)

    @property
    def turns_taken(self) -> Numbers:
        """How many turns were taken in each game: int64, of shape (games,)."""
        return self._batch.numbers("turn")

    @property
    def captures(self) -> Numbers:
        """How many points of each color were emptied: int64, of shape (games, 2), black ones first."""
        return np.stack([self._batch.numbers(f"captures_of_{color}") for color in ("black", "white")], axis=1)

    @property
    def boards(self) -> Colors:
        """What stands: int8, of shape (games, height, width); 0 for an empty point, 1 for black, 2 for white."""
        black, white = (self._points(color).astype(np.int8) for color in ("black", "white"))
        return black + 2 * white

    @property
    def marks(self) -> Flags:
        """Which points are marked in cleanup: bool, of shape (games, height, width)."""
        return self._points("marks")

    def _points(self, name: str) -> Flags:
        octets = np.ascontiguousarray(self._batch.points(name).astype("<u8")).view(np.uint8)
        bits = np.unpackbits(octets, axis=1, count=self._grid.size, bitorder="little")
        return bits.astype(np.bool_).reshape(len(self), self.height, self.width)

    def ended_by(self) -> list[str | None]:
        """For each game the name of the clause by which its last turn ended the phase or the game, if one did."""
        clauses = [None, *GamePrograms(self.rules, self._grid).clauses]
        return [clauses[number] for number in self._batch.numbers("ended_by")]

    def results(self) -> Results:
        """How the games came out, as far as they are over."""
        ways = self._batch.how_ended()
        scored, (scores, winners) = ways == SCORED, self._batch.results()
        known_scores = np.where(scored[:, np.newaxis], scores, np.nan)
        return Results(known_scores, np.where(scored, (winners + 1) % 3, 0).astype(np.int8), ways == WITHOUT_RESULT)

    def copy(self) -> Games:
        """The same games, to be played on otherwise."""
        return Games(self.rules, self._grid, self._batch.copied(), self._code)

    def restart(self, which: npt.ArrayLike) -> None:
        """Begin some games anew, such as those that are over.

        Args:
            which: bool, of shape (games,).

        Raises:
            ValueError: it is not.
        """
        anew = np.asarray(which)
        if anew.shape != (len(self),) or anew.dtype != np.bool_:
            raise ValueError(f"Say which games begin anew by a bool for each of the {len(self)} games.")
        self._batch.restart(anew)
        self._legal = None


def many(rules: str | Rules, size: Size, number: int, compiling: bool = True) -> Games:
    """A number of games from the empty board, under rules and on a board named as for `Game`; see `start_from`.

    Raises:
        TypeError, ValueError: there are no such rules or no such board, or the number is negative.
    """
    return start_from(Game(rules, size), number, compiling)


def start_from(game: Game, number: int, compiling: bool = True) -> Games:
    """So many games that go on from one game, with all of its past.

    Args:
        game: the game.
        number: how many.
        compiling: whether to compile the rules, if they can be; for a few games that takes longer than to play them.

    Raises:
        ValueError: the game is over, or the number is negative.
    """
    if game.over:
        raise ValueError("The game is over; games can go on from one that is not.")
    if number < 0:
        raise ValueError("Games are counted from 0 up.")
    code = _compiled_for(game) if compiling else None
    return Games(game.rules, game.grid, PlayedBatch(game, [game] * number), code)


def _compiled_for(game: Game) -> GameCode | None:
    """What is compiled to go on from a game; None where nothing can be."""
    if not is_available():
        return None
    code = GameCode.of(game.rules, game.grid)
    try:
        code.layout.row(game.record, room=1)
        compiling(code)
    except NotCompiled:
        return None
    return code
