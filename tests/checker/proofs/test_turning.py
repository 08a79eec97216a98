"""Moves do the same on turned boards of every size; rules that favour a point, a way or a color are found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
import z3

from superko.checker.claims.lemmas import (
    BY_SIZE,
    decided_on_every_board,
    reflections_keep_neighbours,
    reflections_turn_neighbours,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.every_board import (
    POINT,
    AnyBoard,
    adjacent,
    inductions,
    single,
    situation_of_any_board,
)
from superko.checker.proofs.situation import BoardLemma, Implication
from superko.checker.proofs.steps import LemmaProof, is_proved
from superko.checker.proofs.turning import (
    LEFT_RIGHT,
    PROOF_OF_SWAPPING,
    PROOF_OF_TURNING,
    REFLECTIONS,
    TRANSPOSED,
    Reflection,
    keeps_neighbours,
    keeps_neighbours_on_every_grid,
    one_step_apart,
    reflections,
    turned,
    turned_back,
)
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.katago_v2.moves import make_move, resolve_captures
from superko.spec.rules import Rules
from superko.spec.vocabulary import Play

from ...spec.boards import all_colorings
from .lemmas_proved import SYMMETRIES
from .test_induction import is_exactly, spelled_out, touch

RULES = Rules(suicide=True)
MOVE = "katago-v2/move/pseudolegal"


def corner(board: Any) -> Any:
    """The first point of a grid."""
    return board.everything & ~(board.everything << 1)


def to_the_right(board: Any, points: Any) -> Any:
    """What lies to the right."""
    return (points & board.grid.not_last_column) << 1


def not_in_the_corner(play: Play[Any]) -> Any:
    """Nobody moves in the corner."""
    c = play.before
    return c.meets(play.point, c.empty & ~corner(c.board))


def with_room_to_the_right(play: Play[Any]) -> Any:
    """A move has an empty point to its right."""
    c = play.before
    return c.meets(play.point, c.empty) & c.meets(to_the_right(c.board, play.point), c.empty)


def at_the_point_after(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move is made at the point after the one named."""
    return make_move(c, player, point << 1)


def only_black_plays(play: Play[Any]) -> Any:
    """White makes no move."""
    c = play.before
    return c.meets(play.point, c.empty if play.player is BLACK else c.board.nothing)


def sparing_the_corner(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures nothing in the corner."""
    colored = c.colored(point, player)
    captured = resolve_captures(colored, player.opponent) & ~corner(c.board)
    return Play(player, point, c, colored.emptied(captured), captured, c.board.nothing)


def capturing_white_only(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures white stones only."""
    colored = c.colored(point, player)
    captured = resolve_captures(colored, WHITE)
    return Play(player, point, c, colored.emptied(captured), captured, c.board.nothing)


def capturing_black_first(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures black stones first."""
    first = c.colored(point, player)
    black = resolve_captures(first, BLACK)
    white = resolve_captures(first.emptied(black), WHITE)
    after = first.emptied(black).emptied(white)
    captured, own = (white, black) if player is BLACK else (black, white)
    return Play(player, point, c, after, captured, own)


BROKEN: Mapping[str, tuple[LemmaProof, str, Callable[..., Any]]] = {
    "only Black plays": (PROOF_OF_SWAPPING, f"{MOVE}#empty", only_black_plays),
    "only white stones are captured": (PROOF_OF_SWAPPING, MOVE, capturing_white_only),
    "black stones are captured first": (PROOF_OF_SWAPPING, MOVE, capturing_black_first),
}

OF_PLACES: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "the corner is forbidden": (f"{MOVE}#empty", not_in_the_corner),
    "there must be room to the right": (f"{MOVE}#empty", with_room_to_the_right),
    "nothing is captured in the corner": (MOVE, sparing_the_corner),
    "the point after is played": (MOVE, at_the_point_after),
}


@pytest.mark.parametrize(("proof", "rules"), SYMMETRIES)
def test_moves_do_the_same_on_boards_of_every_size(proof: LemmaProof, rules: Rules) -> None:
    assert decided_on_every_board(rules, proof).outcome is Outcome.PROVED


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.usefixtures("hasty")
def test_rules_that_favour_something_are_not_proved_and_a_small_board_refutes_them(broken: str) -> None:
    proof, part, instead = BROKEN[broken]
    verdict = decided_on_every_board(RULES.replacing(part, instead), proof)
    assert (verdict.outcome, verdict.minimal) == (Outcome.REFUTED, True)
    assert verdict.scope in {str(grid) for grid in BY_SIZE}


@pytest.mark.thorough
def test_rules_that_favour_a_color_are_the_same_on_turned_boards() -> None:
    favouring_black = RULES.replacing(f"{MOVE}#empty", only_black_plays)
    assert decided_on_every_board(favouring_black, PROOF_OF_TURNING).outcome is Outcome.PROVED


@pytest.mark.parametrize("broken", OF_PLACES)
def test_a_clause_that_speaks_of_the_places_of_points_is_not_read(broken: str) -> None:
    verdict = decided_on_every_board(RULES.replacing(*OF_PLACES[broken]), PROOF_OF_TURNING)
    assert verdict.outcome is Outcome.UNKNOWN
    assert "outside of the language" in verdict.notes


@pytest.mark.usefixtures("hasty")
def test_a_board_that_is_not_turned_so_that_neighbours_are_kept_is_another_board() -> None:
    anyhow = BoardLemma("lemma/symmetry", lambda s: Implication(True, PROOF_OF_TURNING.lemma.statement(s).then))
    assert not is_proved(replace(PROOF_OF_TURNING, lemma=anyhow), RULES)


@pytest.mark.parametrize("sides", [(1, 1), (2, 1), (2, 2)])
def test_what_a_proof_assumes_and_shows_is_true_of_every_move_on_a_small_board(sides: tuple[int, int]) -> None:
    grid = Grid(*sides)
    proof = PROOF_OF_TURNING
    board, unknown = situation_of_any_board(RULES, BLACK, 1, proof.by_lemma)
    given = proof.lemma.statement(unknown).given
    shown = [step.statement(unknown) for step in proof.cases[0].steps]
    points = [z3.Const(f"at {index}", POINT) for index in range(grid.size)]
    solver = z3.Solver()
    solver.add(z3.Distinct(*points))
    solver.add(*(spelled_out(formula, points) for formula in (*board.axioms, *inductions(board), given, *shown)))
    for (index, point), (other, beside) in product(enumerate(points), repeat=2):
        solver.add(adjacent(point, beside) == touch(grid, index, other))
    for reflection, c in product(reflections(grid), all_colorings(*sides)):
        images = [points[reflection.of_points(c.board, point).bit_length() - 1] for point in points_of(grid.everywhere)]
        placed = [
            z3.And(turned(point) == image, turned_back(image) == point)
            for point, image in zip(points, images, strict=True)
        ]
        colors = zip((unknown.coloring.black, unknown.coloring.white), (c.black, c.white), strict=True)
        known = [is_exactly(points, unknown_set, members) for unknown_set, members in colors]
        move = unknown.points[0].at(points[-1])
        assert solver.check(*placed, *known, move) == z3.sat


@pytest.mark.thorough
@pytest.mark.parametrize("proof", [PROOF_OF_TURNING, PROOF_OF_SWAPPING], ids=["turned", "colors swapped"])
@pytest.mark.usefixtures("hasty")
def test_nothing_absurd_follows_from_the_steps(proof: LemmaProof) -> None:
    board, unknown = situation_of_any_board(RULES, BLACK, 1, proof.by_lemma)
    given = proof.lemma.statement(unknown).given
    shown = [step.statement(unknown) for step in proof.cases[0].steps]
    assert not board.proves(z3.BoolVal(False), given, *shown, *inductions(board))


def test_a_reflection_turns_the_neighbours_of_every_point_of_every_grid() -> None:
    assert reflections_keep_neighbours().outcome is Outcome.PROVED
    verdict = reflections_turn_neighbours(4)
    assert verdict.outcome is Outcome.HOLDS
    assert (verdict.counts["grids"], verdict.counts["points"]) == (16 + 16 + 4, 100 + 100 + 30)


NO_SYMMETRIES = {
    "a step to the right": Reflection("shifted", place=lambda sides, column, row: (column + 1, row)),
    "a step to the right, and around": Reflection(
        "around", place=lambda sides, column, row: (z3.If(column == sides.width - 1, 0, column + 1), row)
    ),
    "slanted": Reflection("slanted", place=lambda sides, column, row: (column, sides.height - 1 - row - column)),
    "columns and rows swapped, whatever the sides": Reflection("any", place=TRANSPOSED.place),
}


@pytest.mark.parametrize("name", NO_SYMMETRIES)
def test_what_is_no_symmetry_of_every_grid_is_not_proved_to_be_one(name: str) -> None:
    assert not keeps_neighbours_on_every_grid(NO_SYMMETRIES[name])
    assert reflections_keep_neighbours([LEFT_RIGHT, NO_SYMMETRIES[name]]).outcome is Outcome.UNKNOWN


def test_what_does_not_keep_neighbours_is_refuted_on_the_smallest_grid() -> None:
    around = Reflection("around", place=lambda sides, column, row: ((column + 1) % sides.width, row))
    verdict = reflections_turn_neighbours(4, [*REFLECTIONS, around])
    assert (verdict.outcome, verdict.scope) == (Outcome.REFUTED, "3x1")
    assert [keeps_neighbours(around, Grid(width, 1)) for width in (1, 2, 3)] == [True, True, False]


def test_the_neighbours_that_clauses_take_are_one_step_apart() -> None:
    for grid in (Grid(width, height) for width in range(1, 8) for height in range(1, 8)):
        board = integer_board(grid.width, grid.height)
        for index, other in product(range(grid.size), repeat=2):
            assert bool(board.neighbours(1 << index) >> other & 1) == touch(grid, index, other)


def test_so_are_those_of_which_it_is_proved_that_they_are_turned_and_every_reflection_turns_its_grid() -> None:
    for grid in (Grid(*sides) for sides in ((1, 1), (3, 1), (3, 2), (3, 3))):
        assert all(keeps_neighbours(reflection, grid) for reflection in reflections(grid))
        for index, other in product(range(grid.size), repeat=2):
            here, there = (tuple(map(z3.IntVal, divmod(point, grid.width))) for point in (index, other))
            assert z3.is_true(z3.simplify(one_step_apart(here, there))) == touch(grid, index, other)


def test_only_sets_that_a_statement_names_are_known_of_it() -> None:
    board = AnyBoard()
    beside, other = (board.neighbours(single(z3.Const(name, POINT))) for name in ("some", "other"))
    known = board.known_of(board.is_empty(beside))
    assert set(known) < set(board.axioms)
    assert set(board.known_of(board.is_empty(beside | other))) == set(board.axioms)
