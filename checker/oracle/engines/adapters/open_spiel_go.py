"""OpenSpiel's Go: actions are found by the names that it gives them, so that no order of points is assumed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .....spec.algebra import BLACK, WHITE
from ...aspects import Aspect, Observation, Value, winner_by
from ...engine import Introduction, TurnRefused, Unsupported
from ...setting import Setting
from .libraries import demand_superko_by_area, library, version_of

_NAME = "OpenSpiel's Go"
_LONGEST_GAME = 100_000
_PASS = "PASS"
_ROW = re.compile(r"^ *(?P<number>[0-9]+) (?P<stones>[+XO]+)$", re.MULTILINE)


class OpenSpielGo:
    """OpenSpiel's Go."""

    def __init__(self) -> None:
        """Find the library.

        Raises:
            Unsupported: it is not installed.
        """
        self._pyspiel = library("pyspiel")
        self._passes = 0

    def introduction(self) -> Introduction:
        """It tells everything about a plain game but captures and numbers of points."""
        return Introduction(
            name="OpenSpiel",
            version=version_of("open_spiel"),
            aspects=frozenset({Aspect.OVER, Aspect.BOARD, Aspect.PLAYER, Aspect.LEGAL, Aspect.WINNER}),
            rules=("chinese-ogs-kgs,komi=7.5", "chinese-ogs-kgs"),
            smallest=2,
            largest=19,
            square=True,
            deviations=("repeat-ends", "simple-ko-only"),
            notes=(
                "It does not tell captures.",
                "What players get is 1, 0 or -1: it does not tell by how much a game is won.",
                "A game that a repetition ends is not asked for its winner.",
                "It cuts games off, by default after twice as many turns as there are points: "
                "the adapter sets a length that no game reaches.",
            ),
        )

    def start(self, setting: Setting) -> None:
        """Start a game."""
        demand_superko_by_area(setting, _NAME)
        options = {"board_size": setting.width, "komi": float(setting.rules.komi), "max_game_length": _LONGEST_GAME}
        try:
            game = self._pyspiel.load_game("go", options)
        except self._pyspiel.SpielError as error:
            raise Unsupported(f"{_NAME} does not start such a game: {error}.") from error
        self._state: Any = game.new_initial_state()
        self._passes = 0
        self._action_of = {self._turn_of(action): action for action in self._state.legal_actions()}

    def play(self, turns: Sequence[str]) -> None:
        """Play each turn that it lists as legal."""
        for turn in turns:
            action = self._action_of.get(turn)
            if action not in self._state.legal_actions():
                raise TurnRefused(turn, "it is not among its legal actions")
            self._state.apply_action(action)
            self._passes = self._passes + 1 if turn == "pass" else 0

    def observe(self) -> Observation:
        """What it says of the game."""
        state = self._state
        said: dict[Aspect, Value] = {Aspect.OVER: state.is_terminal(), Aspect.BOARD: self._board()}
        if not state.is_terminal():
            said[Aspect.PLAYER] = (BLACK, WHITE)[state.current_player()].value
            said[Aspect.LEGAL] = frozenset(map(self._turn_of, state.legal_actions())) - {"pass"}
        elif self._passes:
            black, white = state.returns()
            said[Aspect.WINNER] = winner_by(black - white)
        return said

    def close(self) -> None:
        """There is nothing to end."""

    def _turn_of(self, action: int) -> str:
        """The turn that an action is, by its name, such as "B a1" or "W PASS"."""
        name = self._state.action_to_string(action).partition(" ")[2]
        return "pass" if name == _PASS else str(name).upper()

    def _board(self) -> str:
        """The rows of the board that OpenSpiel prints, which are numbered from the bottom."""
        rows = {int(row["number"]): row["stones"].replace("+", ".") for row in _ROW.finditer(str(self._state))}
        return "/".join(rows[number] for number in sorted(rows, reverse=True))
