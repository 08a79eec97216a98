"""A game is worth what its image is, in every phase and with any history; later games what a fresh solver says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import product
from random import Random

import pytest

from superko.checker.phase.symmetry import Permutation, image_of, image_of_turn, symmetries
from superko.checker.solving.budget import Budget
from superko.checker.solving.solution import Solution, Value, solve, solved
from superko.checker.solving.solver import MODES, Solver
from superko.interpreter.game import Game
from superko.spec.algebra import Coloring, Grid
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Turn

from .every_position import every_position

pytestmark = pytest.mark.exhaustive

BOARDS = (Grid(2, 1), Grid(3, 1))
TERRITORY = {
    f"{tax.value}-{ko.value}": replace(PRESETS["japanese-like"], tax=tax, ko=ko)
    for tax, ko in product(Tax, (Ko.SIMPLE, Ko.POSITIONAL))
}
AREA = {
    f"{tax.value}-{ko.value}": Rules(ko=ko, tax=tax, suicide=tax is not Tax.NONE, button=tax is Tax.SEKI)
    for tax, ko in zip(Tax, Ko, strict=False)
}
PHASES = (Phase.MAIN, Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)
CASES = [
    *product(TERRITORY.values(), PHASES, BOARDS),
    *product(AREA.values(), (Phase.MAIN,), BOARDS),
]
NAMES = [*product(TERRITORY, PHASES, BOARDS), *product(AREA, ("area",), BOARDS)]
IDS = ["-".join(getattr(part, "value", str(part)) for part in name) for name in NAMES]
SAMPLE, THOROUGH_SAMPLE = 3, 6


def image_of_coloring(c: Coloring[int], symmetry: Permutation) -> Coloring[int]:
    """Where a symmetry takes a coloring."""
    black, white = (image_of(points, symmetry) for points in (c.black, c.white))
    return Coloring(c.board, black, white)


def image_of_game(game: Game, symmetry: Permutation) -> Game:
    """The game from the image of its beginning, with the images of its turns."""
    start = game.beginning
    tally = start.record.tally
    image = Game(
        game.rules,
        rows=image_of_coloring(start.position.coloring, symmetry),
        to_play=start.position.player,
        phase=start.position.phase,
        captures=tally.captures,
    )
    for turn in game.turns_taken:
        image = image.play(image_of_turn(turn, symmetry))
    return image


def with_colors_swapped(game: Game) -> Game:
    """The game in which each player has the other color."""
    start, c = game.beginning, game.beginning.position.coloring
    captures, player = start.record.tally.captures, start.position.player.opponent
    taken = {color: captures[color.opponent] for color in captures}
    swapped = Game(
        game.rules, rows=Coloring(c.board, c.white, c.black), to_play=player, phase=start.position.phase, captures=taken
    )
    return reduce(Game.play, game.turns_taken, swapped)


def negated(value: Value | None) -> Value | None:
    """What a value is for the other player."""
    return None if value is None else Value(-value.best, -value.worst)


def course(game: Game, random: Random) -> Iterator[Game]:
    """A game and what it comes to by turns at random, until it is over."""
    while not game.over:
        yield game
        game = game.play(random.choice(game.turns()))


def games(rules: Rules, phase: Phase, grid: Grid, large: bool) -> Iterator[Game]:
    """Games from a sample of the positions of a board, some of them in their midst."""
    random = Random(f"{rules} {phase} {grid}")
    starts = list(every_position(rules, grid, phase))
    for start in random.sample(starts, min(len(starts), (THOROUGH_SAMPLE if large else SAMPLE) // grid.size)):
        yield start
        yield random.choice(list(course(start, random)))


def images_of_moves(solution: Solution, symmetry: Permutation) -> Mapping[Turn, Value | None]:
    """The table of moves as it is for the image."""
    return {image_of_turn(turn, symmetry): value for turn, value in solution.moves.items()}


def best_turns(solver: Solver, game: Game) -> set[Turn]:
    """The turns of best play."""
    (best, *_) = solved(solver, game).line
    return {best.turn, *best.others}


@pytest.mark.parametrize(("rules", "phase", "grid"), CASES, ids=IDS)
def test_a_game_and_its_images_have_one_value_line_and_table_of_moves(
    rules: Rules, phase: Phase, grid: Grid, thorough: bool
) -> None:
    for game, symmetry in product(games(rules, phase, grid, thorough), symmetries(grid)):
        image = image_of_game(game, symmetry)
        solution, of_image = solve(game, moves=True), solve(image, moves=True)
        assert solution.both == of_image.both
        assert images_of_moves(solution, symmetry) == of_image.moves
        solver = Solver([image], Budget())
        for best in solution.line:
            assert best_turns(solver, image) == {image_of_turn(turn, symmetry) for turn in (best.turn, *best.others)}
            image = image.play(image_of_turn(best.turn, symmetry))
        assert image.result == solution.ended.result


@pytest.mark.parametrize(("rules", "phase", "grid"), CASES, ids=IDS)
def test_with_colors_swapped_a_game_is_worth_as_much_to_the_other_player(
    rules: Rules, phase: Phase, grid: Grid, thorough: bool
) -> None:
    for game in games(rules, phase, grid, thorough):
        solution, of_image = solve(game, moves=True), solve(with_colors_swapped(game), moves=True)
        assert of_image.both == negated(solution.both)
        assert of_image.moves == {turn: negated(value) for turn, value in solution.moves.items()}
        assert of_image.ended.over
        assert solution.ended.over


@pytest.mark.parametrize("komi", [0.5, 7])
def test_komi_is_the_same_whichever_color_a_node_stands_for(komi: float) -> None:
    for rules in (Rules(ko=Ko.SIMPLE, komi=komi), replace(PRESETS["japanese-like"], komi=komi)):
        for start in games(rules, Phase.MAIN, Grid(2, 1), large=False):
            without = solve(Game(replace(rules, komi=0), rows=start.position.coloring, to_play=start.position.player))
            with_it = solve(Game(rules, rows=start.position.coloring, to_play=start.position.player))
            assert without.both is not None
            assert with_it.both == Value(without.both.worst - komi, without.both.best - komi)


@pytest.mark.parametrize(("rules", "phase", "grid"), CASES, ids=IDS)
def test_a_later_game_is_worth_what_a_fresh_solver_says(rules: Rules, phase: Phase, grid: Grid, thorough: bool) -> None:
    for start in games(rules, phase, grid, thorough):
        solver = Solver([start], Budget())
        games_after = list(course(start, Random(0)))
        for later in games_after if thorough else games_after[-1:]:
            assert [solver.value(later, mode) for mode in MODES] == list(_fresh(later))


def _fresh(game: Game) -> tuple[float, float]:
    solver = Solver([game], Budget())
    worst, best = (solver.value(game, mode) for mode in MODES)
    return worst, best


@pytest.mark.parametrize("board", ["O.", ".O"])
def test_a_line_leads_into_a_second_phase_that_began_with_either_image(board: str) -> None:
    rules = replace(PRESETS["japanese-like"], tax=Tax.NONE)
    solution = solve(Game(rules, rows=board, phase=Phase.FIRST_CLEANUP), moves=True)
    assert (solution.value, len(solution.line), sorted(value.worst for value in solution.moves.values() if value)) == (
        -1,
        4,
        [-1, -1],
    )
    assert rules.scoring is Scoring.TERRITORY
