"""Nodes searched a second for best play, beside plain search: `python -m tests.benchmarks.solving [--board 3x2]`."""

from __future__ import annotations

import argparse
import time

from superko.checker.solving.budget import Budget
from superko.checker.solving.search import search_function
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import WORST
from superko.interpreter.game import Game
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from tests.checker.solving.plain_play import PlainPlay, TooLong

PLAIN_TURNS = 20_000


def main() -> None:
    """Print how fast each way searches; the time to read the rules and to load machine code is told by itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="3x2", help="columns x rows, such as 3x3")
    parser.add_argument("--ko", default="POSITIONAL", choices=[ko.value for ko in Ko])
    chosen = parser.parse_args()
    width, height = map(int, chosen.board.split("x"))
    game = Game(Rules(ko=Ko(chosen.ko), suicide=False), (width, height))
    search_function(1 << 20)
    started = time.perf_counter()
    solver = Solver([game], Budget())
    solver.succeeds(game, 0, WORST)
    ready, before = time.perf_counter(), solver.nodes
    value = solver.value(game, WORST)
    seconds = time.perf_counter() - ready
    print(f"{chosen.board} {chosen.ko}: ready after {ready - started:.1f} s, with a first search of {before:,} nodes")
    print(f"value {value:g}: {solver.nodes - before:,} nodes in {seconds:.2f} s")
    print(f"{(solver.nodes - before) / max(seconds, 1e-9):,.0f} nodes a second")
    plain, started = PlainPlay(PLAIN_TURNS), time.perf_counter()
    try:
        plain.value(game, 0)
        outcome = "solved"
    except TooLong:
        outcome = "not solved"
    turns = PLAIN_TURNS - max(plain.left, 0)
    print(f"plain search: {outcome}, {turns / (time.perf_counter() - started):,.0f} turns a second")


if __name__ == "__main__":
    main()
