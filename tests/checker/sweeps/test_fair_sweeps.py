"""Sweeps that score each position beside the one with the colors swapped."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from superko.checker.sweeps.run import Summary, Sweep, WithColorsSwapped, cut, leads_of, with_colors_swapped
from superko.checker.sweeps.sweep import smallest_images, turned_and_mirrored
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended

SCORINGS = tuple(map(parse_rules, ("tromp-taylor-ten", "japanese-like", "stone-scoring")))
GRIDS = [Grid(1, 1), Grid(4, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3)]


def surrounded_by_black(ended: Ended[Any], color: Color) -> Any:
    """Black scores every empty point."""
    return ended.coloring.size(ended.coloring.empty) * (color is BLACK)


UNFAIR = Rules().replacing("katago-v2/area/score-none#surrounded", surrounded_by_black)


def whole(sweep: Sweep) -> Summary:
    return sweep.summary(0, sweep.colorings)


def fairness_by_remembering_all(sweep: Sweep) -> Counter[str]:
    """What is found where all leads of a board are kept, and each is compared with that of its image."""
    movements = [] if sweep.one_by_one else turned_and_mirrored(sweep.grid)
    indices, rows = leads_of(Sweep(sweep.grid, sweep.scorings), 0, sweep.colorings)
    leads = np.array(rows)
    swapped = with_colors_swapped(sweep.grid, indices)
    partners = smallest_images(swapped, movements) if movements else swapped
    unfair = np.count_nonzero(leads + leads[:, np.searchsorted(indices, partners)])
    return Counter(scored=len(indices), led=int(np.count_nonzero(leads)), unfair=int(unfair))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("scorings", [SCORINGS, (UNFAIR,), (SCORINGS[0], UNFAIR)], ids=["fair", "unfair", "one of two"])
class TestColorsSwapped:
    def test_every_position_is_counted_and_hashed_as_by_a_usual_sweep(
        self, grid: Grid, scorings: tuple[Rules, ...]
    ) -> None:
        swapped, usual = whole(WithColorsSwapped(grid, scorings)), whole(Sweep(grid, scorings))
        assert (swapped.positions, swapped.leads, swapped.digest) == (usual.positions, usual.leads, usual.digest)
        assert swapped.differing == usual.differing

    def test_it_is_as_fair_as_where_all_leads_of_the_board_are_remembered(
        self, grid: Grid, scorings: tuple[Rules, ...]
    ) -> None:
        sweep = WithColorsSwapped(grid, scorings)
        fairness = whole(sweep).fairness
        assert fairness == fairness_by_remembering_all(sweep)
        assert (fairness["unfair"] > 0) == (UNFAIR in scorings)

    def test_it_does_not_matter_how_the_board_is_cut(self, grid: Grid, scorings: tuple[Rules, ...]) -> None:
        sweep = WithColorsSwapped(grid, scorings)
        pieces = [sweep.summary(*piece) for piece in cut(sweep.colorings, 5000)]
        assert reduce(add, pieces) == whole(sweep)
