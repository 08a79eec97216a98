"""States per second, each with its full list of legal moves: `python -m tests.benchmarks.states [--turns N]`."""

from __future__ import annotations

import argparse
import random
import time
from itertools import product

from superko.interpreter.game import Game
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS

RULE_SETS = ("tromp-taylor", "chinese-like", "japanese-like")
SIDES = (9, 19)


def play_randomly(rules: Rules, side: int, turns: int) -> int:
    """Play random moves, game after game, for a number of turns; say how many legal moves were listed."""
    chance = random.Random(0)
    game = Game(rules, (side, side))
    listed = 0
    for _ in range(turns):
        moves = game.moves()
        listed += len(moves)
        game = game.play(chance.choice(moves) if moves else PASS)
        if game.over:
            game = Game(rules, (side, side))
    return listed


def main() -> None:
    """Print a line for each rule set and board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=300, help="how many turns to play of each kind")
    turns = parser.parse_args().turns
    for name, side in product(RULE_SETS, SIDES):
        started = time.perf_counter()
        listed = play_randomly(PRESETS[name], side, turns)
        seconds = time.perf_counter() - started
        print(f"{name:15} {side}x{side}: {turns / seconds:8.0f} states a second, {listed / seconds:9.0f} legal moves")


if __name__ == "__main__":
    main()
