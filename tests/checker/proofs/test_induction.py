"""What is proved by induction holds on every board; what is false is not proved, and a small board shows it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
import z3

from superko.checker.claims.lemmas import decided_on_every_board
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs import steps
from superko.checker.proofs.every_board import (
    POINT,
    AnyBoard,
    AnyPoints,
    adjacent,
    inductions,
    situation_of_any_board,
)
from superko.checker.proofs.questions import is_true_of
from superko.checker.proofs.situation import BoardLemma, Implication, LemmaSituation
from superko.checker.proofs.steps import LemmaProof, is_proved
from superko.spec.algebra import BLACK, Color, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.katago_v2.faster_forms import stones_without_liberty
from superko.spec.katago_v2.moves import resolve_captures
from superko.spec.rules import Rules

from ...spec.boards import all_colorings
from ..claims.test_lemmas import RULES
from .lemmas_proved import BY_INDUCTION


def saying(lemma: BoardLemma, statement: Any) -> BoardLemma:
    return BoardLemma(lemma.claim, statement, lemma.moves)


@pytest.mark.parametrize(("proof", "rules"), BY_INDUCTION)
def test_a_lemma_is_proved_on_boards_of_every_size(proof: LemmaProof, rules: Rules) -> None:
    assert decided_on_every_board(rules, proof).outcome is Outcome.PROVED


@pytest.mark.parametrize(("proof", "rules"), BY_INDUCTION)
@pytest.mark.usefixtures("hasty")
def test_without_its_conclusion_a_proof_proves_nothing(proof: LemmaProof, rules: Rules) -> None:
    given_only = saying(proof.lemma, lambda s: Implication(proof.lemma.statement(s).given, z3.BoolVal(False)))
    assert not is_proved(replace(proof, lemma=given_only), rules)


def touch(grid: Grid, index: int, other: int) -> bool:
    places = divmod(index, grid.width), divmod(other, grid.width)
    return sum(abs(here - there) for here, there in zip(*places, strict=True)) == 1


def spelled_out(formula: Any, points: list[Any]) -> Any:
    """A formula about the points of one board, without quantifiers."""
    if not z3.is_quantifier(formula):
        parts = [spelled_out(part, points) for part in formula.children()]
        return formula.decl()(*parts) if parts else formula
    cases = [
        spelled_out(z3.substitute_vars(formula.body(), *reversed(chosen)), points)
        for chosen in product(points, repeat=formula.num_vars())
    ]
    return z3.And(cases) if formula.is_forall() else z3.Or(cases)


def is_exactly(points: list[Any], unknown_set: AnyPoints, members: int) -> Any:
    """That a set has the members that it has under the reading that plays."""
    known = {index.bit_length() - 1 for index in points_of(members)}
    return z3.And([unknown_set.at(point) == (index in known) for index, point in enumerate(points)])


@pytest.mark.parametrize("sides", [(1, 1), (2, 1), (3, 1), (2, 2)])
def test_the_axioms_are_true_of_every_coloring_of_a_board(sides: tuple[int, int]) -> None:
    grid = Grid(*sides)
    board, unknown = situation_of_any_board(RULES, BLACK, moves=0)
    text, fast = resolve_captures(unknown.coloring, BLACK), stones_without_liberty(unknown.coloring, BLACK)
    points = [z3.Const(f"at {index}", POINT) for index in range(grid.size)]
    solver = z3.Solver()
    solver.add(z3.Distinct(*points))
    solver.add(*(spelled_out(axiom, points) for axiom in (*board.axioms, *inductions(board))))
    for (index, point), (other, beside) in product(enumerate(points), repeat=2):
        solver.add(adjacent(point, beside) == touch(grid, index, other))
    for c in all_colorings(*sides):
        captured = resolve_captures(c, BLACK)
        colors = [(unknown.coloring.black, c.black), (unknown.coloring.white, c.white)]
        known = [
            is_exactly(points, unknown_set, members)
            for unknown_set, members in [*colors, (text, captured), (fast, captured)]
        ]
        assert solver.check(*known) == z3.sat


def test_a_closure_is_what_is_connected_to_the_seed() -> None:
    board = AnyBoard()
    seed, within = board.unknown("seed"), board.unknown("within")
    closure = board.closure(seed, within)
    assert board.proves(board.is_empty(closure & ~within))
    assert board.proves(board.is_empty(seed & within & ~closure))
    assert board.proves(board.is_empty(board.border(closure) & within))


@pytest.mark.usefixtures("hasty")
def test_only_induction_keeps_a_closure_from_holding_more() -> None:
    board = AnyBoard()
    seed, other, within = board.unknown("some"), board.unknown("other"), board.unknown("within")
    smaller, larger = board.closure(seed & other, within), board.closure(seed, within)
    assert not board.proves(board.is_empty(smaller & ~larger))
    assert board.proves(board.is_empty(smaller & ~larger), *inductions(board))
    assert not board.proves(board.is_empty(larger & ~smaller), *inductions(board))


def test_what_can_be_said_of_no_unknown_board_is_not_answered() -> None:
    board = AnyBoard()
    points = board.unknown("points")
    for question in (board.size, board.number_of_regions, lambda start: board.fixpoint(lambda _: start, start)):
        with pytest.raises(TypeError, match="unknown board"):
            question(points)


@pytest.mark.parametrize("player", Color)
def test_the_fast_form_of_captures_is_the_text_on_every_coloring_of_a_small_board(player: Color) -> None:
    for c in all_colorings(3, 2):
        assert is_true_of(steps.RESOLVE_CAPTURES, LemmaSituation(RULES, c, player))
