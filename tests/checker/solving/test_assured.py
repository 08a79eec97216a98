"""What players are sure of: values lie within it whatever has happened, and two eyes live by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from superko.checker.phase.phases import phases_from
from superko.checker.phase.tables import PlaceInPhase
from superko.checker.solving import bounds as assured
from superko.checker.solving import termination
from superko.checker.solving.budget import Budget, OutOfBudget
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS
from tests.checker.model.mistakes import Mistaken, every_mistake

from ...sampling import EXHAUSTIVE
from .plain_play import plain_values

MODES = (WORST, BEST)
SUPERKO = Rules(suicide=False)
SIMPLE = Rules(ko=Ko.SIMPLE, suicide=False)
WITHOUT_A_BAN = SIMPLE.dropping("katago-v2/main/legal-simple-ko")


def sure(rules: Rules, board: str, player: Color = BLACK) -> tuple[float, float]:
    """The least and the greatest lead to which a position can come, in points, for all that players are sure of."""
    return within([Game(rules, rows=board, to_play=player)], WORST)[0]


def within(games: list[Game], mode: int) -> list[tuple[float, float]]:
    """For each of some games, between which leads, in points, players are sure that it ends."""
    (phase,) = phases_from([game.record for game in games]).tables
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


@pytest.mark.parametrize(
    ("rules", "grid", "value", "most"),
    [
        (SUPERKO, Grid(4, 2), 8, 1_000),
        (SIMPLE, Grid(4, 2), 8, 1_300),
        pytest.param(Rules(), Grid(4, 3), 4, 40_000, marks=EXHAUSTIVE),
    ],
    ids=str,
)
def test_trying_first_what_looks_best_leaves_few_nodes_to_look_at(
    rules: Rules, grid: Grid, value: float, most: int
) -> None:
    game = Game(rules, grid)
    solver = Solver([game], Budget())
    assert solver.value(game, WORST) == value
    assert solver.budget.spent < most


@pytest.mark.parametrize(
    ("rules", "grid"),
    [
        (WITHOUT_A_BAN, Grid(2, 1)),
        pytest.param(SUPERKO, Grid(3, 1), marks=pytest.mark.thorough),
        *(
            pytest.param(rules, grid, marks=EXHAUSTIVE)
            for rules in (SUPERKO, Rules(ko=Ko.SITUATIONAL), SIMPLE)
            for grid in (Grid(3, 1), Grid(4, 1))
        ),
    ],
    ids=str,
)
def test_bounds_hold_whatever_has_happened(rules: Rules, grid: Grid) -> None:
    assert number_outside(rules, grid) == 0


@pytest.mark.parametrize("player", Color)
def test_eyes_of_one_point_each_live_whatever_has_happened(player: Color) -> None:
    assert sure(SUPERKO, ".X.X.", player) == (5, 5)
    assert sure(SUPERKO, ".O.O.", player) == (-5, -5)


def test_eyes_live_also_where_the_other_player_may_go_round_by_suicide() -> None:
    assert sure(Rules(), ".X.X.") == (5, 5)
    assert sure(replace(PRESETS["new-zealand"], komi=0), ".X.X.") == (5, 5)


def test_players_are_sure_of_nothing_that_both_have_where_no_game_need_end() -> None:
    """Each could go on forever on two points and give up nothing, if that were enough."""
    endless = SUPERKO.dropping("katago-v2/main/legal-superko")
    assert within([Game(endless, (2, 1))], WORST) == [(-2, 2)]


def test_one_eye_is_not_sure_to_live() -> None:
    least, _ = sure(SUPERKO, "XX.OO", WHITE)
    assert least == -5


def test_a_turn_that_superko_may_forbid_is_not_relied_on() -> None:
    """Black lives with the point that makes two eyes; but the board may have stood so before."""
    game = Game(SUPERKO, rows=".X...")
    assert Solver([game], Budget()).value(game, WORST) == 5
    least, _ = sure(SUPERKO, ".X...")
    assert least < 5


def test_it_takes_no_longer_than_it_may() -> None:
    game = Game(SUPERKO, (3, 1))
    solver = Solver([game], Budget())
    assert solver.tables
    solver.budget.seconds = 0
    static = assured.no_bounds([0] * 100, len(solver.tables[0].mover), modes=1, both_ways=0, grain=1)
    for every_game_ends in (True, False):
        with pytest.raises(OutOfBudget):
            assured.bound_statically(static, solver.tables[0], WORST, every_game_ends, solver.budget.go_on)


# With a mistake in a clause the solver finds what plain search finds with it; a sample of those that vectors know.


MOST_POINTS = 2
EVERY = 8
MOST_TURNS = 1_500
SAMPLE = [mistaken for mistaken in every_mistake(rule_sets_each=1) if mistaken.start.grid.size <= MOST_POINTS][::EVERY]
CHOSEN = {
    # Each of these was once solved wrongly: play that ends at once without result, and a button for the other player.
    "katago-v2/main/no-result/goes-on-1x1",
    "katago-v2/cleanup/no-result/goes-on-2x1",
    "katago-v2/territory/button/to-whom-1x1",
    "katago-v2/main/pass#counts/counts-1x1",
}


def values_of_both(game: Game) -> tuple[float, float] | None:
    """The values_of_both with no-result at its worst and at its best; None where the rules are refused."""
    try:
        solver = Solver([game], Budget())
        return solver.value(game, WORST), solver.value(game, BEST)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "mistaken",
    [*SAMPLE, *(mistaken for mistaken in every_mistake(rule_sets_each=1) if str(mistaken) in CHOSEN)],
    ids=str,
)
def test_a_mistake_changes_values_as_it_changes_those_of_plain_search(mistaken: Mistaken) -> None:
    for game in (mistaken.right, mistaken.wrong):
        if game.over:
            continue
        try:
            plain = plain_values(game, MOST_TURNS)
        except RecursionError:
            plain = None
        if plain is not None:
            assert values_of_both(game) in (plain, None)
