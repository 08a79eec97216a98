"""Two checkouts measured in turn, so that both meet the same machine: `python -m tests.benchmarks.side_by_side OTHER`.

OTHER is the folder of another checkout, such as a worktree of an earlier commit. Every row is run there and here, one
after the other, as often as `--times` says, and the best run of each counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).parents[2]
COMMAND = "from superko.checker.command_line import main; main()"
PLAYED = """
import random, sys, time
from superko.interpreter.game import Game
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS
side, turns, opening, cleanup = map(int, sys.argv[2:])
chance, taken, spent = random.Random(0), 0, 0.0
while taken < turns:
    game = Game(PRESETS[sys.argv[1]], (side, side))
    for _ in range(opening):
        game = game.play(chance.choice(game.moves()))
    if cleanup:
        game = game.play(PASS).play(PASS)
    started = time.perf_counter()
    for _ in range(min(turns - taken, side * side)):
        moves = game.moves()
        game = game.play(chance.choice(moves) if moves else PASS)
        taken += 1
        if game.over:
            break
    spent += time.perf_counter() - started
print(spent)
"""


@dataclass(frozen=True)
class Measured:
    """What is measured: what Python is given, and whether it prints the seconds itself."""

    name: str
    arguments: Sequence[str]
    tells: bool = False


def command(*words: str) -> Measured:
    """How long a command takes, its start included."""
    return Measured(" ".join(("superko", *words)), ("-c", COMMAND, *words))


def played(preset: str, side: int, turns: int, opening: int = 0, cleanup: bool = False) -> Measured:
    """How long random turns take, each with its full list of legal moves; the moves before them are not counted."""
    name = f"{turns} turns on {side}x{side}, {preset}" + (", in cleanup" if cleanup else "")
    return Measured(name, ("-c", PLAYED, preset, str(side), str(turns), str(opening), str(int(cleanup))), tells=True)


MEASURED = (
    *(played(preset, side, 300) for preset in ("tromp-taylor", "chinese-like", "japanese-like") for side in (9, 19)),
    played("japanese-like", 9, 100, opening=40, cleanup=True),
    played("japanese-like", 19, 60, opening=120, cleanup=True),
    command("rules", "--help"),
    command("graph", "4x3"),
    command("graph", "3x3", "--phase", "cleanup1"),
    command("sweep", "4x3", "--workers", "1"),
    command("sweep", "4x3"),
    command("solve", "3x2", "--rules", "japanese-like"),
    command("solve", "3x3"),
)
LONG = (
    command("graph", "4x4"),
    command("sweep", "4x4", "--rules", "chinese-like"),
    command("solve", "4x3"),
    command("check"),
)


def seconds(measured: Measured, checkout: Path) -> float:
    """How long something takes in a checkout, once."""
    environment = os.environ | {"PYTHONPATH": str(checkout / ".typing")}
    started = perf_counter()
    run = subprocess.run(
        [sys.executable, *measured.arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return float(run.stdout) if measured.tells else perf_counter() - started


def best(times: int, measured: Measured, checkout: Path) -> float:
    """The least that several runs in a checkout take."""
    return min(seconds(measured, checkout) for _ in range(times))


def main() -> None:
    """Print a line for each thing that is measured, with the ratio of the two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the folder of the other checkout")
    parser.add_argument("--times", type=int, default=2, help="how often each is run in each checkout")
    parser.add_argument("--long", action="store_true", help="also what takes minutes")
    chosen = parser.parse_args()
    for measured in (*MEASURED, *(LONG if chosen.long else ())):
        there, here = (best(chosen.times, measured, checkout) for checkout in (chosen.other, HERE))
        print(f"{measured.name:45} {there:8.2f} s there, {here:8.2f} s here: {here / there:5.2f}", flush=True)


if __name__ == "__main__":
    main()
