"""Turns a second that the oracle compares, an engine at no cost: `python -m tests.benchmarks.oracle [--turns N]`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from superko.checker.oracle.engine import EVERYTHING, Introduction, Observation, Setting, observation
from superko.checker.oracle.games import RandomPlayer
from superko.checker.oracle.trial import Harness, trial
from superko.interpreter.game import Game
from superko.spec.algebra.integers import integer_board
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

RULE_SETS = ("tromp-taylor", "chinese-like", "japanese-like")
SIDES = (5, 9, 19)
LIKELY_PASS = 0.02


class NullEngine:
    """An engine that knows what comes: it says what was recorded, whatever is played."""

    def __init__(self, said: Sequence[Observation]) -> None:
        self._said = said
        self._turn = 0

    def introduction(self) -> Introduction:
        """It says everything."""
        return Introduction("null", "", EVERYTHING)

    def start(self, setting: Setting) -> None:
        """Begin what was recorded."""
        self._turn = 0

    def play(self, turns: Sequence[str]) -> None:
        """Go on by as many turns."""
        self._turn += len(turns)

    def observe(self) -> Observation:
        """What was recorded here."""
        return self._said[self._turn]

    def close(self) -> None:
        """Nothing to end."""


def player_of(longest: int) -> RandomPlayer:
    """A player who chooses the same turns every time."""
    return RandomPlayer(Random(0), LIKELY_PASS, longest)


def random_game(rules: Rules, side: int, longest: int) -> list[Game]:
    """A random game from its start, turn by turn, of some length at the most."""
    player = player_of(longest)
    games = [Game(rules, (side, side))]
    while len(games) <= longest and not games[-1].over:
        turn = player(games[-1], games[-1].turns())
        if turn is None:
            break
        games.append(games[-1].taking(turn))
    return games


def seconds_to_compare(setting: Setting, games: Sequence[Game], longest: int) -> float:
    """How long it takes to choose the turns of a random game, and to compare every one of them."""
    said = [observation(game) for game in games]
    harness = Harness(lambda: NullEngine(said))
    harness.introduction()
    integer_board.cache_clear()  # What the board remembers of the recording would make the comparison look faster.
    started = time.process_time()
    differing = list(trial(harness, setting, setting.rules, player_of(longest)))
    assert not differing
    assert harness.turns == len(games)
    return time.process_time() - started


def lines(longest: int) -> Iterator[str]:
    """A line for each rule set and board."""
    for name, side in product(RULE_SETS, SIDES):
        rules = PRESETS[name]
        games = random_game(rules, side, longest)
        seconds = seconds_to_compare(Setting(side, side, rules=rules), games, longest)
        yield f"{name:15} {side}x{side}: {len(games) / seconds:6.0f} turns a second ({len(games)} turns)"


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=300, help="the most turns of each game")
    for line in lines(parser.parse_args().turns):
        print(line)


if __name__ == "__main__":
    main()
