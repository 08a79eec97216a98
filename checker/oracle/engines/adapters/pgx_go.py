"""Pgx's Go: states are arrays, and each board and komi is compiled when it is first played on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .....spec.algebra import BLACK, WHITE, Grid
from ...aspects import Aspect, Observation, Value, winner_by
from ...engine import Introduction, TurnRefused
from ...setting import Setting
from .libraries import board_of, demand, demand_superko_by_area, library, place_of, version_of, vertices_at

_NAME = "Pgx's Go"
_LONGEST_GAME = 2_000
_OWN, _OPPONENT, _COLOR = 0, 1, -1


class PgxGo:
    """Pgx's Go; actions are counted row by row, and boards are read from what players observe."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._jax = library("jax")
        self._go = library("pgx.go")
        self._steps: dict[tuple[int, float], tuple[Any, Callable[[Any, int], Any]]] = {}
        self._grid = Grid(2, 2)
        self._passes = 0
        self._state: Any = None

    def introduction(self) -> Introduction:
        """It tells everything about a plain game but captures and numbers of points."""
        return Introduction(
            name="Pgx",
            version=version_of("pgx"),
            aspects=frozenset({Aspect.OVER, Aspect.BOARD, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER}),
            rules=("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs"),
            smallest=2,
            largest=19,
            square=True,
            deviations=("repeat-ends", "simple-ko-only"),
            notes=(
                "It does not tell captures.",
                "What players get is 1 or -1: it does not tell by how much a game is won.",
                "Who repeats a position loses; a game that ends so is not asked for its winner.",
                "It cuts games off, by default after twice as many turns as there are points: "
                f"the adapter sets {_LONGEST_GAME} turns.",
                "On a board of 1x1 compiling it ends the whole process, so that it is not asked to play there.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Start a game."""
        demand_superko_by_area(setting, _NAME)
        demand(setting.width > 1, f"{_NAME} does not play on 1x1.")
        self._grid, self._passes = setting.grid, 0
        self._state, self._step = self._compiled(setting.width, float(setting.rules.komi))
        self._black = int(self._state.current_player)

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that its mask of legal actions allows."""
        for turn in turns:
            action = self._action(turn)
            if not self._state.legal_action_mask[action]:
                raise TurnRefused(turn, "its mask of legal actions forbids it")
            self._state = self._step(self._state, action)
            self._passes = self._passes + 1 if turn == "pass" else 0

    def observe(self) -> Observation:
        """What it says of the game."""
        state = self._jax.device_get(self._state)
        seen = state.observation
        white_sees = bool(seen[0, 0, _COLOR])
        sign = -1 if white_sees else 1

        def color_at(column: int, row: int) -> int:
            return sign * (int(seen[row, column, _OWN]) - int(seen[row, column, _OPPONENT]))

        over = bool(state.terminated)
        said: dict[Aspect, Value] = {Aspect.OVER: over, Aspect.BOARD: board_of(self._grid, color_at)}
        if not over:
            said[Aspect.PLAYER] = (WHITE if white_sees else BLACK).value
            legal = (divmod(action, self._grid.width) for action in state.legal_action_mask[:-1].nonzero()[0])
            said[Aspect.LEGAL] = vertices_at(self._grid, ((int(column), int(row)) for row, column in legal))
        elif self._passes:
            said[Aspect.WINNER] = winner_by(float(state.rewards[self._black]))
        return said

    def close(self) -> None:
        """There is nothing to end."""

    def _compiled(self, size: int, komi: float) -> tuple[Any, Callable[[Any, int], Any]]:
        """The first state of a game, and what takes a step."""
        if (size, komi) not in self._steps:
            env = self._go.Go(size=size, komi=komi, max_terminal_steps=_LONGEST_GAME)
            first = self._jax.jit(env.init)(self._jax.random.PRNGKey(0))
            self._steps[size, komi] = first, self._jax.jit(env.step)
        return self._steps[size, komi]

    def _action(self, turn: str) -> int:
        place = place_of(self._grid, turn)
        return self._grid.size if place is None else place[1] * self._grid.width + place[0]
