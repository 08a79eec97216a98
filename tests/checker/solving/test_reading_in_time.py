"""Reading the rules takes no longer than the budget, and no more situations are read than can be kept."""

from __future__ import annotations

from math import inf

import pytest

from superko.checker.phase import phases
from superko.checker.phase.phases import legal_positions
from superko.checker.solving.budget import Budget
from superko.checker.solving.solution import solve
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play, Record

MAIN_SUPERKO = "katago-v2/main/legal-superko"


def as_it_was(record: Record, play: Play[int]) -> bool:
    """Forbid what has been on the board, in other words than the clause; so the rules are read node by node."""
    return not record.earlier.contains((play.after,))


def either_way_to_read() -> list[Rules]:
    """Rules that are read on arrays, and the same ones read node by node."""
    rules = Rules(suicide=False)
    return [rules, rules.replacing(MAIN_SUPERKO, as_it_was, "Nobody repeats.")]


@pytest.mark.parametrize("rules", either_way_to_read(), ids=["on arrays", "node by node"])
def test_a_board_too_large_to_read_in_time_leaves_nothing_known(rules: Rules) -> None:
    solution = solve(Game(rules, 4), budget=Budget(seconds=0.05))
    assert (solution.low, solution.high) == (-inf, inf)
    assert not solution.exact


@pytest.mark.parametrize("rules", either_way_to_read(), ids=["on arrays", "node by node"])
def test_what_was_read_is_told(rules: Rules) -> None:
    numbers_read: list[int] = []
    assert solve(Game(rules, (2, 1)), budget=Budget(watch_reading=numbers_read.append)).value == 0
    assert numbers_read == sorted(numbers_read)
    assert numbers_read[-1] > 0


@pytest.mark.parametrize(
    ("most", "rules"), list(zip(("MOST_NODES", "MOST_NODES_ONE_BY_ONE"), either_way_to_read(), strict=True))
)
def test_more_situations_than_can_be_kept_are_refused(most: str, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, most, 10)
    assert solve(Game(rules, 1)).value == 0
    with pytest.raises(ValueError, match="more than 10 situations"):
        solve(Game(rules, (3, 1)))


@pytest.mark.parametrize(
    ("sides", "counted"), [((3, 3), 12675), ((4, 3), 321689), ((5, 4), 1840058693), ((5, 5), 414295148741)], ids=str
)
def test_legal_positions_are_about_as_many_as_are_published(sides: tuple[int, int], counted: int) -> None:
    grid = Grid(*sides)
    assert legal_positions(grid, grid.size) == pytest.approx(counted, rel=0.03)


def test_far_more_than_can_be_kept_are_refused_before_any_is_read() -> None:
    numbers_read: list[int] = []
    with pytest.raises(ValueError, match=r"^About 2.1e170 legal positions of 19x19 can follow"):
        solve(Game(Rules(), 19), budget=Budget(watch_reading=numbers_read.append))
    assert numbers_read == []


def test_a_large_board_that_is_nearly_full_is_read() -> None:
    nearly_full = "/".join([*["X" * 7] * 6, "XXXX..."])
    numbers_read: list[int] = []
    solve(Game(Rules(), rows=nearly_full), budget=Budget(seconds=0.05, watch_reading=numbers_read.append))
    assert numbers_read
