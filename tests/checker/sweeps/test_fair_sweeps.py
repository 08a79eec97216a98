"""Sweeps that score each position beside the one with the colors swapped, and those that go on where one stopped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from superko.checker.sweeps import checkpoint as going_on
from superko.checker.sweeps.checkpoint import covered, file_of
from superko.checker.sweeps.run import Coverage, Sweep, WithColorsSwapped, leads_of, left_over, run, with_colors_swapped
from superko.checker.sweeps.summaries import Fairness, Summary
from superko.checker.sweeps.sweep import leads_program, smallest_images, turned_and_mirrored
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


def fairness_by_remembering_all(sweep: Sweep) -> Fairness:
    """What is found where all leads of a board are kept, and each is compared with that of its image."""
    movements = [] if sweep.one_by_one else turned_and_mirrored(sweep.grid)
    indices, rows = leads_of(Sweep(sweep.grid, sweep.scorings), 0, sweep.colorings)
    leads = np.array(rows)
    swapped = with_colors_swapped(sweep.grid, indices)
    partners = smallest_images(swapped, movements) if movements else swapped
    unfair = np.count_nonzero(leads + leads[:, np.searchsorted(indices, partners)])
    return Fairness(len(indices), int(np.count_nonzero(leads)), int(unfair))


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
        assert (fairness.unfair > 0) == (UNFAIR in scorings)

    def test_it_does_not_matter_how_the_board_is_cut(self, grid: Grid, scorings: tuple[Rules, ...]) -> None:
        sweep = WithColorsSwapped(grid, scorings)
        pieces = [sweep.summary(*piece) for piece in left_over((), sweep.colorings, lambda: 5000)]
        assert reduce(add, pieces) == whole(sweep)


class TestGoingOn:
    sweep = WithColorsSwapped(Grid(3, 2), SCORINGS)

    @pytest.fixture(autouse=True)
    def cached(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setattr(going_on, "POINTS_THAT_TAKE_LONG", 1)
        monkeypatch.setattr(going_on, "SECONDS_BETWEEN", 0.0)

    def test_a_sweep_that_was_stopped_goes_on_to_the_same_summary(self, monkeypatch: pytest.MonkeyPatch) -> None:
        done = []

        def stopped_after_two(*arguments: Any) -> Iterator[Coverage]:
            for number, coverage in enumerate(run(*arguments)):
                if number == 2:
                    raise KeyboardInterrupt
                done.append(coverage)
                yield coverage

        with monkeypatch.context() as patched:
            patched.setattr(going_on, "run", stopped_after_two)
            with pytest.raises(KeyboardInterrupt):
                covered(self.sweep, chunk=100)
        started_with = []

        def noting(sweep: Sweep, so_far: Coverage, chunk: int) -> Iterator[Coverage]:
            started_with.append(so_far)
            return run(sweep, so_far, chunk)

        monkeypatch.setattr(going_on, "run", noting)
        assert covered(self.sweep, chunk=100) == Coverage(((0, 729),), whole(self.sweep))
        assert started_with == [done[-1]]
        assert started_with[0].colorings == 200

    def test_nothing_is_left_behind_once_all_is_covered(self) -> None:
        covered(self.sweep)
        file = file_of(self.sweep)
        assert file is not None
        assert not file.exists()

    def test_a_damaged_file_is_begun_anew(self) -> None:
        file = file_of(self.sweep)
        assert file is not None
        file.write_text("{}")
        assert covered(self.sweep).summary == whole(self.sweep)

    def test_sweeps_of_other_boards_kinds_and_rules_are_kept_apart(self) -> None:
        grid = self.sweep.grid
        others = [
            WithColorsSwapped(Grid(2, 3), SCORINGS),
            WithColorsSwapped(grid, SCORINGS[:2]),
            WithColorsSwapped(grid, (*SCORINGS[:2], UNFAIR.literally())),
            Sweep(grid, SCORINGS),
        ]
        files = [file_of(sweep) for sweep in (self.sweep, *others)]
        assert len({*files}) == len(files)

    def test_what_amended_clauses_come_to_is_not_kept(self) -> None:
        assert file_of(WithColorsSwapped(self.sweep.grid, (UNFAIR,))) is None

    def test_a_clause_that_scores_otherwise_gets_another_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = file_of(self.sweep)
        swapped = leads_program(self.sweep.grid, SCORINGS[::-1])
        monkeypatch.setattr(going_on, "leads_program", lambda *_: swapped)
        assert file_of(self.sweep) != usual
