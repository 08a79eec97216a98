"""Engines that play many games at once, and tell of them in numpy arrays; alone, such an engine is like any other.

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
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ....interpreter.many.batch import turn_number
from ....interpreter.notation import parse_turn, vertices
from ....spec.algebra import Grid
from ..aspects import ASKED_AFTER_THE_END, ASKED_OF_EVERY_GAME, Aspect, Observation, Value
from ..engine import Introduction, Unsupported
from ..setting import Setting
from .process import SECONDS_TO_REPLY
from .python_engine import PythonEngine

Arrays: TypeAlias = Mapping[Aspect, npt.NDArray[Any]]
METHODS = ("introduction", "start", "play", "observe", "close")
PHASES = ("main", "cleanup1", "cleanup2", "over")
COLORS = ("draw", "B", "W")
MARKS = np.array([*".XO"])
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
        """What it says of the games; what it says where an aspect is of no account does not matter."""
        ...

    def close(self) -> None:
        """End it."""
        ...


class BatchOfOne:
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
        """See `Engine.introduction`."""
        return self.batch.introduction()

    def start(self, setting: Setting) -> None:
        """See `Engine.start`."""
        self._grid = setting.grid
        self.batch.start(setting, 1)

    def play(self, turns: Sequence[str]) -> None:
        """See `Engine.play`."""
        for text in turns:
            number = turn_number(self._grid, parse_turn(self._grid, text))
            self.batch.play(np.array([number], dtype=np.int64))

    def observe(self) -> Observation:
        """See `Engine.observe`."""
        return observation_of({aspect: array[0] for aspect, array in self.batch.observe().items()}, self._grid)

    def close(self) -> None:
        """See `Engine.close`."""
        self.batch.close()


def observation_of(said: Mapping[Aspect, Any], grid: Grid) -> Observation:
    """What a batch engine says of one game, in the terms of other engines.

    >>> told = observation_of({Aspect.OVER: False, Aspect.LEGAL: np.array([[True, False]])}, Grid(2, 1))
    >>> sorted(told[Aspect.LEGAL])
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
    Aspect.PHASE: lambda said, _: PHASES[int(said)],
    Aspect.PLAYER: lambda said, _: COLORS[int(said)],
    Aspect.WINNER: lambda said, _: COLORS[int(said)],
    Aspect.BOARD: lambda said, _: "/".join("".join(row) for row in MARKS[np.asarray(said)]),
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
