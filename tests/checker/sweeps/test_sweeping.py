"""Long sweeps: the same counts and digest however they are cut and wherever they run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.phase.symmetry import board_symmetries
from superko.checker.sweeps.run import SCORINGS, Summary, Sweep, WorkersLost, cut, digest, leads_hashed, swept
from superko.checker.sweeps.sweep import (
    AS_THEY_ARE,
    SWAPPED,
    all_images,
    image_tables,
    images,
    legal_chunks,
    number_of_colorings,
    representatives,
    score_of_position,
    smallest_images,
    turned_and_mirrored,
)
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.algebra.arrays import Words
from superko.spec.presets import PRESETS
from superko.spec.rules import Refusal
from superko.spec.vocabulary import Ended

NAMES = ("tromp-taylor-ten", "japanese-like", "scoring=AREA,reading/engine-always-pass-alive=engine")
SMALL = Sweep(Grid(3, 2), tuple(map(parse_rules, NAMES)))
ALONE = [sys.executable, "-m", "superko.checker.sweeps"]


@pytest.fixture(scope="module")
def unbroken() -> Summary:
    return SMALL.summary(0, SMALL.colorings)


class TestTheSummary:
    def test_counts_the_legal_positions_by_lead_and_where_scorings_differ(self, unbroken: Summary) -> None:
        leads = np.array(
            [
                np.concatenate([score_of_position(rules, c) for c in legal_chunks(SMALL.grid)])
                for rules in SMALL.scorings
            ]
        )
        assert unbroken.positions == leads.shape[1] == 489
        assert unbroken.leads[1, 4.0] == np.sum(leads[1] == 4)
        assert unbroken.differing[0, 2] == np.sum(leads[0] != leads[2]) > 0

    @pytest.mark.parametrize("chunk", [30, 100, 729, 10_000])
    def test_does_not_depend_on_how_the_board_was_cut(self, unbroken: Summary, chunk: int) -> None:
        assert swept(SMALL, chunk) == unbroken

    def test_does_not_depend_on_the_order_of_the_chunks(self, unbroken: Summary) -> None:
        pieces = [SMALL.summary(*piece) for piece in cut(SMALL.colorings, 50)]
        assert reduce(add, reversed(pieces)) == unbroken

    def test_tells_the_literal_reading_of_independent_life_from_the_engines_on_5500_positions(self) -> None:
        removal = "scoring=AREA,tax=SEKI,suicide=no,reading/engine-always-pass-alive=engine"
        scorings = parse_rules(removal), parse_rules(f"{removal},reading/ilr-own-stone=literal")
        sweep = Sweep(Grid(3, 3), scorings)
        assert sweep.summary(0, sweep.colorings).differing == {(0, 1): 5500}

    def test_has_another_digest_where_two_positions_exchange_their_scores(self) -> None:
        indices = np.arange(2, dtype=np.uint64)
        first, second = (leads_hashed([np.array(leads)]) for leads in ([1.0, -1.0], [-1.0, 1.0]))
        assert digest(indices, first) != digest(indices, second)

    def test_has_another_digest_where_two_scorings_change_places(self) -> None:
        turned = Sweep(SMALL.grid, SMALL.scorings[::-1])
        assert turned.summary(0, 729).digest != SMALL.summary(0, 729).digest

    def test_sees_what_is_pass_alive_under_each_rule_set_of_its_own(self) -> None:
        usual = parse_rules("reading/engine-always-pass-alive=engine")
        lively = usual.replacing(
            "katago-v2/extra/pass-alive-group", lambda rules, c, color: c.of(color), "All is alive."
        )
        together = Sweep(Grid(3, 2), (usual, lively)).summary(0, 729).leads
        apart = [Sweep(Grid(3, 2), (rules,)).summary(0, 729).leads for rules in (usual, lively)]
        assert together == {(i, lead): n for i, leads in enumerate(apart) for (_, lead), n in leads.items()}
        assert apart[0] != apart[1]

    @pytest.mark.parametrize("points", [0.25, 1 / 3, float("inf")])
    def test_is_refused_where_a_lead_is_no_number_of_half_points(self, points: float) -> None:
        def of_a_stone(ended: Ended, color: Color) -> float:
            return points if color is BLACK and ended.coloring.black else 0

        rules = PRESETS["tromp-taylor"].replacing("katago-v2/area/score-none#stones", of_a_stone, "It is so much.")
        sweep = Sweep(Grid(2, 1), (rules,))
        with pytest.raises(Refusal, match="Leads are counted in half points here"):
            sweep.summary(0, sweep.colorings)

    def test_is_refused_where_colorings_cannot_be_counted_in_64_bits(self) -> None:
        with pytest.raises(ValueError, match="up to 40 points"):
            Sweep(Grid(7, 6), ())


def printed(*arguments: str) -> Any:
    """What the module prints of a sweep."""
    ran = subprocess.run([*ALONE, *arguments], capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


class TestTheModule:
    def test_counts_who_leads_how_often_and_how_often_scorings_differ(self, unbroken: Summary) -> None:
        counts = printed("3x2", *NAMES, "--workers", "1")
        assert (counts["covered"], counts["digest"]) == (729, f"{unbroken.digest:016x}")
        assert [*counts["leads"]] == list(NAMES)
        assert sum(counts["leads"][NAMES[1]].values()) == 489
        assert counts["differing"][0] == {"scorings": list(NAMES[:2]), "positions": unbroken.differing[0, 1]}

    @pytest.mark.thorough
    def test_scores_in_every_way_where_no_rules_are_named(self) -> None:
        assert [*printed("2x2", "--workers", "1")["leads"]] == list(SCORINGS)


class SweepThatKills(Sweep):
    """Whoever works on it dies."""

    def summary(self, start: int, stop: int) -> Summary:
        os._exit(3)


@pytest.mark.thorough
def test_a_worker_process_that_dies_is_told() -> None:
    with pytest.raises(WorkersLost, match=r"died \(exit status 3\)"):
        swept(SweepThatKills(SMALL.grid, SMALL.scorings), workers=2)


# Images of colorings, by their indices: where points go, which image stands for all, and that none is lost.


SMALL_GRIDS = [Grid(1, 1), Grid(4, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3)]
THREE_TABLES = Grid(5, 4)


def digits(index: int, points: int) -> list[int]:
    """The color of each point."""
    return [index // 3**point % 3 for point in range(points)]


def index(colors: list[int]) -> int:
    return sum(color * 3**point for point, color in enumerate(colors))


def moved(start: int, points: tuple[int, ...], colors: tuple[int, ...] = AS_THEY_ARE) -> int:
    """The image of a coloring, point by point."""
    image = [0] * len(points)
    for target, color in zip(points, digits(start, len(points)), strict=True):
        image[target] = colors[color]
    return index(image)


def sets_of_images(grid: Grid) -> set[frozenset[int]]:
    movements = board_symmetries(grid)
    return {frozenset(moved(start, points) for points in movements) for start in range(number_of_colorings(grid))}


def everything(grid: Grid) -> Words:
    return np.arange(number_of_colorings(grid), dtype=np.uint64)


@given(st.permutations(range(20)), st.sampled_from([AS_THEY_ARE, SWAPPED]), st.integers(0, 3**20 - 1))
def test_an_image_has_each_color_where_the_movement_takes_its_point(
    points: list[int], colors: tuple[int, ...], start: int
) -> None:
    indices = images(np.array([start], dtype=np.uint64), [image_tables(points, colors)])
    assert indices.tolist() == [[moved(start, tuple(points), colors)]]


@pytest.mark.parametrize("grid", SMALL_GRIDS, ids=str)
def test_one_coloring_of_each_set_of_images_represents_it(grid: Grid) -> None:
    smallest = representatives(everything(grid), turned_and_mirrored(grid))
    assert sorted(map(min, sets_of_images(grid))) == smallest.tolist()


@pytest.mark.parametrize("grid", SMALL_GRIDS, ids=str)
def test_the_images_of_the_representatives_are_all_colorings_each_once(grid: Grid) -> None:
    movements = turned_and_mirrored(grid)
    smallest = representatives(everything(grid), movements)
    indices, origins = all_images(smallest, movements)
    assert sorted(indices.tolist()) == everything(grid).tolist()
    assert np.array_equal(smallest_images(indices, movements), smallest[origins])
    assert Counter(origins.tolist()).total() == sum(map(len, sets_of_images(grid)))


@given(st.integers(0, 3**20 - 1))
def test_all_images_have_the_same_representative_on_boards_of_several_tables(start: int) -> None:
    movements = turned_and_mirrored(THREE_TABLES)
    indices, _ = all_images(np.array([start], dtype=np.uint64), movements)
    assert set(indices.tolist()) == {moved(start, points) for points in board_symmetries(THREE_TABLES)}
    assert set(smallest_images(indices, movements).tolist()) == {min(indices.tolist())}
