"""How long a sweep would take, and positions that show where two scorings differ."""

from __future__ import annotations

import time

import numpy as np

from ...interpreter.notation import board_text
from ...spec.algebra import Coloring
from ...spec.algebra.arrays import ArrayBoard
from ...spec.algebra.integers import integer_board
from ..evidence.workers import processors
from .run import Sweep, leads_of
from .summaries import Pair
from .sweep import colorings

SAMPLE = 1 << 10
MOST_LOOKED_AT = 1 << 16
DAY = 24 * 60 * 60
YEAR = 365 * DAY
FEWEST_TO_ESTIMATE = 3**22


def seconds_to_sweep(sweep: Sweep, left: int, workers: int | None = None) -> float:
    """How many seconds it takes to cover so many colorings, going by a few from the middle of the board's."""
    middle = sweep.colorings // 2
    started = time.perf_counter()
    sweep.summary(middle, middle + SAMPLE)
    return (time.perf_counter() - started) / SAMPLE * left / (workers or processors())


def check_that_it_ends(sweep: Sweep, left: int, workers: int | None = None) -> None:
    """Refuse a sweep that would take longer than a year.

    Raises:
        ValueError: it would; the message says how long.
    """
    if left < FEWEST_TO_ESTIMATE:
        return
    seconds = seconds_to_sweep(sweep, left, workers)
    if seconds > YEAR:
        raise ValueError(
            f"{sweep.grid} has {sweep.colorings:,} {sweep.what}, and on this machine {left:,} of them would take about "
            f"{seconds / YEAR:,.0f} years; choose a smaller board."
        )


def examples(sweep: Sweep, pairs: set[Pair]) -> dict[Pair, tuple[str, float, float]]:
    """For two scorings each, the first position in which they differ, with Black's lead by both.

    Only so many colorings are looked at, in the order in which they are counted; a pair that differs in none of them is
    left out.
    """
    found: dict[Pair, tuple[str, float, float]] = {}
    step = min(MOST_LOOKED_AT, 1 << 13)
    for start in range(0, min(sweep.colorings, MOST_LOOKED_AT), step):
        if not pairs - found.keys():
            break
        indices, leads = leads_of(sweep, start, min(start + step, sweep.colorings))
        for first, second in pairs - found.keys():
            different = np.flatnonzero(leads[first] != leads[second])
            if len(different):
                at = int(different[0])
                found[first, second] = (
                    _board(sweep, int(indices[at])),
                    float(leads[first][at]),
                    float(leads[second][at]),
                )
    return found


def _board(sweep: Sweep, index: int) -> str:
    c = colorings(ArrayBoard(sweep.grid), index, index + 1)
    return board_text(Coloring(integer_board(sweep.grid.width, sweep.grid.height), int(c.black[0]), int(c.white[0])))
