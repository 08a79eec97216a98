"""Engines for the tests of `superko judge`, named on its command line."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from superko.checker.oracle.engine import Aspect, Observation, Setting, Unsupported
from superko.interpreter.game import Game
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

LOOKS_BEFORE_THE_INTERRUPTION = 150


def without_suicide(rules: Rules) -> Rules:
    """The same rules without suicide."""
    return replace(rules, suicide=False)


Honest = ReferenceEngine
ForbidsSuicide = partial(ReferenceEngine, without_suicide, name="forbids\x1b[2Jsuicide")
"""It forbids suicide whatever the rules say, and its name holds what moves a terminal's cursor."""

DeclaresIt = partial(ReferenceEngine, without_suicide, name="declares", deviations=("no-suicide",))
TellsTheBoard = partial(ReferenceEngine, aspects=frozenset({Aspect.BOARD}))
CountsStonesOnly = partial(ReferenceEngine, lambda rules: rules.dropping("katago-v2/area/score-none#surrounded"))
"""It counts no empty points, surrounded or not."""


class Breaks(ReferenceEngine):
    """It breaks as soon as a stone was captured."""

    def says(self, game: Game) -> Observation:
        """What it says, as long as it can."""
        if any(game.record.tally.captures.values()):
            raise RuntimeError("it can't count [/b]")
        return super().says(game)


class PlaysNothing(ReferenceEngine):
    """It refuses every game."""

    def start(self, setting: Setting) -> None:
        """It doesn't."""
        raise Unsupported("It plays on Sundays only.")


class IsInterrupted(ReferenceEngine):
    """The user has had enough after a while, when its fault is just being looked at."""

    looks = 0

    def __init__(self) -> None:
        super().__init__(without_suicide, name=ForbidsSuicide.keywords["name"])

    def says(self, game: Game) -> Observation:
        """What it says, but once."""
        self.looks += 1
        if self.looks == LOOKS_BEFORE_THE_INTERRUPTION:
            raise KeyboardInterrupt
        return super().says(game)
