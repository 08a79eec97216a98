"""What becomes of strings in KataGo's cleanup: beside plain search, and with what it is worth mistaken."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from superko.checker.claims.japanese_1989 import (
    CLEANUP,
    CleanupOfStrings,
    Fate,
    cleanup_from,
    fates,
)
from superko.checker.life.local import half_a_point_for
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import FAILS, UNKNOWN, is_worth
from superko.checker.solving.solution import value_of
from superko.checker.solving.solver import Solver
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.presets import PRESETS
from tests.spec.boards import points

Left: TypeAlias = tuple[bool | None, bool | None]


def left(diagram: str, vertex: str, owner: Color = BLACK) -> Left:
    """Whether a string is left in cleanup if Black goes first, and if White does."""
    c = parse_board(diagram)
    stones = c.board.closure(points(c.board, vertex), within=c.of(owner))
    (by_first,) = CleanupOfStrings(c.board.grid).left(owner, stones, [c])
    return by_first[BLACK], by_first[WHITE]


def compared_with_plain_search(grid: Grid, most: int) -> tuple[int, int]:
    """How many values of strings plain search finds too, and how many take it too long; it may find no other."""
    same, too_long = 0, 0
    for string in CleanupOfStrings(grid).strings:
        rules = half_a_point_for(CLEANUP, string.owner, string.stones)
        starts = [cleanup_from(rules, string.c, first) for first in Color]
        solver = Solver(starts, Budget())
        for start in starts:
            value = value_of(solver, start)
            for lead, no_result in ((value.worst, False), (value.best, True)):
                answer = is_worth(start, lead, no_result, most)
                assert answer.outcome != FAILS, string
                same += answer.outcome != UNKNOWN
                too_long += answer.outcome == UNKNOWN
    return same, too_long


@pytest.mark.thorough
@pytest.mark.clauses("claim/cleanup-is-article-7")
def test_what_a_string_is_worth_in_cleanup_is_what_every_line_of_play_comes_to() -> None:
    assert compared_with_plain_search(Grid(2, 1), 1000) == (16, 0)


@pytest.mark.thorough
@pytest.mark.exhaustive
@pytest.mark.parametrize(("grid", "counts"), [(Grid(3, 1), (72, 0)), (Grid(4, 1), (68, 180)), (Grid(2, 2), (112, 240))])
def test_on_larger_boards_plain_search_finds_nothing_else(grid: Grid, counts: tuple[int, int]) -> None:
    assert compared_with_plain_search(grid, 3000) == counts


def test_half_a_point_is_added_to_the_lead_of_best_play() -> None:
    of_colors = [half_a_point_for(CLEANUP, color, 1) for color in Color]
    starts = [cleanup_from(rules, parse_board("X.."), BLACK) for rules in (CLEANUP, *of_colors)]
    worths = [value_of(Solver([start], Budget()), start) for start in starts]
    assert [(value.worst, value.best) for value in worths] == [(0, 0), (0.5, 0.5), (0, 0)]


@pytest.mark.parametrize(
    ("board", "is_left"),
    [
        ("X..", (True, False)),
        pytest.param("X..O", (False, False), marks=pytest.mark.thorough),
        pytest.param("XX.O", (True, True), marks=pytest.mark.thorough),
    ],
)
def test_half_a_point_for_a_string_tells_its_fate(board: str, is_left: Left) -> None:
    """A point and a half, or a point for the other player, or for a whole string alone, would tell others of these."""
    assert left(board, "A1") == is_left


@pytest.mark.clauses("claim/alive-is-left")
def test_every_string_has_a_fate_and_those_that_are_alive_are_left() -> None:
    fates_of_strings = list(fates(PRESETS["japanese-1989"], Grid(3, 1)))
    assert (
        len({(string.c, string.owner, string.stones) for string, _, _ in fates_of_strings})
        == len(fates_of_strings)
        == 18
    )
    assert {fate for _, status, fate in fates_of_strings if status.life.alive} == {Fate.ALIVE_IN_BOTH}
