"""The reference as a batch engine: many games at once, by the rules in force."""

from __future__ import annotations

from importlib.metadata import version

import numpy as np
import numpy.typing as npt

from ....interpreter.many import Games, IllegalTurns, start_from
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ..aspects import Aspect
from ..covering import EVERYTHING_TOLD
from ..engine import Introduction, TurnRefused
from ..setting import Setting
from .batch_engine import CAN_BE_ASKED, Arrays

MOST_PLAYED_ONE_BY_ONE = 8


def told_of(games: Games) -> Arrays:
    """All that a batch engine can be asked of games.

    >>> from superko.interpreter.many import start
    >>> told_of(start(Rules(), 2, 2, 1))[Aspect.LEGAL].tolist()
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


class ReferenceBatch:
    """See `Batch`. A subclass lies by playing other rules, or by saying otherwise."""

    name = "superko, many games at once"

    def rules_played(self, rules: Rules) -> Rules:
        """The rules by which it plays when it is told to play by some rules."""
        return rules

    def introduction(self) -> Introduction:
        """It can be asked everything that arrays tell, under every preset."""
        named = tuple(PRESETS)
        return Introduction(self.name, version("superko"), CAN_BE_ASKED, named, set_up=True, parameters=EVERYTHING_TOLD)

    def start(self, setting: Setting, number: int) -> None:
        """Start games."""
        game = setting.game(self.rules_played(setting.rules))
        self._games = start_from(game, number, compiling=number > MOST_PLAYED_ONE_BY_ONE)

    def play(self, turns: npt.NDArray[np.int64]) -> None:
        """Take turns."""
        try:
            self._games.play(turns)
        except IllegalTurns as illegal:
            raise TurnRefused("a turn", str(illegal)) from None

    def observe(self) -> Arrays:
        """What it says of the games that stand."""
        return told_of(self._games)

    def close(self) -> None:
        """It has nothing to end."""
