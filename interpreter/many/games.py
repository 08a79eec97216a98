"""Many games at once: what a program that trains or tests an engine asks of them, in numpy arrays, and what plays them.

The interpreter plays them one after the other and, once compiled, programs on rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from mmap import mmap
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...spec.algebra import Grid
from ...spec.registry import Decision
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import PASS, Agree, Move, Pass, Phase, Turn, Unblock
from ..game import Game
from ..history import PhaseOutcome
from ..notation import Size, turn_text
from ..program import rows
from ..program.clauses import NotCompiled
from ..program.fields import NOBODY, PLAYERS, registers_of
from ..program.game import OUTCOMES, GameCode, GamePrograms
from ..program.ir import WORD_BITS, words_of
from ..program.machine_code import Compiling, is_available
from ..program.rows import CAPACITY, OVER
from ..result import Score

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
SCORED, WITHOUT_RESULT = OUTCOMES[PhaseOutcome.SCORED], OUTCOMES[PhaseOutcome.NO_RESULT]


def number_of_turns(rules: Rules, grid: Grid) -> int:
    """How many numbers of turns there are: moves, the pass, maybe unblock actions; a `Refusal` with agreements."""
    if any(rules.deciding(Decision.AGREEMENT, phase) for phase in Phase):
        raise Refusal("These rules have a turn that both players take together; games are played one by one with it.")
    has_unblocks = any(rules.deciding(Decision.UNBLOCK, phase) for phase in Phase)
    return grid.size + 1 + (grid.size if has_unblocks else 0)


def flags_of(words: Words, number: int) -> Flags:
    """The first bits of words, of shape (…, words), as flags, of shape (…, number)."""
    octets = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=number, bitorder="little").view(np.bool_)


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
    """The turn of a number."""
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
        """Games under way, and the one that they begin anew with; see `GameCode` and `Kernel` for what is raised."""
        layout, different = code.layout, {id(game): game for game in (first, *games)}
        longest = {key: layout.longest(game.record) for key, game in different.items()}
        most = max(longest.values()) + LEAST_ROOM
        rows = {key: layout.row(game.record, most - longest[key]) for key, game in different.items()}
        for key, game in different.items():
            for name, number in end_of(code.programs, game).items():
                rows[key][layout.places[name]] = number
        begun = np.array(rows[id(first)], dtype=np.uint64)
        every = [rows[id(game)] for game in games]
        return RowBatch(code, begun, np.array(every, dtype=np.uint64).reshape(len(games), len(begun)))

    def __len__(self) -> int:
        return len(self.rows)

    def legal(self) -> Words:
        """See `PlayedBatch`."""
        legal = np.empty((len(self), -(-self._turns // WORD_BITS)), dtype=np.uint64)
        self._functions["legal_turns_of_each"](self.rows, legal, *self._points)
        return legal

    def ask(self, name: str, legal: Words, *further: Any) -> Any:
        """See `PlayedBatch`."""
        return self._functions[name](legal, *further)

    def take(self, turns: Numbers) -> None:
        """See `PlayedBatch`."""
        if self._room == 0:
            self._room = self._room_now() or self._grown()
        self._functions["take_turn_of_each"](self.rows, turns, self._points[0])
        # No turn adds more than one event to a history.
        self._room -= 1

    def _room_now(self) -> int:
        """How many more events every game has room for."""
        lengths = [int(self.numbers(f"{name}_length").max(initial=0)) for name in self._layout.widths]
        return int(self._first[CAPACITY]) - max(lengths, default=0)

    def _grown(self) -> int:
        """Move every game to a row with twice the room."""
        capacity, old = 2 * int(self._first[CAPACITY]), (self._first[None], self.rows)
        width, new = len(self._layout.empty(capacity)), list[Words]()
        for before in old:
            # A part of such a map takes memory when it is first written to; few games are as long as the longest.
            new.append(np.ndarray((len(before), width), np.uint64, mmap(-1, 8 * width * (len(before) + 1))))
            new[-1][:, CAPACITY] = capacity
            self._functions["move_each"](new[-1], before)
        (self._first,), self.rows = new
        return self._room_now()

    def points(self, name: str) -> Words:
        """See `PlayedBatch`."""
        place = self._layout.places[name]
        return self.rows[:, place : place + self._layout.words]

    def numbers(self, name: str) -> Numbers:
        """See `PlayedBatch`."""
        return self.rows[:, self._layout.places[name]].astype(np.int64)

    def scores(self, scored: Numbers) -> tuple[Scores, Numbers]:
        """See `PlayedBatch`."""
        of_those = np.zeros((len(scored), 2)), np.zeros(len(scored), dtype=np.int64)
        self._functions["scores_of_each"](self.rows[scored], *of_those)
        return of_those

    def copied(self) -> RowBatch:
        """See `PlayedBatch`."""
        return RowBatch(self._code, self._first, self.rows.copy())

    def restart(self, anew: Flags) -> None:
        """See `PlayedBatch`."""
        self._functions["restart_each"](self.rows, anew, self._first)


def end_of(programs: GamePrograms, game: Game) -> dict[str, int]:
    """How the last turn of a game ended the phase or the game: by which clause, counted from 1, or 0 for none."""
    outcome = SCORED if isinstance(game.result, Score) else WITHOUT_RESULT if game.over else 0
    return {"outcome": outcome, "ended_by": [None, *programs.clauses].index(game.ended_by)}


def calls_to_compile(code: GameCode) -> dict[str, tuple[Any, ...]]:
    """What the functions that play games in rows are called with, as `Compiling` asks, for no games."""
    rows = np.empty((0, len(code.layout.empty(1))), dtype=np.uint64)
    points, turns = np.empty(code.layout.words, dtype=np.uint64), np.empty(0, dtype=np.int64)
    legal = np.empty((0, -(-number_of_turns(code.rules, code.grid) // WORD_BITS)), dtype=np.uint64)
    return {
        "legal_turns_of_each": (rows, legal, points, points),
        "draw_of_each": (legal, np.empty(0), code.grid.size, True, turns),
        "are_legal": (legal, turns),
        "take_turn_of_each": (rows, turns, points),
        "scores_of_each": (rows, np.empty((0, 2)), turns),
        "move_each": (rows, rows),
        "restart_each": (rows, np.empty(0, dtype=np.bool_), np.array(code.layout.empty(1), dtype=np.uint64)),
    }


@lru_cache(64)
def compiling(code: GameCode) -> Compiling:
    """Another process that compiles what plays games in rows."""
    return Compiling(code.kernel, calls_to_compile(code))


class PlayedBatch:
    """Games that the interpreter plays, one after the other; what is asked has a place for each game."""

    def __init__(self, first: Game, games: list[Game]) -> None:
        self.first, self.games = first, games
        self._grid = first.grid
        self._programs = GamePrograms(first.rules, self._grid)
        self._turns = number_of_turns(first.rules, self._grid)

    def __len__(self) -> int:
        return len(self.games)

    def legal(self) -> Words:
        """The legal turns, a bit of words for each number, of shape (games, words)."""
        turns = {key: game.turns() for key, game in {id(game): game for game in self.games}.items()}
        legal = {key: sum(1 << turn_number(self._grid, turn) for turn in those) for key, those in turns.items()}
        words = -(-self._turns // WORD_BITS)
        return np.array([words_of(legal[id(game)], words) for game in self.games], np.uint64).reshape(len(self), words)

    def ask(self, name: str, legal: Words, *further: Any) -> Any:
        """Ask a function of `rows`, by its name, about legal turns."""
        return getattr(rows, name)(legal.tolist(), *further)

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
        of_each = ({**dict(registers_of(game.record)), **end_of(self._programs, game)} for game in self.games)
        return np.fromiter((int(numbers[name]) for numbers in of_each), dtype=np.int64, count=len(self))

    def scores(self, scored: Numbers) -> tuple[Scores, Numbers]:
        """Of games that were scored, by their numbers, both scores, and the number of the winner, 2 for nobody."""
        results: Any = [self.games[number].result for number in scored]
        winners = [NOBODY if result.winner is None else PLAYERS.index(result.winner) for result in results]
        return np.array([(result.black, result.white) for result in results]), np.array(winners)

    def copied(self) -> PlayedBatch:
        """The same games, to be played on otherwise."""
        return PlayedBatch(self.first, self.games.copy())

    def restart(self, anew: Flags) -> None:
        """Begin some games anew."""
        self.games = [self.first if begins_anew else game for game, begins_anew in zip(self.games, anew, strict=True)]


NO_TURN = -1
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
        return flags_of(self._legal, self.number_of_turns)

    @cached_property
    def _legal(self) -> Words:
        """The same as bits of words, of shape (games, words), until something changes."""
        return self._batch.legal()

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
        if not self._batch.ask("are_legal", self._legal, numbers):
            if numbers.min() < NO_TURN or numbers.max() >= self.number_of_turns:
                raise ValueError(f"Turns are numbered from 0 to {self.number_of_turns - 1}; {NO_TURN} is none.")
            legal = self.legal_turns()[np.arange(len(self)), numbers]
            illegal = np.flatnonzero(~legal & (numbers != NO_TURN)).tolist()
            raise IllegalTurns(illegal, turn_text(self._grid, turn_of(self._grid, int(numbers[illegal[0]]))))
        self._batch.take(numbers)
        vars(self).pop("_legal", None)

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
        turns = np.empty(len(self), dtype=np.int64)
        self._batch.ask("draw_of_each", self._legal, chance.random(len(self)), self.pass_turn, passing, turns)
        return turns

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
        return flags_of(self._batch.points(name), self._grid.size).reshape(len(self), self.height, self.width)

    def ended_by(self) -> list[str | None]:
        """For each game the name of the clause by which its last turn ended the phase or the game, if one did."""
        clauses = [None, *GamePrograms(self.rules, self._grid).clauses]
        return [clauses[number] for number in self._batch.numbers("ended_by")]

    def results(self) -> Results:
        """How the games came out, as far as they are over."""
        outcomes = self._batch.numbers("outcome")
        scored = np.flatnonzero(outcomes == SCORED)
        scores, winners = np.full((len(self), 2), np.nan), np.zeros(len(self), dtype=np.int8)
        if len(scored):
            scores[scored], numbers = self._batch.scores(scored)
            winners[scored] = (numbers + 1) % 3
        return Results(scores, winners, outcomes == WITHOUT_RESULT)

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
        anew = np.array(which)
        if anew.shape != (len(self),) or anew.dtype != np.bool_:
            raise ValueError(f"Say which games begin anew by a bool for each of the {len(self)} games.")
        self._batch.restart(anew)
        vars(self).pop("_legal", None)


def many(rules: str | Rules, size: Size, number: int, compiling: bool = True) -> Games:
    """A number of games from the empty board, under rules and on a board named as for `Game`; see `start_from`.

    Raises:
        TypeError, ValueError: there are no such rules or no such board, or the number is negative.
    """
    return start_from(Game(rules, size), number, compiling)


def start_from(game: Game, number: int, compiling: bool = True) -> Games:
    """A number of games that go on from one game, with all of its past.

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
