"""Graphs of situations, compiled beside arrays: `python -m tests.benchmarks.graph [--board 4x4]`.

With `--phase cleanup1`, of a cleanup phase; with `--every`, without symmetry. Each way runs in a process of its own,
which also finds what is on cycles, as the command does. That both find the same is seen by their numbers and a hash of
all nodes; `--edges` compares every edge as well, which takes as much memory as arrays do.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from superko.checker.evidence.limits import MEBIBYTE
from superko.checker.graph import compiled_graph
from superko.checker.graph.graph import CodedGraph, explore
from superko.checker.graph.needs import peak_memory
from superko.checker.phase.turns import turns_of
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
WAYS = {"on arrays": sys.maxsize, "compiled": 1}
KINDS = ("moves", "passes", "unblocks")


@dataclass(frozen=True)
class Measured:
    """What a way found, and what it took.

    Attributes:
        properties: numbers and hashes, the same for every way.
        processor: seconds of processor time to explore, and to find cycles.
        clock: seconds by the clock, for both together.
        memory: bytes that were held at the peak, beyond those before.
    """

    properties: dict[str, Any]
    processor: tuple[float, float]
    clock: float
    memory: int


def measured(arguments: argparse.Namespace) -> Measured:
    """Explore in this process; programs are compiled before time is taken."""
    compiled_graph.POINTS_WORTH_COMPILING = WAYS[arguments.way]
    width, height = map(int, arguments.board.split("x"))
    rules = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=not arguments.without_suicide)
    symmetry, phase = not arguments.every, Phase(arguments.phase)
    _compile(rules, Grid(width, height), symmetry, phase)
    before, started, clock = peak_memory() or 0, time.process_time(), time.perf_counter()
    graph = explore(rules, Grid(width, height), symmetry, phase=phase)
    explored = time.process_time()
    on_cycles = int(graph.sizes[graph.on_cycles].sum())
    processor = explored - started, time.process_time() - explored
    memory = (peak_memory() or 0) - before
    properties = {
        "situations": graph.number_of_situations,
        "nodes": len(graph.nodes),
        "moves": graph.number_of_moves,
        "on cycles": on_cycles,
        "hash of the nodes": sha256(graph.nodes.tobytes()).hexdigest()[:16],
        **({f"hash of {kind}": edges_hashed(graph, kind) for kind in KINDS} if arguments.edges else {}),
    }
    return Measured(properties, processor, time.perf_counter() - clock, memory)


def _compile(rules: Rules, grid: Grid, symmetry: bool, phase: Phase) -> None:
    """Let everything be compiled, or read from the cache folder, by a first turn."""
    turns = turns_of(rules, grid, phase, symmetry)
    steps = compiled_graph.compiled_steps(turns)
    if steps is not None:
        exploration = compiled_graph.exploring(steps, turns.first)
        exploration.one_turn_more()
        steps.on_cycles(exploration.sorted_nodes(), [])


def edges_hashed(graph: CodedGraph, kind: str) -> str:
    """A hash of which node a turn of a kind leads to from which."""
    edges = getattr(graph, kind)
    edges.sum_duplicates()
    ends, targets = edges.indptr.astype("int64"), edges.indices.astype("int64")
    return sha256(ends.tobytes() + targets.tobytes()).hexdigest()[:16]


def report_line(way: str, figures: Measured) -> str:
    """A line about one way."""
    number = figures.properties["situations"]
    seconds = sum(figures.processor)
    return (
        f"{way:9}: {number:,} situations, {figures.properties['nodes']:,} up to symmetry; "
        f"{figures.processor[0]:.1f} s of processor time to explore and {figures.processor[1]:.1f} s for cycles "
        f"({number / seconds:,.0f} situations a second), {figures.clock:.1f} s by the clock; "
        f"{figures.memory / MEBIBYTE:,.0f} MiB, {figures.memory / number:.1f} bytes for each situation and "
        f"{figures.memory / figures.properties['nodes']:.0f} for each node"
    )


def main() -> None:
    """Print a line for each way, and how many times as fast the second is; exit with 1 if they differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x3", help="columns x rows, such as 4x3")
    parser.add_argument("--phase", default=Phase.MAIN.value, choices=[phase.value for phase in PHASES])
    parser.add_argument("--every", action="store_true", help="every situation, not one of each orbit")
    parser.add_argument("--without-suicide", action="store_true")
    parser.add_argument("--edges", action="store_true", help="compare every edge, too")
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.way:
        print(json.dumps(asdict(measured(arguments))))
        return
    command = [sys.executable, "-m", "tests.benchmarks.graph", *sys.argv[1:]]
    measurements = {}
    for way in WAYS:
        run = subprocess.run([*command, "--way", way], check=True, capture_output=True, text=True)
        measurements[way] = Measured(**json.loads(run.stdout))
        print(report_line(way, measurements[way]), flush=True)
    first, second = measurements.values()
    same = first.properties == second.properties
    ratio = sum(first.processor) / sum(second.processor)
    print(f"{'the same' if same else 'ANOTHER graph'}; {ratio:.1f} times as fast by processor time")
    sys.exit(not same)


if __name__ == "__main__":
    main()
