"""Games counted a second, and the memory that takes: `python -m tests.benchmarks.counting [--board 4x1]`."""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable

from superko.checker.counting.layers import layers
from superko.checker.counting.superko_steps import StepTable, step_table
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules
from tests.checker.search.counting.walked import games_of_each_length

MOST_POINTS_ONE_BY_ONE = 3
KIBIBYTES_PER_MEBIBYTE = 1024


def by_layers(table: StepTable) -> int:
    """How many games there are, counted a layer at a time."""
    return sum(layer.games for layer in layers(table))


def one_by_one(table: StepTable) -> int:
    """How many games there are, walked one by one."""
    return sum(games_of_each_length(table))


def most_memory() -> float:
    """The most memory that this process has held so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIBIBYTES_PER_MEBIBYTE
    return peak / KIBIBYTES_PER_MEBIBYTE if sys.platform == "darwin" else peak


def main() -> None:
    """Print a line for each way to count: games, wall time, processor time, games a second by it, and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x1", help="columns x rows, such as 2x2")
    parser.add_argument("--suicide", action="store_true", help="allow suicide")
    parser.add_argument("--situational", action="store_true", help="situational superko, not positional")
    chosen = parser.parse_args()
    width, height = map(int, chosen.board.split("x"))
    grid = Grid(width, height)
    rules = Rules(ko=Ko.SITUATIONAL if chosen.situational else Ko.POSITIONAL, suicide=chosen.suicide)
    ways: list[tuple[str, Callable[[StepTable], int]]] = [("by layers", by_layers)]
    if grid.size <= MOST_POINTS_ONE_BY_ONE:
        ways.append(("one by one", one_by_one))
    for name, way in ways:
        started, processor_started = time.perf_counter(), time.process_time()
        games = way(step_table(rules, grid))
        seconds, processor = time.perf_counter() - started, time.process_time() - processor_started
        print(
            f"{grid} {rules.ko.value} suicide={rules.suicide} {name}: {games:,} games in {seconds:.2f} s and "
            f"{processor:.2f} s of processor time ({games / processor:,.0f} a second), {most_memory():.0f} MiB"
        )


if __name__ == "__main__":
    main()
