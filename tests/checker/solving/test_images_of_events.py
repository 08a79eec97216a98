"""Events and their images: what is told by an orbit and a place in it is what the code of the image says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from superko.checker.phase.changes import NOT_ASKED, EventIndex
from superko.checker.phase.codes import MOST_BITS
from superko.checker.phase.symmetry import CodeField, CodeSymmetries, Layout, Part
from superko.checker.solving.conditions import image_of
from superko.spec.algebra import Grid

GRIDS = st.sampled_from([Grid(1, 1), Grid(3, 1), Grid(2, 2), Grid(3, 2), Grid(3, 3)])


@st.composite
def colorings(draw: st.DrawFn) -> tuple[Grid, list[int]]:
    """A board, and codes of what stands on it and of who is next."""
    grid = draw(GRIDS)
    return grid, draw(st.lists(st.integers(0, (2 << 2 * grid.size) - 1), min_size=1, max_size=20))


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[CodeSymmetries, Layout, Any]:
    """Symmetries of a board, what codes tell of it, and some codes."""
    grid = draw(GRIDS)
    parts = draw(st.lists(st.sampled_from(Part), min_size=1, max_size=4))
    sizes = {Part.COLORING: 2 * grid.size, Part.POINTS: grid.size, Part.COLOR: 1, Part.NUMBER: 2}
    layout = tuple(CodeField(part, sizes[part]) for part in parts)
    bits = sum(code_field.bits for code_field in layout)
    assume(bits <= MOST_BITS)
    number = st.integers(0, (1 << bits) - 1)
    codes = np.array(draw(st.lists(number, min_size=1, max_size=20)), dtype=np.uint64)
    return CodeSymmetries(grid, turned=draw(st.booleans()), swapped=draw(st.booleans())), layout, codes


@given(laid_out())
def test_the_canonical_code_is_the_least_image_and_told_with_the_first_symmetry_that_gives_it(
    asked: tuple[CodeSymmetries, Layout, Any],
) -> None:
    symmetries, layout, codes = asked
    images = np.stack([symmetries.image(codes, layout, symmetry) for symmetry in range(len(symmetries))])
    least, by = symmetries.canonical(codes, layout)
    assert least.tolist() == images.min(axis=0).tolist()
    assert by.tolist() == images.argmin(axis=0).tolist()
    assert symmetries.image(codes, layout, by).tolist() == least.tolist()


def asking_about(grid: Grid, codes: list[int]) -> tuple[EventIndex, CodeSymmetries, Layout, Any]:
    """The events that questions about some codes ask about."""
    symmetries, layout = CodeSymmetries(grid), (CodeField(Part.COLORING, 2 * grid.size), CodeField(Part.COLOR, 1))
    events, asked = EventIndex(symmetries), np.array(codes, dtype=np.uint64)
    events.ask_about(events.numbers(0, asked, layout))
    return events, symmetries, layout, asked


def numbers_of(events: EventIndex, codes: Any, layout: Layout) -> list[int]:
    """The number of each event among those that are asked about."""
    numbers: list[int] = events.asked_numbers(0, codes, layout).tolist()
    return numbers


@given(GRIDS, st.booleans(), st.booleans())
def test_bits_tell_all_places_in_an_orbit_and_no_others(grid: Grid, turned: bool, swapped: bool) -> None:
    symmetries = CodeSymmetries(grid, turned=turned, swapped=swapped)
    assert len(symmetries) == 1 << symmetries.place_bits


@given(colorings())
def test_the_image_of_a_number_is_the_number_of_the_image(asked: tuple[Grid, list[int]]) -> None:
    events, symmetries, layout, codes = asking_about(*asked)
    kept, places = np.unique(events.of_orbits[1], return_inverse=True)
    images = symmetries.places_in_orbits(kept)
    tables: Any = SimpleNamespace(place_bits=[symmetries.place_bits], kept=places.tolist(), images=images.data)
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
