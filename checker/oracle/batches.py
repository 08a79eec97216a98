"""Engines that play many games at once and tell of them in numpy arrays, and random games in batches against them.

What arrays hold is what `superko.interpreter.many` has: turns by their numbers, and for each aspect an array with a
place for each game first.

    OVER: bool, of shape (games,).
    PHASE: whole numbers, of shape (games,): 0 the main phase, 1 and 2 those of cleanup, 3 over.
    PLAYER: whole numbers, of shape (games,): 1 for Black, 2 for White.
    BOARD: whole numbers, of shape (games, height, width): 0 for an empty point, 1 for black, 2 for white.
    BLOCKED, LEGAL, UNBLOCK: bool, of shape (games, height, width).
    CAPTURES: whole numbers, of shape (games, 2), Black's first.
    ENDING: bool, of shape (games,): whether a game that is over ended without result.
    SCORES: numbers, of shape (games, 2); MARGIN: of shape (games,).
    WINNER: whole numbers, of shape (games,): 1 for Black, 2 for White, 0 for a draw.

Alone, such an engine is like any other. Where something differs in a game of a batch, that game is played again, alone,
and told of as any other; so what is met here is shrunk and named in the ordinary way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import cycle
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ...interpreter.game import Game
from ...interpreter.many import Games, many
from ...interpreter.many.batch import turn_number, turn_of
from ...interpreter.notation import parse_turn, turn_text, vertices
from ...spec.algebra import Grid
from .disagreement import breakdown
from .engine import (
    ASKED_AFTER_THE_END,
    ASKED_OF_EVERY_GAME,
    Aspect,
    Breakage,
    Engine,
    EngineBroke,
    Introduction,
    Observation,
    Setting,
    TurnRefused,
    Unsupported,
    Value,
)
from .engines.process import SECONDS_TO_REPLY
from .engines.python_engine import METHODS, PythonEngine
from .games import GamesPlayed, Judged, Met
from .trial import Harness, following, trial

_Flags = npt.NDArray[np.bool_]
Arrays: TypeAlias = Mapping[Aspect, npt.NDArray[Any]]
_PHASES = ("main", "cleanup1", "cleanup2", "over")
_COLORS = ("draw", "B", "W")
_MARKS = np.array([*".XO"])
CAN_BE_ASKED = frozenset(Aspect) - {Aspect.ANSWER, Aspect.PASS_ENDS_PHASE}


class EngineBatch(Protocol):
    """A program that plays many games at once. Every method may raise what those of an `Engine` raise."""

    def introduction(self) -> Introduction:
        """What it is and what it can be asked; whether a pass would end the phase can't be."""
        ...

    def start(self, setting: Setting, number: int) -> None:
        """Start so many games, dropping the last ones."""
        ...

    def play(self, turns: npt.NDArray[np.int64]) -> None:
        """Take a turn in each game; -1 for none, as where it is over."""
        ...

    def observe(self) -> Arrays:
        """What it says of the games; what it says of an aspect that does not count is ignored."""
        ...

    def close(self) -> None:
        """End it."""
        ...


class BatchOfOne(Engine):
    """A batch engine that plays one game, as any engine does.

    Attributes:
        batch: the batch engine.

    Raises:
        Unsupported: what was made is no batch engine.
    """

    def __init__(self, made: Any) -> None:
        missing = [name for name in METHODS if not callable(getattr(made, name, None))]
        if missing:
            raise Unsupported(f"What the factory makes, {type(made).__name__}, lacks the methods {', '.join(missing)}.")
        self.batch: EngineBatch = made
        self._grid = Grid(1, 1)

    def introduction(self) -> Introduction:
        return self.batch.introduction()

    def start(self, setting: Setting) -> None:
        self._grid = setting.grid
        self.batch.start(setting, 1)

    def play(self, turns: Sequence[str]) -> None:
        for text in turns:
            number = turn_number(self._grid, parse_turn(self._grid, text))
            self.batch.play(np.array([number], dtype=np.int64))

    def observe(self) -> Observation:
        return observation_of({aspect: array[0] for aspect, array in self.batch.observe().items()}, self._grid)

    def close(self) -> None:
        self.batch.close()


def observation_of(said: Mapping[Aspect, Any], grid: Grid) -> Observation:
    """What a batch engine says of one game, in the terms of other engines.

    >>> observed = observation_of({Aspect.OVER: False, Aspect.LEGAL: np.array([[True, False]])}, Grid(2, 1))
    >>> sorted(observed[Aspect.LEGAL])
    ['A1']
    """
    over = bool(said.get(Aspect.OVER, False))
    asked = ASKED_OF_EVERY_GAME | ASKED_AFTER_THE_END if over else CAN_BE_ASKED - ASKED_AFTER_THE_END
    if Aspect.ENDING in said and bool(said[Aspect.ENDING]):
        asked = asked - {Aspect.SCORES, Aspect.MARGIN, Aspect.WINNER}
    return {aspect: _VALUES[aspect](value, grid) for aspect, value in said.items() if aspect in asked}


def _points(said: Any, grid: Grid) -> Value:
    return frozenset(vertices(grid, sum(1 << point for point in np.flatnonzero(np.asarray(said)).tolist())))


def _numbers(said: Any, _: Grid) -> Value:
    return tuple(float(part) for part in said)


_VALUES: Mapping[Aspect, Callable[[Any, Grid], Value]] = {
    Aspect.OVER: lambda said, _: bool(said),
    Aspect.PHASE: lambda said, _: _PHASES[int(said)],
    Aspect.PLAYER: lambda said, _: _COLORS[int(said)],
    Aspect.WINNER: lambda said, _: _COLORS[int(said)],
    Aspect.BOARD: lambda said, _: "/".join("".join(row) for row in _MARKS[np.asarray(said)]),
    Aspect.BLOCKED: _points,
    Aspect.LEGAL: _points,
    Aspect.UNBLOCK: _points,
    Aspect.ENDING: lambda said, _: "no-result" if said else "score",
    Aspect.MARGIN: lambda said, _: float(said),
    Aspect.CAPTURES: _numbers,
    Aspect.SCORES: _numbers,
}


class BatchEngine(PythonEngine):
    """A batch engine, whose methods are called in a thread of their own; see `PythonEngine`."""

    def __init__(self, factory: Callable[[], object], timeout: float = SECONDS_TO_REPLY) -> None:
        super().__init__(lambda: BatchOfOne(factory()), timeout)

    @property
    def _batch(self) -> EngineBatch:
        assert isinstance(self._engine, BatchOfOne)
        return self._engine.batch

    def start_many(self, setting: Setting, number: int) -> None:
        """Start so many games at once."""
        self._call(f"start {number} games, {setting}", lambda: self._batch.start(setting, number))

    def play_many(self, turns: npt.NDArray[np.int64]) -> None:
        """Take a turn in each game."""
        self._call("play in every game", lambda: self._batch.play(turns))

    def observe_many(self) -> Arrays:
        """What it says of the games."""
        return self._call("observe every game", self._batch.observe)


def observations_of(games: Games) -> Arrays:
    """All that a batch engine can be asked of games.

    >>> from superko.spec.rules import Rules
    >>> observations_of(many(Rules(), 2, 1))[Aspect.LEGAL].tolist()
    [[[True, True], [True, True]]]
    """
    legal, results = games.legal_turns(), games.results()
    sides = (len(games), games.height, games.width)
    no_unblocks = np.zeros((len(games), games.pass_turn), dtype=np.bool_)
    unblocks = legal[:, games.pass_turn + 1 :] if games.number_of_turns > games.pass_turn + 1 else no_unblocks
    return {
        Aspect.OVER: games.over,
        Aspect.PHASE: games.phases,
        Aspect.BOARD: games.boards,
        Aspect.CAPTURES: games.captures,
        Aspect.PLAYER: games.players,
        Aspect.BLOCKED: games.marks,
        Aspect.LEGAL: legal[:, : games.pass_turn].reshape(sides),
        Aspect.UNBLOCK: unblocks.reshape(sides),
        Aspect.ENDING: results.no_result,
        Aspect.SCORES: results.scores,
        Aspect.MARGIN: results.scores[:, 0] - results.scores[:, 1],
        Aspect.WINNER: results.winners,
    }


class ComparedArrays(NamedTuple):
    """What an aspect comes to in many games.

    Attributes:
        asked: in which games it was compared.
        differs: in which of these it differs.
    """

    asked: _Flags
    differs: _Flags


def _compared(said: Arrays, expected: Arrays, played: _Flags) -> dict[Aspect, ComparedArrays]:
    """Where what an engine says of games differs from what the rules say, for each aspect where it is of account.

    Args:
        said: what the engine says.
        expected: what the rules say.
        played: which games are looked at, such as those in which a turn was taken.

    >>> engine, board, both = np.array([[[0]], [[1]]]), np.array([[[0]], [[0]]]), np.ones(2, dtype=bool)
    >>> expected = {Aspect.BOARD: board, Aspect.OVER: ~both, Aspect.ENDING: ~both}
    >>> by_aspect = _compared({Aspect.BOARD: engine}, expected, both)
    >>> by_aspect[Aspect.BOARD].differs.tolist()
    [False, True]
    """
    over, without_result = expected[Aspect.OVER], expected[Aspect.ENDING]
    by_aspect = {}
    for aspect in said.keys() & expected.keys():
        differs = (np.asarray(said[aspect]) != expected[aspect]).reshape(len(played), -1).any(axis=1)
        if aspect in ASKED_OF_EVERY_GAME:
            asked = played
        elif aspect in ASKED_AFTER_THE_END:
            asked = played & over if aspect is Aspect.ENDING else played & over & ~without_result
        else:
            asked = played & ~over
        by_aspect[aspect] = ComparedArrays(asked, asked & differs)
    return by_aspect


def differing_games(harness: Harness, said: Arrays, expected: Arrays, played: _Flags) -> list[int]:
    """The numbers of the games in which the engine says otherwise than the rules do, counted as compared."""
    by_aspect = _compared(
        {aspect: array for aspect, array in said.items() if aspect in harness.asked}, expected, played
    )
    # To compare many takes about as long as to compare one game by itself.
    harness.count(int(played.sum()), 1, {aspect: int(arrays.asked.sum()) for aspect, arrays in by_aspect.items()})
    differs = np.any([arrays.differs for arrays in by_aspect.values()], axis=0) if by_aspect else np.zeros_like(played)
    numbers: list[int] = np.flatnonzero(differs).tolist()
    return numbers


SIDES_IN_BATCHES = ((5, 5), (9, 9))
GAMES_AT_ONCE = 512
GAMES_ONE_BY_ONE = 8
_TURNS_FOR_EACH_POINT = 3
_LIKELY_PASSES = (0.0, 0.02, 0.3)
_MOST_LOOKED_AT = 32
MOST_PLAYED_AGAIN = 4
ONLY_AMONG_OTHERS = "It says otherwise of this game among others than of the same game alone."

Chance: TypeAlias = np.random.Generator
_Numbers: TypeAlias = npt.NDArray[np.int64]


def games_in_batches(
    harness: Harness,
    by: Judged,
    chance: Random,
    plays: Introduction,
    grids: Sequence[Grid],
    go_on: Callable[[], bool],
    compiling: bool = True,
) -> Iterator[Met]:
    """Random games, many at once, on boards that the engine plays on, as long as there is time.

    Args:
        harness: the harness that runs the engine.
        by: the rules.
        chance: where chance comes from.
        plays: what the engine can play.
        grids: the boards, or none for the usual ones.
        go_on: asked before every turn.
        compiling: whether there is time to compile the rules; otherwise a few games are played one by one.
    """
    usual = [Grid(*sides) for sides in SIDES_IN_BATCHES]
    for grid in cycle([grid for grid in grids or usual if plays.plays_on(grid)]):
        engine = harness.running()
        if not isinstance(engine, BatchEngine) or not go_on():
            return
        games = many(by.rules, grid, GAMES_AT_ONCE if compiling else GAMES_ONE_BY_ONE, compiling)
        if compiling and not games.wait_until_compiled():
            games = many(by.rules, grid, GAMES_ONE_BY_ONE)
        drawn = np.random.default_rng(chance.randrange(1 << 32))
        differing, taken, broke = _played(harness, engine, by, games, drawn, go_on)
        yield from _again(harness, by, grid, [taken[number] for number in differing], broke)
        yield GamesPlayed(f"games in batches on {grid}", len(games), random_on=str(grid))


def _played(
    harness: Harness,
    engine: BatchEngine,
    by: Judged,
    games: Games,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[list[int], list[list[int]], EngineBroke]:
    """Play a batch on both sides until something differs: in which games, the turns of each, how it broke."""
    taken: list[_Numbers] = []
    likely_pass = chance.choice(_LIKELY_PASSES)
    differing, broke = list[int](), EngineBroke(Breakage.NONSENSE, ONLY_AMONG_OTHERS)
    played = np.ones(len(games), dtype=np.bool_)
    try:
        engine.start_many(by.setting(Grid(games.width, games.height)), len(games))
        while go_on() and len(taken) < _TURNS_FOR_EACH_POINT * games.pass_turn and played.any():
            expected = observations_of(games)
            differing = differing_games(harness, engine.observe_many(), expected, played)
            if differing:
                break
            turns = _chosen(games, chance, likely_pass)
            taken.append(turns)
            played = turns >= 0
            games.play(turns)
            engine.play_many(turns)
    except (TurnRefused, EngineBroke) as error:
        # Which game it was is found by playing them again.
        if isinstance(error, EngineBroke):
            harness.broken(error)
            broke = error
        differing = [*range(len(games))]
    turns_of_each = np.array(taken, dtype=np.int64).reshape(len(taken), len(games)).T
    return differing, [turns[turns >= 0].tolist() for turns in turns_of_each], broke


def _again(
    harness: Harness, by: Judged, grid: Grid, games: Sequence[Sequence[int]], broke: EngineBroke
) -> Iterator[Met]:
    """What is met when games are played again, each alone, until a few of them have shown something."""
    setting, shown = by.setting(grid), 0
    for numbers in games[:_MOST_LOOKED_AT]:
        turns = [turn_text(grid, turn_of(grid, number)) for number in numbers]
        met = list(trial(harness, setting, by.rules, following(turns, setting)))
        yield from met
        shown += bool(met)
        if shown == MOST_PLAYED_AGAIN:
            return
    if games and not shown:
        game = reduce(Game.taking, (turn_of(grid, number) for number in games[0]), setting.game(by.rules))
        yield breakdown(game, broke, setting.rules)


def _chosen(games: Games, chance: Chance, likely_pass: float) -> _Numbers:
    turns = games.random_turns(chance, passing=False)
    passing = (chance.random(len(games)) < likely_pass) & games.legal_turns()[:, games.pass_turn]
    return np.where(passing, games.pass_turn, turns)
