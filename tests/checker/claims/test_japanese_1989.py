"""What becomes of strings in KataGo's cleanup: beside plain search, and with what is at stake mistaken."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from superko.checker.claims.japanese_1989 import cleanup
from superko.checker.claims.japanese_1989.cleanup import (
    CLEANUP,
    CleanupOfStrings,
    Fate,
    fates,
    kept_for_half_a_point,
    worth,
)
from superko.checker.phase import phases, tables_arrays
from superko.checker.phase.symmetry import CodeSymmetries
from superko.checker.phase.tables import Stake
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import FAILS, UNKNOWN, is_worth
from superko.checker.solving.solver import Solver
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Phase
from tests.spec.boards import points

Left: TypeAlias = tuple[bool | None, bool | None]


def left(diagram: str, vertex: str, owner: Color = BLACK) -> Left:
    """Whether a string is left in cleanup if Black goes first, and if White does."""
    c = parse_board(diagram)
    stones = c.board.closure(points(c.board, vertex), within=c.of(owner))
    (by_first,) = CleanupOfStrings(c.board.grid).left(owner, stones, [c])
    return by_first[BLACK], by_first[WHITE]


def with_half_a_point_scored(owner: Color, stones: int) -> Rules:
    """The rules of cleanup with a clause that scores the half point, as the interpreter plays it."""

    def half_a_point(ended: Ended[int], color: Color) -> float:
        """Half a point for a stone that stands there."""
        return 0.5 if color is owner and ended.coloring.of(owner) & stones else 0

    return CLEANUP.adding(make_clause(half_a_point, "ours/half-a-point", decides=Decision.SCORE))


def compared_with_plain_search(grid: Grid, most: int) -> tuple[int, int]:
    """How many values of strings plain search finds too, and how many take it too long; it may find no other."""
    same, too_long = 0, 0
    for string in CleanupOfStrings(grid).strings:
        starts = [Game(CLEANUP, rows=string.c, to_play=first, phase=Phase.FIRST_CLEANUP) for first in Color]
        solver = Solver(starts, Budget(), stake=kept_for_half_a_point(string.owner, string.stones))
        rules = with_half_a_point_scored(string.owner, string.stones)
        for start in starts:
            value = worth(solver, start)
            plain = Game(rules, rows=string.c, to_play=start.position.player, phase=Phase.FIRST_CLEANUP)
            for lead, no_result in ((value.worst, False), (value.best, True)):
                answer = is_worth(plain, lead, no_result, most)
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


def test_half_a_point_at_stake_is_added_to_the_lead_of_best_play() -> None:
    start = Game(CLEANUP, rows="X..", phase=Phase.FIRST_CLEANUP)
    stakes = (None, kept_for_half_a_point(BLACK, 1), kept_for_half_a_point(WHITE, 1))
    worths = [worth(Solver([start], Budget(), stake=stake), start) for stake in stakes]
    assert [(value.worst, value.best) for value in worths] == [(0, 0), (0.5, 0.5), (0, 0)]


def at_stake(times: int) -> Any:
    """So many times as much at stake as should be."""

    def wrong(owner: Color, stones: int) -> Stake:
        return lambda c: times * kept_for_half_a_point(owner, stones)(c)

    return wrong


def for_the_whole_string(owner: Color, stones: int) -> Stake:
    """At stake only where the owner's stones stand on all of its points."""

    def gained(c: Coloring[Any]) -> Any:
        lost = (c.board.nothing | stones) & ~c.of(owner)
        stone = c.choose(c.is_empty(lost), c.board.nothing | (stones & -stones), c.board.nothing)
        return c.size(stone) * (1 if owner is BLACK else -1)

    return gained


@pytest.mark.parametrize(
    ("wrong", "board", "right", "wrong_fates"),
    [
        pytest.param(at_stake(3), "X..", (True, False), (False, False), id="a point and a half"),
        pytest.param(at_stake(-1), "X..O", (False, False), (True, False), id="his", marks=pytest.mark.thorough),
        pytest.param(for_the_whole_string, "XX.O", (True, True), (True, False), id="whole", marks=pytest.mark.thorough),
    ],
)
def test_another_stake_tells_another_fate(
    wrong: Any, board: str, right: Left, wrong_fates: Left, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert left(board, "A1") == right
    monkeypatch.setattr(cleanup, "kept_for_half_a_point", wrong)
    assert left(board, "A1") == wrong_fates


@pytest.mark.thorough
def test_positions_that_were_taken_for_images_of_each_other_would_tell_another_fate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert left("X..O", "A1") == (False, False)
    monkeypatch.setattr(
        tables_arrays, "CodeSymmetries", lambda grid, turned=True, swapped=True: CodeSymmetries(grid, True, swapped)
    )
    assert left("X..O", "A1") == (True, False)


@pytest.mark.thorough
def test_read_node_by_node_strings_have_the_same_fates(monkeypatch: pytest.MonkeyPatch) -> None:
    on_arrays = [left(board, "A1") for board in ("X..", "XX.", "X.O")]
    monkeypatch.setattr(phases, "can_be_read_on_arrays", lambda starts: False)
    assert [left(board, "A1") for board in ("X..", "XX.", "X.O")] == on_arrays


@pytest.mark.clauses("claim/alive-is-left")
def test_every_string_has_a_fate_and_those_that_are_alive_are_left() -> None:
    fates_of_strings = list(fates(PRESETS["japanese-1989"], Grid(3, 1)))
    assert (
        len({(string.c, string.owner, string.stones) for string, _, _ in fates_of_strings})
        == len(fates_of_strings)
        == 18
    )
    assert {fate for _, status, fate in fates_of_strings if status.life.alive} == {Fate.ALIVE_IN_BOTH}
