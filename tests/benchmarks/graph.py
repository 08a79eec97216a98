"""Successors per second, by the array graph of situations: `python -m tests.benchmarks.graph [--board 4x3]`."""

from __future__ import annotations

import argparse
import time
from itertools import product

from superko.checker.graphs.coded_graph import explore
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules


def main() -> None:
    """Print a line for each way to explore: wall time, processor time, and successors a second by each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x3", help="columns x rows, such as 4x3")
    width, height = map(int, parser.parse_args().board.split("x"))
    grid = Grid(width, height)
    for suicide, symmetry in product((False, True), (False, True)):
        started, processor_started = time.perf_counter(), time.process_time()
        graph = explore(Rules(ko=Ko.SIMPLE, suicide=suicide), grid, symmetry)
        seconds, processor = time.perf_counter() - started, time.process_time() - processor_started
        successors = graph.moves.nnz + graph.passes.nnz
        print(
            f"{grid} suicide={suicide!s:5} symmetry={symmetry!s:5} {graph.number_of_situations:,} situations, "
            f"{len(graph.nodes):,} explored, {successors:,} successors in {seconds:.1f} s "
            f"({successors / seconds:,.0f} a second) and {processor:.1f} s of processor time "
            f"({successors / processor:,.0f} a second)"
        )


if __name__ == "__main__":
    main()
