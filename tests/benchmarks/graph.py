"""Successors per second, by the array graph of situations: `python -m tests.benchmarks.graph [--board 4x3]`.

With `--phase cleanup1`, of a cleanup phase.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from itertools import product

from superko.checker.search.coded_graph import explore
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


def main() -> None:
    """Print a line for each way to explore: the time, successors a second, and the peak memory of doing it again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x3", help="columns x rows, such as 4x3")
    parser.add_argument("--phase", default=Phase.MAIN.value, choices=[phase.value for phase in PHASES])
    chosen = parser.parse_args()
    width, height = map(int, chosen.board.split("x"))
    grid, phase = Grid(width, height), Phase(chosen.phase)
    for suicide, symmetry in product((False, True), (False, True)):
        started, processor_started = time.perf_counter(), time.process_time()
        rules = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=suicide)
        graph = explore(rules, grid, symmetry, phase=phase)
        seconds, processor = time.perf_counter() - started, time.process_time() - processor_started
        successors = graph.moves.nnz + graph.unblocks.nnz + graph.passes.nnz
        print(
            f"{grid} {phase.value} suicide={suicide!s:5} symmetry={symmetry!s:5} "
            f"{graph.number_of_situations:,} situations, {len(graph.nodes):,} explored, "
            f"{successors:,} successors in {seconds:.1f} s "
            f"({successors / seconds:,.0f} a second) and {processor:.1f} s of processor time "
            f"({successors / processor:,.0f} a second), "
            f"{peak_memory(rules, grid, symmetry, phase) / len(graph.nodes):,.0f} bytes for each explored at the peak"
        )


def peak_memory(rules: Rules, grid: Grid, symmetry: bool, phase: Phase) -> int:
    """The most bytes that exploring holds at once; keeping count of them takes time of its own."""
    tracemalloc.start()
    explore(rules, grid, symmetry, phase=phase)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    main()
