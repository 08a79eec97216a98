"""Engines for the tests of `superko judge`, named on its command line."""

from __future__ import annotations

from dataclasses import replace

from superko.checker.oracle.engine import Aspect, Introduction, Observation, Setting, Unsupported
from superko.interpreter.game import Game
from superko.spec.rules import Rules
from tests.checker.oracle.engines.reference import ReferenceEngine

LOOKS_BEFORE_THE_INTERRUPTION = 150


class Honest(ReferenceEngine):
    """It does what the rules say."""


class ForbidsSuicide(ReferenceEngine):
    """It forbids suicide whatever the rules say, and its name holds what moves a terminal's cursor."""

    name = "forbids\x1b[2Jsuicide"

    def rules_played(self, rules: Rules) -> Rules:
        """The same rules without suicide."""
        return replace(rules, suicide=False)


class DeclaresIt(ForbidsSuicide):
    """It forbids suicide, and says so."""

    def introduction(self) -> Introduction:
        """What it says of itself."""
        return replace(super().introduction(), name="declares", deviations=("no-suicide",))


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


class TellsTheBoard(ReferenceEngine):
    """It can be asked what stands on the board, and nothing else."""

    def introduction(self) -> Introduction:
        """What it says of itself."""
        return replace(super().introduction(), aspects=frozenset({Aspect.BOARD}))


class IsInterrupted(ForbidsSuicide):
    """The user has had enough after a while, when its fault is just being looked at."""

    looks = 0

    def says(self, game: Game) -> Observation:
        """What it says, and then no more."""
        self.looks += 1
        if self.looks > LOOKS_BEFORE_THE_INTERRUPTION:
            raise KeyboardInterrupt
        return super().says(game)


class CountsStonesOnly(ReferenceEngine):
    """It counts no empty points, surrounded or not."""

    def rules_played(self, rules: Rules) -> Rules:
        """The same rules without points for what is surrounded."""
        return rules.dropping("katago-v2/area/score-none#surrounded")
