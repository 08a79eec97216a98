"""PettingZoo's Go: an environment around Minigo's position; actions are counted from the top left, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .....spec.algebra import BLACK, WHITE, Grid
from ...aspects import Aspect, Observation, Value, winner_by
from ...engine import Introduction, TurnRefused
from ...setting import Setting
from .libraries import board_of, demand_superko_by_area, library, place_of, version_of, vertices_at

_NAME = "PettingZoo's Go"
_AGENTS = {"black_0": BLACK, "white_0": WHITE}
_MOVER, _OPPONENT = 0, 1


class PettingZooGo:
    """PettingZoo's Go; the board, captures and margin are read from the position inside the environment."""

    name = "PettingZoo"
    aspects = frozenset(
        {Aspect.OVER, Aspect.BOARD, Aspect.CAPTURES, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER, Aspect.MARGIN}
    )

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._go = library("pettingzoo.classic.go_v5")
        self._grid = Grid(2, 2)
        self._env: Any = None

    def introduction(self) -> Introduction:
        """It tells everything about a plain game but the numbers of points."""
        return Introduction(
            name=self.name,
            version=version_of("pettingzoo"),
            aspects=self.aspects,
            rules=("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs"),
            square=True,
            largest=19,
            deviations=("simple-ko-only",),
            notes=(
                "It does not tell how many points each player has, only the margin.",
                "Its source says that its positional superko is a crude approximation: only a ko is kept from being "
                "retaken at once.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Start a game."""
        demand_superko_by_area(setting, _NAME)
        self._grid = setting.grid
        self._env = self._go.env(board_size=setting.width, komi=float(setting.rules.komi))
        self._env.reset()

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that its action mask allows."""
        for turn in turns:
            action = self._action(turn)
            if not self._mask()[action]:
                raise TurnRefused(turn, "its action mask forbids it")
            self._env.step(action)

    def observe(self) -> Observation:
        """What it says of the game."""
        position = self._env.unwrapped._go
        black_captured, white_captured = map(int, position.caps)
        said: dict[Aspect, Value] = {
            Aspect.OVER: self._is_over(),
            Aspect.BOARD: board_of(self._grid, lambda column, row: int(position.board[row][column])),
            Aspect.CAPTURES: (white_captured, black_captured),
        }
        if not self._is_over():
            return said | self._turn()
        margin = float(position.score())
        return said | {Aspect.WINNER: winner_by(self._env.rewards["black_0"]), Aspect.MARGIN: margin}

    def close(self) -> None:
        """End the environment."""
        if self._env is not None:
            self._env.close()

    def _turn(self) -> dict[Aspect, Value]:
        width, mask = self._grid.width, self._mask()
        legal = (divmod(action, width) for action in range(self._grid.size) if mask[action])
        return {
            Aspect.PLAYER: _AGENTS[self._env.agent_selection].value,
            Aspect.LEGAL: vertices_at(self._grid, ((column, row) for row, column in legal)),
        }

    def _is_over(self) -> bool:
        return bool(self._env.terminations[self._env.agent_selection])

    def _mask(self) -> Any:
        return self._env.observe(self._env.agent_selection)["action_mask"]

    def _action(self, turn: str) -> int:
        place = place_of(self._grid, turn)
        return self._grid.size if place is None else place[1] * self._grid.width + place[0]


class PettingZooObservations(PettingZooGo):
    """PettingZoo's Go as players see it: only the board, as its documentation says that observations have it."""

    name = "PettingZoo's observations"
    aspects = frozenset({Aspect.BOARD})

    def observe(self) -> Observation:
        """The first plane has the stones of the player who observes, the second those of the opponent."""
        agent = self._env.agent_selection
        planes = self._env.observe(agent)["observation"]
        sign = 1 if _AGENTS[agent] is BLACK else -1

        def color_at(column: int, row: int) -> int:
            return sign * (int(planes[row, column, _MOVER]) - int(planes[row, column, _OPPONENT]))

        return {Aspect.BOARD: board_of(self._grid, color_at)}
