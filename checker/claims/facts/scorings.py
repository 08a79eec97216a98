"""Every scoring, on every legal position: how often any two of them differ, and a digest of all scores.

What a position scores depends on the scoring rule, on the tax, on whether independent life must hold a stone of its own
where there is a tax, on whether pass-dead stones are removed, and, where they are, on whether suicide is allowed. With
territory scoring and a tax, they may be removed everywhere, or as the engine has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from ....interpreter.rule_names import parse_rules
from ....spec.algebra import Grid
from ....spec.algebra.arrays import Words
from ....spec.parameters import Scoring, Tax
from ....spec.rules import Rules
from ...checks import check_boards
from ...sweeps.attacks import read_on_arrays
from ...sweeps.images import SWAPPED, all_images, image_tables, images, smallest_images
from ...sweeps.summaries import Summary, summary_of
from ...sweeps.sweeping import CHUNK, Sweep, leads_of, left_over
from ...verdict import Verdict, holds_unless, if_it_acted

LITERAL = "reading/ilr-own-stone=literal"
ALWAYS = "reading/engine-always-pass-alive"
EXACT_LEAD = np.float16
"""Holds every multiple of one half up to 1024, far beyond what a board of 40 points can score."""


def _removals(scoring: Scoring, tax: Tax) -> list[str]:
    within_life = scoring is Scoring.TERRITORY and tax is not Tax.NONE
    answers = ["everywhere", *(["engine"] if within_life else [])]
    return [f"suicide={suicide},{ALWAYS}={answer}" for answer, suicide in product(answers, ("yes", "no"))]


def _texts() -> Iterator[str]:
    for scoring, tax in product(Scoring, Tax):
        for own_stone, removal in product([""] if tax is Tax.NONE else ["", LITERAL], ["", *_removals(scoring, tax)]):
            yield ",".join(filter(None, [f"scoring={scoring.value}", f"tax={tax.value}", own_stone, removal]))


SCORINGS = {text: parse_rules(text) for text in _texts()}
"""Every scoring, by the text that names its rules."""


def with_colors_swapped(grid: Grid, indices: Words) -> Words:
    """The indices of the colorings in which black and white are exchanged.

    >>> with_colors_swapped(Grid(2, 1), np.arange(9, dtype=np.uint64)).tolist()
    [0, 2, 1, 6, 8, 7, 3, 5, 4]
    """
    swapped: Words = images(indices, [image_tables(range(grid.size), SWAPPED)])[0]
    return swapped


def favours_no_color(*scorings: Rules, grid: Grid) -> Verdict:
    """Score every legal position under every scoring; with the colors swapped, the lead must be the other player's."""
    sweep = Sweep(grid, tuple(map(read_on_arrays, scorings)))
    summary = Summary()
    found, scores = [], []
    for piece in left_over((), sweep.colorings, CHUNK):
        some, leads_of_some = leads_of(sweep, *piece)
        summary += summary_of(*all_images(some, sweep.movements()), leads_of_some)
        found.append(some)
        scores.append(np.array(leads_of_some, dtype=EXACT_LEAD))
    indices, leads = np.concatenate(found), np.concatenate(scores, axis=1)
    partners = smallest_images(with_colors_swapped(grid, indices), sweep.movements())
    swapped = leads[:, np.searchsorted(indices, partners)]
    verdict = holds_unless(
        int(np.count_nonzero(leads + swapped)),
        f"legal positions of {grid}",
        "sweep",
        positions=summary.positions,
        scores=leads.size,
    )
    notes = (
        f"{len(scorings)} scorings, of which {len(summary.differing)} pairs differ in some position; "
        f"the scores have the digest {summary.digest:016x}"
    )
    if len(indices) < summary.positions:
        notes += f"; {len(indices)} positions up to symmetry"
    return if_it_acted(replace(verdict, notes=f"{notes}."), int(np.count_nonzero(leads)), "let somebody lead")


check_boards(
    "fact/scorings",
    favours_no_color,
    boards=[(3, 3)],
    standard=[(4, 3), (4, 4)],
    cost=lambda grid: 3.0**grid.size / 1_000_000,
    under=tuple(SCORINGS.values()),
)
