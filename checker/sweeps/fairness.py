"""Sweeps that score every legal position beside the one in which the colors are swapped, to see if a color is favoured.

Both are scored in the same go, so that nothing need be remembered of the rest of the board's positions. On `XO.`, say,
White's lead must be Black's lead on `OX.`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ...spec.algebra import Grid
from ...spec.algebra.arrays import Words
from ..model.symmetry import board_symmetries
from .images import SWAPPED, Tables, all_images, image_tables, images, smallest_images
from .summaries import Fairness, Summary, summary_of
from .sweeping import Sweep, leads_at, leads_of


@dataclass(frozen=True)
class WithColorsSwapped(Sweep):
    """A sweep whose summaries tell how fair the scorings are.

    >>> from superko.spec.rules import Rules
    >>> WithColorsSwapped(Grid(2, 1), (Rules(),)).summary(0, 9).fairness
    Fairness(scored=3, led=2, unfair=0)
    """

    def movements(self) -> list[Tables]:
        """The rotations and reflections that are taken to keep scores, each also with the colors swapped."""
        return [*super().movements(), *_swapped(self.grid, self.one_by_one)]

    def summary(self, start: int, stop: int) -> Summary:
        """What is found on those positions of a range that stand for others, on these, and with the colors swapped."""
        standing, leads = leads_of(self, start, stop)
        swapped = with_colors_swapped(self.grid, standing)
        _, leads_of_swapped = leads_at(self, swapped)
        # Some positions are images of themselves with the colors swapped: those are there already.
        movements = super().movements()
        others = np.flatnonzero(smallest_images(swapped, movements) != standing)
        scored = np.concatenate([standing, swapped[others]])
        both = [np.concatenate([lead, of[others]]) for lead, of in zip(leads, leads_of_swapped, strict=True)]
        other = [np.concatenate([of, lead[others]]) for lead, of in zip(leads, leads_of_swapped, strict=True)]
        led = sum(int(np.count_nonzero(lead)) for lead in both)
        unfair = sum(int(np.count_nonzero(lead + of)) for lead, of in zip(both, other, strict=True))
        found = summary_of(*all_images(scored, movements), both)
        return replace(found, fairness=Fairness(len(scored), led, unfair))


@lru_cache(16)
def _swapped(grid: Grid, as_it_stands: bool) -> list[Tables]:
    turned = [tuple(range(grid.size))] if as_it_stands else board_symmetries(grid)
    return [image_tables(points, SWAPPED) for points in turned]


def with_colors_swapped(grid: Grid, indices: Words) -> Words:
    """The indices of the colorings in which black and white are exchanged.

    >>> with_colors_swapped(Grid(2, 1), np.arange(9, dtype=np.uint64)).tolist()
    [0, 2, 1, 6, 8, 7, 3, 5, 4]
    """
    swapped: Words = images(indices, _swapped(grid, as_it_stands=True))[0]
    return swapped
