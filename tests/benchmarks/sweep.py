"""How long it takes to tell the legal colorings of a board: `python -m tests.benchmarks.sweep [--board 4x4]`."""

from __future__ import annotations

import argparse
import time

from superko.checker.sweeps.sweep import chunks, legal_chunks, number_of_colorings
from superko.spec.algebra import Color, Grid
from superko.spec.katago_v2.moves import resolve_captures


def by_the_lemma(grid: Grid) -> int:
    """How many colorings are legal, by the lemma that sweeps use."""
    return sum(len(c.black) for c in legal_chunks(grid))


def by_the_text(grid: Grid) -> int:
    """How many colorings are legal, by the clause itself."""
    legal = 0
    for c in chunks(grid):
        without_liberties = resolve_captures(c, Color.BLACK) | resolve_captures(c, Color.WHITE)
        legal += int((without_liberties == 0).sum())
    return legal


def main() -> None:
    """Print a line for the lemma and one for the text."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x4", help="columns x rows, such as 4x3")
    width, height = map(int, parser.parse_args().board.split("x"))
    grid = Grid(width, height)
    for name, count in (("by the lemma", by_the_lemma), ("by the text", by_the_text)):
        started = time.perf_counter()
        legal = count(grid)
        seconds = time.perf_counter() - started
        total = number_of_colorings(grid)
        print(f"{grid} {name:12} {legal} of {total} legal in {seconds:5.1f} s: {total / seconds:,.0f} a second")


if __name__ == "__main__":
    main()
