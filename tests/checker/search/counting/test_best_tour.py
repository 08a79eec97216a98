"""The best tour gains as much as the best of all tours, and a search that is given up still bounds it."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.checker.counting.longest_simple_ko_game import NEVER, Gains, best_tour


@st.composite
def any_gains(draw: st.DrawFn) -> Gains:
    stops = draw(st.integers(2, 6))
    gain = st.one_of(st.just(NEVER), st.integers(0, 9))
    gains = np.array(draw(st.lists(gain, min_size=stops**2, max_size=stops**2))).reshape(stops, stops)
    gains[-1, 0], gains[0, -1] = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return gains


def gain_of(gains: Gains, stops: tuple[int, ...]) -> int:
    last = len(gains) - 1
    return int(sum(gains[leg] for leg in zip((last, *stops), (*stops, last), strict=True)))


@given(any_gains())
def test_the_best_tour_gains_as_much_as_the_best_of_all_tours(gains: Gains) -> None:
    others = range(len(gains) - 1)
    most = max(gain_of(gains, stops) for number in range(1, len(gains)) for stops in permutations(others, number))
    tour = best_tour(gains, tries=10_000)
    assert tour.at_most == tour.gain == gain_of(gains, tour.stops) == most


@given(any_gains())
def test_a_search_that_is_given_up_still_bounds_every_tour(gains: Gains) -> None:
    given_up, tour = best_tour(gains, tries=1), best_tour(gains, tries=10_000)
    assert given_up.gain == gain_of(gains, given_up.stops) <= tour.gain <= given_up.at_most


def test_where_there_is_no_way_back_there_is_no_tour() -> None:
    with pytest.raises(ValueError, match="No tour"):
        best_tour(np.full((2, 2), NEVER), tries=10)
