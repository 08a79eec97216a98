"""Events and their images: what is told by an orbit and a place in it is what the code of the image says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.phase.explore import NOT_ASKED, Events
from superko.checker.phase.guards import Questions
from superko.checker.phase.turning import Turning
from superko.checker.solving.conditions import image_of
from superko.checker.solving.state import MOST_TIMES
from superko.spec.algebra import Grid

GRIDS = st.sampled_from([Grid(1, 1), Grid(3, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3)])


@st.composite
def colorings(draw: st.DrawFn) -> tuple[Grid, list[int]]:
    """A board, and codes of what stands on it and of who is next."""
    grid = draw(GRIDS)
    return grid, draw(st.lists(st.integers(0, (2 << 2 * grid.size) - 1), min_size=1, max_size=20))


def asking_about(grid: Grid, codes: list[int]) -> tuple[Events, Turning, tuple[int, ...], Any]:
    """The events that questions about some codes ask about."""
    turning, layout = Turning(grid, is_turned=True), (grid.size, grid.size, 1)
    events = Events(turning, turning)
    asked, nothing = np.array(codes, dtype=np.uint64), np.zeros(0, np.int32)
    events.add(Questions(0, layout, asked, 1, nothing, nothing))
    return events, turning, layout, asked


@given(colorings())
def test_the_image_of_a_number_is_the_number_of_the_image(asked: tuple[Grid, list[int]]) -> None:
    events, turning, layout, codes = asking_about(*asked)
    tables: Any = SimpleNamespace(inverse=turning.inverse, alike=events.alike(), images=turning.images_in_orbits)
    numbers = events.numbers(0, codes).tolist()
    for symmetry in range(len(turning.symmetries)):
        images = events.numbers(0, turning.turned(codes, layout, symmetry)).tolist()
        assert images == [image_of(tables, number, symmetry) for number in numbers]


@given(colorings())
def test_different_events_have_different_numbers(asked: tuple[Grid, list[int]]) -> None:
    events, turning, layout, codes = asking_about(*asked)
    every = {int(code) for some in range(len(turning.symmetries)) for code in turning.turned(codes, layout, some)}
    numbers = events.numbers(0, np.array(sorted(every), dtype=np.uint64))
    assert len(set(numbers.tolist())) == len(every)


def test_what_nobody_asks_about_has_no_number() -> None:
    events, *_ = asking_about(Grid(3, 1), [0b0_000_001])
    found = events.numbers(0, np.array([0b0_000_100, 0b0_000_010], dtype=np.uint64))
    assert (found == NOT_ASKED).tolist() == [False, True]


def test_what_happens_too_often_to_be_told_is_refused() -> None:
    nothing = np.zeros(0, np.int32)
    asked = Questions(0, (3, 3, 1), np.zeros(1, dtype=np.uint64), MOST_TIMES + 1, nothing, nothing)
    with pytest.raises(ValueError, match="happens too often"):
        Events(*[Turning(Grid(3, 1), is_turned=True)] * 2).add(asked)
