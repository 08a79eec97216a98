"""Where proofs take too much space, the oldest are let go; what stays is as it was, and values do not change."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pytest

from superko.checker.phase.tables import MOST_EVENTS, MOST_TIMES
from superko.checker.solving.budget import Budget
from superko.checker.solving.conditions import condition
from superko.checker.solving.entries import LESS_IN_POOL, evict
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import NONE, OF_ENTRIES, WORST, Entries, enlarged, grow
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.rules import Rules

from .every_position import every_position

Proof: TypeAlias = tuple[int, int, int, tuple[int, ...]]


def proofs_of(entries: Entries, node: int) -> list[Proof]:
    """What is remembered of a node, the latest first."""
    node_proofs, entry = [], entries.latest[node]
    while entry != NONE:
        first, count = entries.first[entry], entries.number[entry]
        facts = tuple(entries.pool[place] for place in range(first, first + count))
        node_proofs.append((entries.result[entry], entries.threshold[entry], entries.mode[entry], facts))
        entry = entries.earlier[entry]
    return node_proofs


def all_proofs(entries: Entries) -> list[list[Proof]]:
    """What is remembered of each node."""
    return [proofs_of(entries, node) for node in range(len(entries.latest))]


def solver_of_all_positions(ko: Ko) -> tuple[Solver, list[Game], Entries]:
    """A solver that has solved all positions of 4x1, and what it remembers."""
    games = list(every_position(Rules(ko=ko), Grid(4, 1)))
    solver = Solver(games, Budget())
    for game in games:
        solver.value(game, WORST)
    return solver, games, solver._searches[0]._state.entries


@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
def test_the_latest_proofs_of_each_node_stay_as_they_were(ko: Ko) -> None:
    _, _, entries = solver_of_all_positions(ko)
    before, size, facts = all_proofs(entries), int(entries.size[0]), int(entries.pool_size[0])
    evict(entries)
    after = all_proofs(entries)
    assert all(now == then[: len(now)] for now, then in zip(after, before, strict=True))
    assert 0 < sum(map(len, after)) <= entries.size[0] <= size / 2
    assert 0 < sum(len(proof[3]) for node_proofs in after for proof in node_proofs) <= entries.pool_size[0] <= facts / 2


@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
def test_values_are_the_same_when_proofs_are_let_go_again_and_again(ko: Ko) -> None:
    games = list(every_position(Rules(ko=ko), Grid(4, 1)))
    right, forgetful = Solver(games, Budget()), Solver(games, Budget())
    for number, game in enumerate(games):
        assert forgetful.value(game, WORST) == right.value(game, WORST)
        if number % 5 == 0:
            evict(forgetful._searches[0]._state.entries)


def test_where_little_room_is_left_there_is_more_and_every_proof_stays() -> None:
    solver, _, entries = solver_of_all_positions(Ko.POSITIONAL)
    before = all_proofs(entries)
    used = {name: int(entries.size[0]) for name in OF_ENTRIES} | {"pool": int(entries.pool_size[0])}
    for name, size in used.items():
        getattr(entries, name).resize(size, refcheck=False)
    grow(solver._searches[0]._state)
    assert {name: len(getattr(entries, name)) for name in used} == {name: enlarged(size) for name, size in used.items()}
    assert all_proofs(entries) == before


def test_all_can_be_let_go() -> None:
    _, _, entries = solver_of_all_positions(Ko.POSITIONAL)
    for _ in range(20):
        evict(entries)
    assert entries.size[0] == entries.pool_size[0] == 0
    assert not any(all_proofs(entries))


def test_every_condition_fits_where_it_is_kept() -> None:
    _, _, entries = solver_of_all_positions(Ko.POSITIONAL)
    room = np.iinfo(np.asarray(entries.pool).dtype)
    numbers = [
        condition(event, times, so)
        for event in (0, MOST_EVENTS - 1)
        for times in (1, MOST_TIMES)
        for so in (True, False)
    ]
    assert all(room.min <= number - LESS_IN_POOL <= room.max for number in numbers)


# What the search remembers of one game changes no value of another.


def values(games: list[Game]) -> list[float]:
    """The value of each game, by one search that remembers what it has found of those before."""
    solver = Solver(games, Budget())
    return [solver.value(game, WORST) for game in games]


@pytest.mark.every_case
@pytest.mark.parametrize("grid", [Grid(3, 1), Grid(4, 1), Grid(2, 2)], ids=str)
def test_a_value_does_not_depend_on_what_was_solved_before(grid: Grid) -> None:
    games = list(every_position(Rules(suicide=False), grid))
    assert values(games) == values(games[::-1])[::-1]
    assert values(games)[::9] == [value for game in games[::9] for value in values([game])]
