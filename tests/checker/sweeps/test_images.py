"""Images of colorings, by their indices: where points go, which image stands for all, and that none is lost."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.phase.symmetry import board_symmetries
from superko.checker.sweeps.sweep import (
    AS_THEY_ARE,
    SWAPPED,
    all_images,
    image_tables,
    images,
    number_of_colorings,
    representatives,
    smallest_images,
    turned_and_mirrored,
)
from superko.spec.algebra import Grid
from superko.spec.algebra.arrays import Words

SMALL = [Grid(1, 1), Grid(4, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3)]
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


@pytest.mark.parametrize("grid", SMALL, ids=str)
def test_one_coloring_of_each_set_of_images_represents_it(grid: Grid) -> None:
    smallest = representatives(everything(grid), turned_and_mirrored(grid))
    assert sorted(map(min, sets_of_images(grid))) == smallest.tolist()


@pytest.mark.parametrize("grid", SMALL, ids=str)
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
