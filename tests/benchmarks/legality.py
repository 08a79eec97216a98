"""Which colorings are legal, by the clauses and by a brute force in C: `python -m tests.benchmarks.legality`.

The clauses are compiled, once as they stand and once with the lemma on captures. The brute force is written as one
would: it follows the neighbours of every string by a stack, on an array of colors.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from superko.checker.sweeps.sweep import chunks, legality_program
from superko.interpreter.program.clauses import SETS, program
from superko.interpreter.program.ir import Program
from superko.interpreter.program.machine_code import on_arrays
from superko.spec.algebra import Color, Coloring, Grid
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.rules import Rules

BRUTE_FORCE = r"""
#include <stdio.h>
#define POINTS (WIDTH * HEIGHT)
static int color[POINTS], neighbours[POINTS][4], number[POINTS];
static int has_liberty(int start) {
    static int seen[POINTS], stamp; int stack[POINTS], top = 0;
    stamp++; seen[start] = stamp; stack[top++] = start;
    while (top) {
        int point = stack[--top];
        for (int i = 0; i < number[point]; i++) {
            int other = neighbours[point][i];
            if (color[other] == 0) return 1;
            if (color[other] == color[point] && seen[other] != stamp) { seen[other] = stamp; stack[top++] = other; }
        }
    }
    return 0;
}
int main(void) {
    for (int p = 0; p < POINTS; p++) {
        int x = p % WIDTH, y = p / WIDTH;
        if (x) neighbours[p][number[p]++] = p - 1;
        if (x < WIDTH - 1) neighbours[p][number[p]++] = p + 1;
        if (y) neighbours[p][number[p]++] = p - WIDTH;
        if (y < HEIGHT - 1) neighbours[p][number[p]++] = p + WIDTH;
    }
    long legal = 0;
    for (;;) {
        int p, fine = 1;
        for (p = 0; p < POINTS && fine; p++) fine = color[p] == 0 || has_liberty(p);
        legal += fine;
        for (p = 0; p < POINTS && color[p] == 2; p++) color[p] = 0;
        if (p == POINTS) break;
        color[p]++;
    }
    printf("%ld\n", legal);
}
"""


@lru_cache
def by_the_text(grid: Grid) -> Program:
    """Legality by the clause on captures as it stands."""

    def does(_: Rules, black: Any, white: Any) -> dict[str, Any]:
        c = Coloring(black.board, black, white)
        return {"legal": c.is_empty(resolve_captures(c, Color.BLACK) | resolve_captures(c, Color.WHITE))}

    return program("is_legal_by_the_text", grid, Rules(), "Whether every stone has a liberty.", SETS, does)


def counted(program_of: Callable[[Grid], Program], grid: Grid) -> int:
    """How many colorings a program says are legal."""
    import numpy as np

    run_each, legal = on_arrays(program_of(grid)), 0
    for c in chunks(grid):
        flags = np.empty(len(c.black), dtype=np.bool_)
        run_each(c.black, c.white, flags)
        legal += int(flags.sum())
    return legal


def brute_force(grid: Grid, folder: Path) -> Path:
    """The brute force as a program of the system's compiler."""
    source = folder / "legality.c"
    source.write_text(BRUTE_FORCE)
    sides = [f"-DWIDTH={grid.width}", f"-DHEIGHT={grid.height}"]
    subprocess.run(["cc", "-O2", *sides, "-o", folder / "legality", source], check=True)
    return folder / "legality"


def main() -> None:
    """Print how long each takes, and how long that is beside the brute force."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="4x4")
    grid = Grid(*map(int, parser.parse_args().board.split("x")))
    with tempfile.TemporaryDirectory() as folder:
        compiled = brute_force(grid, Path(folder))
        started = time.perf_counter()
        legal = int(subprocess.run([compiled], check=True, capture_output=True, text=True).stdout)
        in_c = time.perf_counter() - started
    print(f"{grid}: {legal:,} legal; brute force in C {in_c:.2f} s")
    for name, program_of in (("with the lemma", legality_program), ("by the text", by_the_text)):
        counted(program_of, grid)
        started = time.perf_counter()
        same = counted(program_of, grid) == legal
        seconds = time.perf_counter() - started
        print(f"{name}: {'the same' if same else 'another'} number in {seconds:.2f} s, {seconds / in_c:.2f} of it")


if __name__ == "__main__":
    main()
