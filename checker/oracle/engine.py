"""Engines: what the oracle asks of a program that it judges, and how such a program can fail to answer.

An adapter is a class with the five methods of `Engine`. It says in its introduction what the program can be asked; it
never judges. What it can't be asked is skipped and listed, and never counted as agreement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import reduce
from typing import Protocol, TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...interpreter.story import Start
from ...spec.algebra import Grid
from ...spec.rules import Rules
from .aspects import Aspect, Observation


@dataclass(frozen=True)
class Introduction:
    """What an engine says of itself.

    Attributes:
        name: what it is called.
        version: its version, or "".
        aspects: what it can be asked about a game.
        rules: the rules that it claims to play by, as texts such as "tromp-taylor" or "ko=SIMPLE,suicide=no".
        set_up: whether games may start from a position that is set up.
        smallest: the fewest columns and rows of a board.
        largest: the most columns and rows of a board.
        square: whether boards must have as many columns as rows.
        deviations: the names of what it is known to do otherwise than by those rules; see `deviations`.
        notes: for each aspect that it can't be asked, why.
        parameters: the keys of rules that it can be told, as "ko" or the id of a reading, where it plays by more than
            the rules that it names.
        hears_rules: whether it is told the rules of a game at all, so that it can refuse them.
    """

    name: str
    version: str
    aspects: frozenset[Aspect]
    rules: tuple[str, ...] = ()
    set_up: bool = False
    smallest: int = 1
    largest: int = 25
    square: bool = False
    deviations: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
    parameters: tuple[str, ...] = ()
    hears_rules: bool = True

    def plays_on(self, grid: Grid) -> bool:
        """Whether it plays on a board.

        >>> Introduction("some engine", "", frozenset(), square=True).plays_on(Grid(3, 2))
        False
        """
        sides = (grid.width, grid.height)
        return self.smallest <= min(sides) and max(sides) <= self.largest and (not self.square or len({*sides}) == 1)


class Unsupported(Exception):
    """The engine can't be asked that: it lacks the rules, the board, the set-up; or it is not installed. Says why."""


class TurnRefused(Exception):
    """The engine does not take a turn, and says so; it stands as before the turn.

    Attributes:
        turn: the turn.
        said: what it said, one line.
    """

    def __init__(self, turn: str, said: str) -> None:
        super().__init__(f"It refused {turn}: {said}")
        self.turn = turn
        self.said = said


class Breakage(Enum):
    """In which way an engine failed to answer."""

    CRASHED = "it ended"
    HUNG = "it did not answer in time"
    NONSENSE = "it answered what can't be understood"
    FLOODED = "it answered more than it was asked"


class EngineBroke(Exception):
    """The engine failed to answer; it must be started again.

    Attributes:
        breakage: in which way.
        reason: one sentence.
        exchange: the last lines that were exchanged, oldest first, each with "> " (sent), "< " (received) or "! "
            (its error output) before it.
    """

    def __init__(self, breakage: Breakage, reason: str, exchange: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.breakage = breakage
        self.reason = reason
        self.exchange = tuple(exchange)


class Engine(Protocol):
    """A program that plays by the rules, and can be asked about a game.

    Every method may raise `EngineBroke`.
    """

    def introduction(self) -> Introduction:
        """What it is and what it can be asked."""
        ...

    def start(self, setting: Setting) -> None:
        """Start a game, dropping the last one.

        Raises:
            Unsupported: it can't play such games.
        """
        ...

    def play(self, turns: Sequence[str]) -> None:
        """Play turns such as "C3", "pass" or "unblock C3", in order.

        Raises:
            TurnRefused: it does not take one of them; those before it were played.
        """
        ...

    def observe(self) -> Observation:
        """What it says of the game at the start of the next turn, in every aspect that it can be asked about now."""
        ...

    def close(self) -> None:
        """End it, and leave no process behind; it never raises."""
        ...


Opener: TypeAlias = Callable[[], Engine]
"""Starts an engine. Raises `Unsupported` where it can't be had, with how to get it, and `EngineBroke`."""


TROMP_TAYLOR = Rules()


@dataclass(frozen=True)
class Setting(Start):
    """Where a game starts, with the rules that the engine is told; see `Start`.

    >>> Setting(2, 1, board="XO", rules=Rules()).is_set_up
    True
    """

    rules: Rules = TROMP_TAYLOR

    @staticmethod
    def from_start(start: Start, told: Rules) -> Setting:
        """A start, with the rules that an engine is told there.

        >>> Setting.from_start(Start.at("X."), Rules()).board
        'X.'
        """
        return Setting(**{field.name: getattr(start, field.name) for field in fields(Start)}, rules=told)

    def game(self, rules: Rules | None = None) -> Game:
        """The game at its start, by these rules or, where an engine's deviations are allowed for, by others.

        Raises:
            ValueError: no game can start so.
        """
        return super().game(self.rules if rules is None else rules)


def played(game: Game, turns: tuple[str, ...]) -> Game:
    """The game after some turns, as text; they are judged.

    Raises:
        IllegalTurn, GameOver, ValueError: as for `Game.play`.
    """
    grid = game.position.coloring.board.grid
    return reduce(Game.play, (parse_turn(grid, turn) for turn in turns), game)
