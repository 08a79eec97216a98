"""The model: a game from its start, as searches walk on it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from ...interpreter.game import Game
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .dependence import key_of
from .machine import Machine, Within, machine
from .symmetry import Symmetry, respects_symmetry, symmetries_keeping


class Model:
    """A game from its start, read from the rules in force: its steps, what its future depends on, and its images.

    Attributes:
        start: the game at its start.
        images: the symmetries of the board, other than leaving it as it is, that keep the start; none where a clause
            may tell points or colors apart.

    >>> model = Model.of(Rules(), Grid(2, 1))
    >>> [type(turn).__name__ for turn, _ in model.steps(model.start)], len(model.images)
    (['Pass', 'Move', 'Move'], 1)
    """

    def __init__(self, start: Game, further: Iterable[Callable[..., Any]] = ()) -> None:
        self.start = start
        self._key = key_of(start.rules, further)
        keeping = respects_symmetry(start.rules) and start.record.previous is None
        self.images: tuple[Symmetry, ...] = symmetries_keeping(start.position.coloring) if keeping else ()

    @staticmethod
    def of(rules: Rules, grid: Grid) -> Model:
        """The game from the empty board."""
        return Model(Game.start(rules, grid.width, grid.height))

    @staticmethod
    def each(rule_sets: Iterable[Rules], grid: Grid) -> tuple[Model, ...]:
        """The game from the empty board, under each of some rule sets."""
        return tuple(Model.of(rules, grid) for rules in rule_sets)

    def steps(self, game: Game) -> Iterator[tuple[Turn, Game]]:
        """Every legal turn, and the game after it."""
        return ((turn, game.taking(turn)) for turn in game.turns())

    def key(self, game: Game) -> Hashable:
        """What the future of a game depends on; games of one length with equal keys go on alike."""
        return self._key(game.record)

    def machine(self, within: Within = lambda turn: True) -> Machine:
        """The first phase by numbers; see `reading.machine`."""
        return machine(self.start.record, within)
