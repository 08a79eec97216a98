"""Every legal position of small boards scores as the engine scored it: held to digests of what it said."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from superko.checker.claims.facts.scores import DIGESTS, favours_no_color, scored_as_by_the_engine
from superko.checker.evidence.verdict import Outcome
from superko.checker.sweeps import run as sweeping
from superko.checker.sweeps.run import SCORINGS, Summary, Sweep, leads_of, sharing_pass_alive, with_colors_swapped
from superko.checker.sweeps.sweep import (
    Tables,
    colorings_at,
    legal_chunks,
    score_of_position,
    smallest_images,
    turned_and_mirrored,
)
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended

BOARD = Grid(4, 2)
TAXED = "japanese-like,reading/engine-always-pass-alive="


def test_removing_pass_dead_stones_everywhere_or_nowhere_is_refuted() -> None:
    for answer in ("everywhere", "document"):
        assert scored_as_by_the_engine(parse_rules(f"{TAXED}{answer}"), BOARD).outcome is Outcome.REFUTED


def test_where_the_engine_had_scored_one_position_otherwise_it_would_be_refuted() -> None:
    otherwise = {name: {sides: digest + 1 for sides, digest in boards.items()} for name, boards in DIGESTS.items()}
    assert scored_as_by_the_engine(parse_rules(f"{TAXED}engine"), BOARD, otherwise).outcome is Outcome.REFUTED


def test_three_boards_are_told_under_japanese_and_area_rules_with_each_tax() -> None:
    wide = {name for name, boards in DIGESTS.items() if set(boards) == {(4, 2), (5, 2), (4, 3)}}
    assert {"scoring=TERRITORY tax=SEKI suicide=no", "scoring=TERRITORY tax=ALL suicide=no"} < wide
    assert {
        "scoring=AREA tax=NONE suicide=yes",
        "scoring=AREA tax=SEKI suicide=no",
        "scoring=AREA tax=ALL suicide=no",
    } < wide


ALL = tuple(SCORINGS.values())
SMALL = [Grid(1, 1), Grid(5, 1), Grid(2, 2), Grid(2, 3), Grid(3, 2), Grid(3, 3)]
STONES = "katago-v2/area/score-none#stones"


class Careless(Sweep):
    """A sweep that takes amended rules, too, to score all images of a position alike."""

    def movements(self) -> list[Tables]:
        return turned_and_mirrored(self.grid)


def whole(sweep: Sweep) -> Summary:
    return sweep.summary(0, sweep.colorings)


def stones_and_a_point(point: int, colors: set[Color], ended: Ended[Any], color: Color) -> Any:
    """A player scores their stones, and some players score one point twice."""
    c = ended.coloring
    return c.size(c.of(color)) + c.size(c.of(color) & np.uint64(point)) * (color in colors)


def counting_twice(point: int, *colors: Color) -> Rules:
    return Rules().replacing(STONES, partial(stones_and_a_point, point, set(colors)))


class TestSymmetry:
    @pytest.mark.parametrize("grid", SMALL, ids=str)
    def test_scoring_one_of_each_set_of_images_comes_to_the_same_as_scoring_every_position(self, grid: Grid) -> None:
        assert whole(Sweep(grid, ALL)) == whole(Sweep(grid, ALL, one_by_one=True))

    def test_the_same_holds_of_every_preset(self) -> None:
        presets = tuple(PRESETS.values())
        assert whole(Sweep(Grid(3, 2), presets)) == whole(Sweep(Grid(3, 2), presets, one_by_one=True))

    @pytest.mark.thorough
    def test_on_4x4_too_positions_score_as_those_that_stand_for_them(self) -> None:
        indices = np.random.default_rng(seed=1).integers(3**16, size=500, dtype=np.uint64)
        board, movements = ArrayBoard(Grid(4, 4)), turned_and_mirrored(Grid(4, 4))
        colorings, standing = colorings_at(board, indices), colorings_at(board, smallest_images(indices, movements))
        for rules in map(sharing_pass_alive, ALL):
            assert np.array_equal(score_of_position(rules, colorings), score_of_position(rules, standing))

    def test_it_is_made_use_of(self) -> None:
        indices, _ = leads_of(Sweep(Grid(3, 3), ALL), 0, 3**9)
        assert len(indices) < whole(Sweep(Grid(3, 3), ALL)).positions / 6

    def test_amended_rules_may_favour_a_corner_so_under_them_every_position_is_scored(self) -> None:
        corner = (Rules(), counting_twice(1, BLACK, WHITE))
        summary = whole(Sweep(Grid(3, 2), corner))
        assert summary == whole(Sweep(Grid(3, 2), corner, one_by_one=True))
        assert len(leads_of(Sweep(Grid(3, 2), corner), 0, 729)[0]) == summary.positions

    def test_a_corner_that_is_favoured_would_be_seen_to_break_it(self) -> None:
        corner = (counting_twice(1, BLACK, WHITE),)
        assert whole(Careless(Grid(3, 2), corner)) != whole(Sweep(Grid(3, 2), corner))


class TestSharing:
    @pytest.mark.parametrize("grid", [Grid(4, 1), Grid(3, 2)], ids=str)
    def test_each_scoring_scores_as_if_it_were_alone(self, grid: Grid) -> None:
        _, together = leads_of(Sweep(grid, ALL, one_by_one=True), 0, 3**grid.size)
        alone = [np.concatenate([score_of_position(rules, c) for c in legal_chunks(grid)]) for rules in ALL]
        assert np.array_equal(together, alone)

    @pytest.mark.thorough
    def test_it_does_not_matter_how_many_positions_are_scored_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        sweep = Sweep(Grid(3, 2), ALL)
        at_once = whole(sweep)
        monkeypatch.setattr(sweeping, "AT_ONCE", 7)
        assert whole(sweep) == at_once


class TestEvidence:
    def test_it_tells_how_many_positions_were_scored(self) -> None:
        verdict = favours_no_color(*ALL, grid=Grid(2, 1))
        # Two sets of images hold a lone stone of one color on either point, and one holds the empty board.
        assert (verdict.counts["positions"], verdict.counts["scores"]) == (5, 3 * len(ALL))
        assert "3 positions up to symmetry" in verdict.notes

    def test_the_digest_that_is_recorded_is_that_of_the_engine(self) -> None:
        assert f"{whole(Sweep(Grid(3, 2), ALL)).digest:016x}" in favours_no_color(*ALL, grid=Grid(3, 2)).notes

    def test_a_scoring_that_gives_only_black_what_it_surrounds_is_refuted(self) -> None:
        broken = Rules().replacing(
            "katago-v2/area/score-none#surrounded",
            lambda ended, color: ended.coloring.size(ended.coloring.empty) * (color is BLACK),
            "Black scores every empty point.",
        )
        assert favours_no_color(broken, grid=Grid(2, 1)).outcome is Outcome.REFUTED

    @pytest.mark.thorough
    @pytest.mark.parametrize("point", [1, 0b10000], ids=["corner", "centre"])
    def test_a_scoring_that_counts_one_point_twice_for_one_color_is_refuted_among_all_others(self, point: int) -> None:
        verdict = favours_no_color(*ALL, counting_twice(point, WHITE), grid=Grid(3, 3))
        assert verdict.outcome is Outcome.REFUTED
        assert "were scored" not in verdict.notes

    def test_a_corner_that_counts_twice_for_both_colors_favours_none(self) -> None:
        assert favours_no_color(counting_twice(1, BLACK, WHITE), grid=Grid(3, 2)).outcome is Outcome.HOLDS

    def test_swapping_the_colors_twice_changes_nothing(self) -> None:
        indices = np.arange(729, dtype=np.uint64)
        swapped = with_colors_swapped(Grid(3, 2), indices)
        assert np.array_equal(with_colors_swapped(Grid(3, 2), swapped), indices)
