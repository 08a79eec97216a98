"""Values drawn at random for tests of notation: grids, colorings, points and rules."""

from __future__ import annotations

from hypothesis import strategies as st

from superko.spec.algebra import Coloring, Grid
from superko.spec.algebra.grid import LONGEST_SIDE, points_of
from superko.spec.algebra.integers import IntegerBoard
from superko.spec.documents import readings_of
from superko.spec.parameters import HandicapBonus, Ko, Scoring, Tax
from superko.spec.rules import Rules

SIDES = st.integers(1, LONGEST_SIDE)
GRIDS = st.builds(Grid, SIDES, SIDES)


@st.composite
def colorings(draw: st.DrawFn) -> Coloring[int]:
    """Any coloring of any grid, stones without liberties included."""
    board = IntegerBoard(draw(GRIDS))
    colored, black = draw(st.integers(0, board.everything)), draw(st.integers(0, board.everything))
    return Coloring(board, black=colored & black, white=colored & ~black)


@st.composite
def grids_and_points(draw: st.DrawFn) -> tuple[Grid, int]:
    """A grid and one of its points, as a set of one."""
    grid = draw(GRIDS)
    return grid, draw(st.sampled_from(list(points_of(grid.everywhere))))


RULES = st.builds(
    Rules,
    ko=st.sampled_from(Ko),
    scoring=st.sampled_from(Scoring),
    tax=st.sampled_from(Tax),
    suicide=st.booleans(),
    button=st.booleans(),
    komi=st.integers(-2_000_000, 2_000_000).map(lambda halves: halves / 2),
    handicap_bonus=st.sampled_from(HandicapBonus),
    self_play_opts=st.booleans(),
    readings=st.fixed_dictionaries(
        {}, optional={reading.name: st.sampled_from(reading.values) for reading in readings_of("katago-v2")}
    ).map(lambda chosen: tuple(sorted(chosen.items()))),
)
