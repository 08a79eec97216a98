"""Events and their images: what is told by an orbit and a place in it is what the code of the image says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.phase.symmetry import CodeField, CodeSymmetries, Layout, Part
from superko.checker.phase.tables_arrays import NOT_ASKED, EventNumbers
from superko.checker.solving.conditions import image_of
from superko.spec.algebra import Grid

GRIDS = st.sampled_from([Grid(1, 1), Grid(3, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3)])


@st.composite
def colorings(draw: st.DrawFn) -> tuple[Grid, list[int]]:
    """A board, and codes of what stands on it and of who is next."""
    grid = draw(GRIDS)
    return grid, draw(st.lists(st.integers(0, (2 << 2 * grid.size) - 1), min_size=1, max_size=20))


def asking_about(grid: Grid, codes: list[int]) -> tuple[EventNumbers, CodeSymmetries, Layout, Any]:
    """The events that questions about some codes ask about."""
    symmetries, layout = CodeSymmetries(grid), (CodeField(Part.COLORING, 2 * grid.size), CodeField(Part.COLOR, 1))
    events, asked = EventNumbers(symmetries), np.array(codes, dtype=np.uint64)
    events.ask_about(events.numbers(0, asked, layout))
    return events, symmetries, layout, asked


def numbers_of(events: EventNumbers, codes: Any, layout: Layout) -> list[int]:
    """The number of each event among those that are asked about."""
    return [events.asked_number(0, codes[place : place + 1], layout) for place in range(len(codes))]


@given(colorings())
def test_the_image_of_a_number_is_the_number_of_the_image(asked: tuple[Grid, list[int]]) -> None:
    events, symmetries, layout, codes = asking_about(*asked)
    kept, places = np.unique(events.of_orbits()[1], return_inverse=True)
    images = symmetries.places_in_orbits(kept)
    tables: Any = SimpleNamespace(inverse=symmetries.inverse, kept=places.tolist(), images=memoryview(images))
    numbers = numbers_of(events, codes, layout)
    for symmetry in range(len(symmetries)):
        turned = numbers_of(events, symmetries.image(codes, layout, symmetry), layout)
        assert turned == [image_of(tables, number, symmetry) for number in numbers]


@given(colorings())
def test_different_events_have_different_numbers(asked: tuple[Grid, list[int]]) -> None:
    events, symmetries, layout, codes = asking_about(*asked)
    every = sorted({int(code) for image in symmetries.images(codes, layout) for code in image})
    assert len(set(numbers_of(events, np.array(every, dtype=np.uint64), layout))) == len(every)


def test_what_nobody_asks_about_has_no_number() -> None:
    events, _, layout, _ = asking_about(Grid(3, 1), [0b0_000_001])
    numbers = numbers_of(events, np.array([0b0_000_100, 0b0_000_010], dtype=np.uint64), layout)
    assert [number == NOT_ASKED for number in numbers] == [False, True]
