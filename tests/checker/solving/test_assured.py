"""What players are sure of: values lie within it whatever has happened, and two eyes live by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from functools import cache
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from superko.checker.phase.tables import NOWHERE, PlaceInPhase, Tables
from superko.checker.solving import bounds as assured
from superko.checker.solving import move_ordering, search, termination
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS

from ...sampling import one_in
from .every_position import every_position

MODES = (WORST, BEST)
SUPERKO = Rules(suicide=False)
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
WITHOUT_A_BAN = SIMPLE.dropping("katago-v2/main/legal-simple-ko")


def name_of(rules: Rules) -> str:
    """What tells a rule set here."""
    return f"{rules.ko.value}-{'suicide' if rules.suicide else 'no-suicide'}"


def sure(rules: Rules, board: str, player: Color = BLACK) -> tuple[float, float]:
    """The least and the greatest lead to which a position can come, in points, for all that players are sure of."""
    return within([Game(rules, rows=board, to_play=player)], WORST)[0]


def within(games: list[Game], mode: int) -> list[tuple[float, float]]:
    """For each of some games, between which leads, in points, players are sure that it ends."""
    (phase,) = Solver(games, Budget())._phases.tables
    leads = phase.leads(games[0].record.tally)
    static = assured.no_bounds(leads, len(phase.tables.mover), modes=2, both_ways=0, grain=1)
    for bounded_mode in MODES:
        assured.bound_statically(static, phase.tables, bounded_mode, termination.proves_termination(phase.tables))
    places = phase.standings([game.record for game in games])
    return [between(static, place, mode) for place in places]


def between(static: assured.StaticBounds, place: PlaceInPhase, mode: int) -> tuple[float, float]:
    """Between which leads, in points, players are sure that a game ends that stands somewhere."""
    if place.swapped:
        least, most = static.of(place.node, WORST + BEST - mode)
        return -most / 2, -least / 2
    least, most = static.of(place.node, mode)
    return least / 2, most / 2


@cache
def played(rules: Rules, grid: Grid) -> list[Game]:
    """What is on the board in the course of some games at random, most of whose turns are moves."""
    return [game for seed in range(25) for game in course(Game(rules, grid), Random(seed))]


def course(game: Game, random: Random) -> Iterator[Game]:
    """The game at each turn until it is over."""
    while not game.over:
        yield game
        turns = list(game.turns())
        moves = [turn for turn in turns if turn != PASS]
        game = game.taking(random.choice(moves if moves and random.random() < 0.9 else turns))


@cache
def values(rules: Rules, grid: Grid) -> list[list[float]]:
    """The values of the games played, with no-result at its worst and at its best for Black, by the right search."""
    solver = Solver([Game(rules, grid)], Budget())
    return [[solver.value(game, mode) for game in played(rules, grid)] for mode in MODES]


def number_outside(rules: Rules, grid: Grid) -> int:
    """What number of values are not within the bounds."""
    compared = ((values(rules, grid)[mode], within(played(rules, grid), mode)) for mode in MODES)
    return sum(not least <= value <= most for pair in compared for value, (least, most) in zip(*pair, strict=True))


@pytest.mark.parametrize("rules", one_in(4, [SUPERKO, Rules(), SIMPLE, Rules(ko=Ko.SIMPLE)]), ids=name_of)
def test_values_are_the_same_without_bounds(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(every_position(rules, Grid(2, 2)))
    bounded_values = [
        [solver.value(game, mode) for game in games] for solver in [Solver(games, Budget())] for mode in MODES
    ]
    monkeypatch.setattr(search.PhaseSearch, "_bound_statically", lambda *_: None)
    solver = Solver(games, Budget())
    assert [[solver.value(game, mode) for game in games] for mode in MODES] == bounded_values


def number_looked_at(rules: Rules, grid: Grid) -> tuple[float, int]:
    """What the empty board is worth, and how many nodes were looked at."""
    game = Game(rules, grid)
    solver = Solver([game], Budget())
    return solver.value(game, WORST), solver.nodes


def the_last_step(_static: assured.StaticBounds, tables: Tables, *_: Any) -> move_ordering.OrderingHints:
    """That the last step of every node looks best, and leads to as much as in an even game."""
    number = np.diff(np.asarray(tables.first))
    return move_ordering.OrderingHints(number - 1, np.zeros(len(number)))


@pytest.mark.parametrize("rules", [SUPERKO, SIMPLE], ids=name_of)
def test_trying_first_what_looks_best_saves_work_and_changes_no_value(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a search that tries first what looks best
    value, nodes = number_looked_at(rules, Grid(4, 2))

    # When another step is tried first
    monkeypatch.setattr(search, "ordering_hints", the_last_step)
    same, more = number_looked_at(rules, Grid(4, 2))

    # Then it looks at more nodes, to the same end
    assert same == value
    assert more > 2 * nodes


def going_straight_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks best may be to take a ko again at once."""
    right = move_ordering._StepsAhead._looks

    def with_any_step(steps: move_ordering._StepsAhead, ahead: move_ordering._LeadsAhead, nodes: Any) -> Any:
        return right(steps, ahead._replace(after=np.full(len(ahead.after), NOWHERE)), nodes)

    monkeypatch.setattr(move_ordering._StepsAhead, "_looks", with_any_step)


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_what_looks_best_does_not_go_straight_back(monkeypatch: pytest.MonkeyPatch) -> None:
    value, nodes = number_looked_at(Rules(suicide=True), Grid(4, 3))
    going_straight_back(monkeypatch)
    same, more = number_looked_at(Rules(suicide=True), Grid(4, 3))
    assert same == value
    assert more > 1.2 * nodes


@pytest.mark.exhaustive
@pytest.mark.thorough
@pytest.mark.parametrize("grid", one_in(2, [Grid(3, 1), Grid(4, 1)]), ids=str)
@pytest.mark.parametrize("rules", [SUPERKO, Rules(ko=Ko.SITUATIONAL), SIMPLE], ids=name_of)
def test_bounds_hold_whatever_has_happened(rules: Rules, grid: Grid) -> None:
    assert number_outside(rules, grid) == 0


@pytest.mark.parametrize("player", Color)
def test_eyes_of_one_point_each_live_whatever_has_happened(player: Color) -> None:
    assert sure(SUPERKO, ".X.X.", player) == (5, 5)
    assert sure(SUPERKO, ".O.O.", player) == (-5, -5)


def test_eyes_live_also_where_the_other_player_may_go_round_by_suicide() -> None:
    assert sure(Rules(), ".X.X.") == (5, 5)
    assert sure(replace(PRESETS["new-zealand"], komi=0), ".X.X.") == (5, 5)


def test_players_are_sure_of_nothing_that_both_have_where_no_game_need_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each could go on forever on two points and give up nothing, if that were enough."""
    endless = SUPERKO.dropping("katago-v2/main/legal-superko")
    start = [Game(endless, (2, 1))]
    assert within(start, WORST) == [(-2, 2)]
    monkeypatch.setattr(termination, "proves_termination", lambda _: True)
    assert within(start, WORST) == [(2, -2)]


def test_one_eye_is_not_sure_to_live() -> None:
    least, _ = sure(SUPERKO, "XX.OO", WHITE)
    assert least == -5


def test_a_turn_that_superko_may_forbid_is_not_relied_on() -> None:
    """Black lives with the point that makes two eyes; but the board may have stood so before."""
    game = Game(SUPERKO, rows=".X...")
    assert Solver([game], Budget()).value(game, WORST) == 5
    least, _ = sure(SUPERKO, ".X...")
    assert least < 5


@pytest.mark.parametrize("rules", [SUPERKO, Rules(ko=Ko.SIMPLE)], ids=name_of)
def test_bounds_and_what_looks_best_are_the_same_however_many_nodes_are_taken_at_once(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found_out() -> tuple[list[Any], float, int]:
        start = Game(rules, 2)
        (phase,) = Solver([start], Budget())._phases.tables
        leads, both_ways = phase.leads(start.record.tally), phase.leads_both_ways(start.record.tally) or 0
        static = assured.no_bounds(leads, len(phase.tables.mover), modes=2, both_ways=both_ways, grain=1)
        for mode in MODES:
            assured.bound_statically(static, phase.tables, mode, every_game_ends=True)
        best = move_ordering.ordering_hints(static, phase.tables, WORST)
        columns = (static.least, static.most, best.step, best.lead)
        return [np.asarray(column).tolist() for column in columns], *number_looked_at(rules, Grid(2, 2))

    all_at_once = found_out()
    for module in (assured, move_ordering):
        monkeypatch.setattr(module, "BLOCK", 7)
    assert found_out() == all_at_once


@pytest.mark.parametrize("guess", [-1000.0, -3.0, 3.0, 1000.0])
def test_whatever_lead_is_asked_about_first_the_value_is_the_same(
    guess: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = move_ordering.ordering_hints

    def another_lead(*args: Any) -> move_ordering.OrderingHints:
        best = right(*args)
        return best._replace(lead=np.full(len(best.lead), guess))

    expected = [values_on_three_points(rules) for rules in (SUPERKO, SIMPLE)]
    monkeypatch.setattr(search, "ordering_hints", another_lead)
    assert [values_on_three_points(rules) for rules in (SUPERKO, SIMPLE)] == expected


@pytest.mark.parametrize("known", [-inf, inf])
def test_what_is_known_to_end_without_result_is_worth_no_lead(known: float) -> None:
    game = Game(SIMPLE, 2)
    searched, standing = Solver([game], Budget())._standing(game)
    searched._prepare(standing.tally)
    searched.bounds(standing, WORST).narrow(known, known)
    assert searched.value(standing, WORST) == known


def values_on_three_points(rules: Rules) -> list[list[float]]:
    """What every position on three points in a row is worth, with no-result at its worst and at its best."""
    games = list(every_position(rules, Grid(3, 1)))
    return [[solver.value(game, mode) for game in games] for solver in [Solver(games, Budget())] for mode in MODES]


def test_it_takes_no_longer_than_it_may() -> None:
    game = Game(SUPERKO, (3, 1))
    solver = Solver([game], Budget())
    assert solver.tables
    solver.budget.seconds = 0
    static = assured.no_bounds([0] * 100, len(solver.tables[0].mover), modes=1, both_ways=0, grain=1)
    for every_game_ends in (True, False):
        with pytest.raises(OutOfBudget):
            assured.bound_statically(static, solver.tables[0], WORST, every_game_ends, solver.budget.go_on)


def relying_on_any_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player relies on turns that superko may forbid."""
    monkeypatch.setattr(assured, "never_forbidden", assured.not_always_forbidden)


def fearing_only_what_is_never_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other player is taken to have no turn that superko may forbid."""
    monkeypatch.setattr(assured, "not_always_forbidden", assured.never_forbidden)


def forgetting_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it depends on the history how a turn ends the game, nothing is taken to have happened."""

    def as_if_nothing_had_happened(tables: Tables, trees: Any, worths: Any) -> Any:
        while (trees >= 0).any():
            trees = np.where(trees >= 0, np.asarray(tables.no)[np.maximum(trees, 0)], trees)
        return worths[-1 - trees]

    monkeypatch.setattr(assured, "worst_of", as_if_nothing_had_happened)


def fearing_no_lost_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of the other player that may end as badly as can be is left out alone, and the others count."""
    right = assured._Side._read

    def read(side: assured._Side, block: slice) -> None:
        right(side, block)
        steps, nodes, first = side._edges(block)
        own = np.repeat(side._own[nodes], np.diff(first, append=steps.stop - steps.start))
        lost = ~own & (side._ends[steps] == -assured.BEYOND)
        side._ends[steps][lost], side._is_over[steps][lost], side._hopes[nodes] = assured.BEYOND, True, True

    monkeypatch.setattr(assured._Side, "_read", read)


def taking_no_result_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who sees to it that there is no result counts that as enough."""
    right = assured.bound_statically

    def the_other_way(static: assured.StaticBounds, tables: Tables, mode: int, every_game_ends: bool) -> None:
        other: Any = static._replace(least=copy(static.least), most=copy(static.most))
        for bounded_mode in MODES:
            right(other, tables, bounded_mode, every_game_ends)
        for bounds, wrong in ((static.least, other.least), (static.most, other.most)):
            bounds[:] = wrong[::-1]

    monkeypatch.setattr(assured, "bound_statically", the_other_way)


@pytest.mark.parametrize(
    ("mistake", "rules", "grid"),
    [
        pytest.param(relying_on_any_turn, SUPERKO, Grid(3, 1), marks=pytest.mark.thorough),
        pytest.param(fearing_only_what_is_never_forbidden, SUPERKO, Grid(3, 1), marks=pytest.mark.thorough),
        (forgetting_the_past, WITHOUT_A_BAN, Grid(2, 1)),
        (taking_no_result_for_good, WITHOUT_A_BAN, Grid(2, 1)),
        (fearing_no_lost_step, WITHOUT_A_BAN, Grid(2, 1)),
    ],
)
def test_a_wrong_bound_excludes_a_value(
    mistake: Callable[[pytest.MonkeyPatch], None], rules: Rules, grid: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert number_outside(rules, grid) == 0
    mistake(monkeypatch)
    assert number_outside(rules, grid) > 0
