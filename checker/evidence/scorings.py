"""Every way to score a position, on every legal position: how often any two of them differ, and a digest of all scores.

What a position scores depends on the scoring rule, on the tax, on whether independent life must hold a stone of its own
where there is a tax, on whether pass-dead stones are removed, and, where they are, on whether suicide is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial, reduce
from itertools import product
from operator import add

import numpy as np

from ...interpreter.rule_names import parse_rules
from ...spec.algebra import Grid
from ...spec.algebra.arrays import Words
from ...spec.parameters import Scoring, Tax
from ...spec.rules import Rules
from ..checks import check_boards
from ..sweeps.sweeping import Sweep, leads_of, left_over, summary_of
from ..verdict import Verdict, holds_unless

LITERAL = "reading/ilr-own-stone=literal"
REMOVALS = [f"suicide={suicide},reading/engine-always-pass-alive=engine" for suicide in ("yes", "no")]
AT_ONCE = 1 << 15
SWAPPED_COLORS = np.array([0, 2, 1], dtype=np.uint64)


def _texts() -> Iterator[str]:
    for scoring, tax in product(Scoring, Tax):
        for own_stone, removal in product([""] if tax is Tax.NONE else ["", LITERAL], ["", *REMOVALS]):
            yield ",".join(filter(None, [f"scoring={scoring.value}", f"tax={tax.value}", own_stone, removal]))


SCORINGS = {text: parse_rules(text) for text in _texts()}
"""Every way to score a position, by the text that names its rules."""


def with_colors_swapped(grid: Grid, indices: Words) -> Words:
    """The indices of the colorings in which black and white have changed places.

    >>> with_colors_swapped(Grid(2, 1), np.arange(9, dtype=np.uint64)).tolist()
    [0, 2, 1, 6, 8, 7, 3, 5, 4]
    """
    swapped = np.zeros_like(indices)
    for point in range(grid.size):
        place = np.uint64(len(SWAPPED_COLORS) ** point)
        swapped += SWAPPED_COLORS[indices // place % np.uint64(len(SWAPPED_COLORS))] * place
    return swapped


def favours_no_color(scorings: tuple[Rules, ...], grid: Grid) -> Verdict:
    """Score every legal position under every scoring; with the colors swapped, the lead must be the other player's."""
    sweep = Sweep(grid, scorings)
    chunks = [leads_of(sweep, *piece) for piece in left_over((), sweep.colorings, AT_ONCE)]
    indices = np.concatenate([found for found, _ in chunks])
    leads = np.concatenate([np.array(found) for _, found in chunks], axis=1)
    swapped = leads[:, np.argsort(with_colors_swapped(grid, indices))]
    summary = reduce(add, (summary_of(*chunk) for chunk in chunks))
    verdict = holds_unless(
        int(np.count_nonzero(leads + swapped)),
        f"legal positions of {grid}",
        "sweep",
        positions=summary.positions,
        scores=leads.size,
    )
    differing = f"{len(scorings)} scorings, of which {len(summary.differing)} pairs differ in some position"
    return replace(verdict, notes=f"{differing}; the scores have the digest {summary.digest:016x}.")


check_boards(
    "fact/scorings",
    partial(favours_no_color, tuple(SCORINGS.values())),
    boards=[(3, 3)],
    deep=[(4, 3)],
    cost=lambda grid: 3.0**grid.size / 9000,
)
