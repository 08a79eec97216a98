"""How long it takes to tell the legal colorings of a board, and to score them: `python -m tests.benchmarks.sweep`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from superko.checker.sweeps.run import CHUNK, Sweep, WithColorsSwapped, left_over
from superko.checker.sweeps.summaries import SCORINGS
from superko.checker.sweeps.sweep import chunks, legal_chunks, number_of_colorings, score_of_position
from superko.spec.algebra import Color, Grid
from superko.spec.katago_v2.moves import resolve_captures

SCORED = tuple(SCORINGS.values())


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


def scored_one_by_one(grid: Grid) -> int:
    """How many positions are scored in every way, each of them by itself."""
    legal = 0
    for c in legal_chunks(grid):
        leads = [score_of_position(rules, c) for rules in SCORED]
        legal += len(leads[0])
    return legal


def swept(grid: Grid) -> int:
    """How many positions are scored in every way, counted and hashed, as sweeps do it."""
    sweep = Sweep(grid, SCORED)
    return sum(sweep.summary(*piece).positions for piece in left_over((), sweep.colorings, lambda: CHUNK))


def swept_fairly(grid: Grid) -> int:
    """How many positions are scored in every way, each beside the one in which the colors are swapped."""
    sweep = WithColorsSwapped(grid, SCORED)
    return sum(sweep.summary(*piece).positions for piece in left_over((), sweep.colorings, lambda: CHUNK))


def speed(name: str, count: Callable[[Grid], int], grid: Grid) -> float:
    """Print how many of the colorings are legal, and how many it takes a second; and give the latter."""
    started = time.process_time()
    legal = count(grid)
    seconds = time.process_time() - started
    total = number_of_colorings(grid)
    print(f"{grid} {name:19} {legal} of {total} legal in {seconds:5.1f} s: {total / seconds:,.0f} a second")
    return total / seconds


def main() -> None:
    """Print a line for each way, and how many times as fast each kind of sweep scores as the one before it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x4", help="where legal colorings are told: columns x rows")
    parser.add_argument("--scored", default="3x3", help="where they are scored in every way; 4x3 takes a minute")
    arguments = parser.parse_args()
    board, scored = (Grid(*map(int, text.split("x"))) for text in (arguments.board, arguments.scored))
    speed("by the lemma", by_the_lemma, board)
    speed("by the text", by_the_text, board)
    one_by_one = speed("scored one by one", scored_one_by_one, scored)
    usual = speed("swept", swept, scored)
    print(f"{usual / one_by_one:.1f} times as fast")
    print(f"{speed('with colors swapped', swept_fairly, scored) / usual:.2f} times as fast as the sweep before")


if __name__ == "__main__":
    main()
