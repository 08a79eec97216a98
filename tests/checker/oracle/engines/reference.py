"""The reference interpreter as an engine, one game or many at once: engines that lie are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from superko import __version__
from superko.checker.oracle.coverage import KEYS_OF_EVERY_GAME, READINGS_TOLD
from superko.checker.oracle.engine import (
    EVERYTHING,
    Aspect,
    Introduction,
    Observation,
    Setting,
    TurnRefused,
    Value,
    observation,
)
from superko.interpreter.game import Game
from superko.interpreter.judgement import explain
from superko.interpreter.notation import parse_turn
from superko.spec.parameters import PARAMETERS
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Turn

REFERENCE = f"python:{__name__}:ReferenceEngine"
"""How `superko judge` names it."""


EVERYTHING_TOLD = (*KEYS_OF_EVERY_GAME, PARAMETERS["self_play_opts"].key, *READINGS_TOLD)
"""All that can be told and makes other games."""

Amend: TypeAlias = Callable[[Rules], Rules]
Says: TypeAlias = Callable[[Game, Observation], Mapping[Aspect, Value]]


def unchanged(rules: Rules) -> Rules:
    """The rules that it is given."""
    return rules


def nothing_else(game: Game, said: Observation) -> Mapping[Aspect, Value]:
    """What the rules say, and nothing else."""
    return {}


class ReferenceEngine:
    """The interpreter as an engine, which lies where it is made to; a subclass by doing something else.

    Its methods `rules_played`, `refusal`, `after` and `says` are asked by itself alone.
    """

    def __init__(self, amend: Amend = unchanged, otherwise: Says = nothing_else, **introduced: Any) -> None:
        """Make an engine.

        Args:
            amend: what it makes of the rules that it is given.
            otherwise: what it says of a game otherwise than the rules that it plays by.
            introduced: what it says of itself otherwise, by the fields of an introduction.
        """
        self._amend, self._otherwise, self._introduced = amend, otherwise, introduced
        self._game = Game(Rules(), 1)

    def rules_played(self, rules: Rules) -> Rules:
        """The rules by which it plays when somebody asks it to play by others."""
        return self._amend(rules)

    def refusal(self, game: Game, turn: Turn) -> str | None:
        """Why it does not take a turn; None if it takes it."""
        if game.over:
            return "The game is over."
        judgement = game.judge(turn)
        return None if judgement.legal else explain(judgement, game.grid)

    def after(self, game: Game, turn: Turn) -> Game:
        """The game after a turn that it takes."""
        return game.taking(turn)

    def says(self, game: Game) -> Observation:
        """What it says of a game."""
        said = observation(game)
        return {**said, **self._otherwise(game, said)}

    def introduction(self) -> Introduction:
        """It can be asked everything, under every preset."""
        usual = Introduction(
            "superko", __version__, EVERYTHING, tuple(PRESETS), set_up=True, parameters=EVERYTHING_TOLD
        )
        return replace(usual, **self._introduced)

    def start(self, setting: Setting) -> None:
        """Start a game by the rules that it plays."""
        self._game = setting.game(self.rules_played(setting.rules))

    def play(self, turns: Sequence[str]) -> None:
        """Play turns."""
        grid = self._game.grid
        for text in turns:
            turn = parse_turn(grid, text)
            reason = self.refusal(self._game, turn)
            if reason is not None:
                raise TurnRefused(text, reason)
            self._game = self.after(self._game, turn)

    def observe(self) -> Observation:
        """What it says of the game that stands."""
        return self.says(self._game)

    def close(self) -> None:
        """It has nothing to end."""
