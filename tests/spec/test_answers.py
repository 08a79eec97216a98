"""What a rules author's clause answers is looked at, by what its decision asks for."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.interpreter import Game
from superko.interpreter.rules_files import ClauseFailed
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.algebra.arrays import ArrayBoard
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.symbolic import SymbolicBoard
from superko.spec.answers import Checked, WrongAnswer, checked, may_answer
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clause_named, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Play, Record, Remembered

from .board_clauses import BENSON, KO_MOVE, OF_COLORING, OF_MOVE, OfColoring, OfMove, play, scores
from .boards import all_colorings, coloring, colorings, diagram

TROMP_TAYLOR = PRESETS["tromp-taylor"]
SUPERKO = "katago-v2/main/legal-superko"
OF_DECISIONS = {
    clause.decides: clause.name
    for clause in clauses("katago-v2")
    if clause.decides is not None and clause.guard.holds(TROMP_TAYLOR) and Phase.MAIN in clause.during
}


def nothing(*about: object) -> None:
    """Its `return` is forgotten."""


def answering(answer: object) -> Callable[..., Any]:
    return lambda *about: answer


def with_answer(name: str, answer: object) -> Rules:
    return TROMP_TAYLOR.replacing(name, answering(answer), "It answers wrongly.")


def played(rules: Rules) -> Game:
    return Game(rules, (2, 1)).play(Move(1)).play(PASS).play(PASS)


@pytest.mark.parametrize("decision", [decision for decision in OF_DECISIONS if decision is not Decision.WINNER])
def test_none_is_no_answer_to_what_a_clause_decides(decision: Decision) -> None:
    name = OF_DECISIONS[decision]
    (clause,) = (c for c in TROMP_TAYLOR.replacing(name, nothing).deciding(decision) if c.name == name)
    with pytest.raises(WrongAnswer, match=r"fails in test_answers\.py, line \d+: it returns None, as where a `return`"):
        clause.function(*decision.takes)


@pytest.mark.parametrize(
    ("name", "answer", "sentence"),
    [
        (SUPERKO, None, "LEGAL is `(record, play) -> bool`"),
        (SUPERKO, "yes", "it returns 'yes'"),
        ("katago-v2/area/winner", "B", "it returns 'B'"),
        ("katago-v2/area/score-none#stones", "three", "it returns 'three'"),
        ("katago-v2/main/then-score", Phase.OVER, "it returns <Phase.OVER"),
        ("katago-v2/move/capture-total", 3, "it returns 3"),
        ("katago-v2/move/capture-total", {BLACK: 3}, "it returns a value of type dict"),
        ("katago-v2/main/start#order", ("PHASE_ENDS",), "it returns ('PHASE_ENDS',)"),
        ("katago-v2/move/pseudolegal", True, "it returns True"),
    ],
)
def test_a_game_tells_the_clause_that_answers_wrongly(name: str, answer: object, sentence: str) -> None:
    with pytest.raises(ClauseFailed) as failed:
        played(with_answer(name, answer))
    assert str(failed.value).startswith(f"The clause {name} fails in test_answers.py, line ")
    assert sentence in str(failed.value)


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (Decision.LEGAL, 1),
        (Decision.WINNER, None),
        (Decision.WINNER, WHITE),
        (Decision.SCORE, 0.25),
        (Decision.SCORE, True),
        (Decision.STATE, WHITE),
        (Decision.FORGETS, frozenset({Remembered.STATES})),
        (Decision.CAPTURES, {BLACK: 0, WHITE: 1}),
    ],
)
def test_what_can_be_an_answer_is_left_as_it_is(decision: Decision, answer: object) -> None:
    assert may_answer(decision, answer)
    assert Checked("house/clause", decision, answering(answer))() is answer


def test_a_clause_outside_of_the_language_is_looked_at_too() -> None:
    def in_words(record: Record, play: Play[int]) -> str:
        """It answers in words."""
        return f"{record.turn}"

    with pytest.raises(ClauseFailed, match=r"fails in test_answers\.py, line \d+: it returns '0'"):
        played(TROMP_TAYLOR.replacing(SUPERKO, in_words))


def test_so_is_one_with_arguments_that_are_given_already() -> None:
    rules = TROMP_TAYLOR.replacing(SUPERKO, partial(nothing, 1), "It answers nothing.")
    with pytest.raises(ClauseFailed, match=r"fails in test_answers\.py, line \d+: it returns None"):
        played(rules)


def test_clauses_of_the_documents_are_not_looked_at() -> None:
    clause = clause_named(SUPERKO)
    assert checked(clause) is clause


def test_a_wrong_answer_comes_from_another_process_as_it_is() -> None:
    wrong = WrongAnswer("The clause house/end fails", "it returns None")
    assert str(pickle.loads(pickle.dumps(wrong))) == str(wrong) == "The clause house/end fails: it returns None."


# The clauses mean the same on arrays and in z3 as on integers.


OF_MANY = {**OF_COLORING, **BENSON, **dict(scores())}
OF_MANY_MOVES = {**OF_MOVE, **KO_MOVE}


def as_arrays(many: list[Coloring[int]]) -> Coloring[Any]:
    """Many colorings of one grid as one coloring of arrays."""
    black, white = (np.array([c.of(color) for c in many], dtype=np.uint64) for color in Color)
    return Coloring(ArrayBoard(many[0].board.grid), black, white)


def as_list(value: Any, length: int) -> list[Any]:
    """What arrays hold for each coloring; a single value holds for all."""
    return list(np.broadcast_to(np.asarray(value), (length,)).tolist())


def at_a_point(functions: dict[str, OfMove], point: int) -> dict[str, OfColoring]:
    """What functions of a move say of Black's move at a point, as functions of the coloring before it."""

    def of_coloring(function: OfMove) -> OfColoring:
        return lambda c: function(play(c, BLACK, point))

    return {name: of_coloring(function) for name, function in functions.items()}


EVERYTHING = list(all_colorings(3, 3))
EVERYTHING_IN_ARRAYS = as_arrays(EVERYTHING)


@pytest.mark.parametrize("function", OF_MANY.values(), ids=OF_MANY)
def test_arrays_agree_with_integers_on_every_coloring_of_3x3(function: OfColoring) -> None:
    assert as_list(function(EVERYTHING_IN_ARRAYS), len(EVERYTHING)) == [function(c) for c in EVERYTHING]


@pytest.mark.parametrize("function", OF_MANY_MOVES.values(), ids=OF_MANY_MOVES)
def test_arrays_agree_with_integers_on_every_move_at_a_point_of_2x3(function: OfMove) -> None:
    every = list(all_colorings(2, 3))
    arrays = as_arrays(every)
    for color in Color:
        for point in points_of(every[0].board.everything):
            expected = [function(play(c, color, point)) for c in every]
            assert as_list(function(play(arrays, color, point)), len(every)) == expected


@settings(max_examples=settings().max_examples // 2)
@given(colorings(longest_side=8), st.data())
def test_arrays_agree_with_integers_on_boards_of_up_to_64_points(c: Coloring[int], data: st.DataObject) -> None:
    arrays = as_arrays([c, c.emptied(c.black), c])
    point = 1 << data.draw(st.integers(0, c.board.grid.size - 1))
    for name, function in {**OF_MANY, **at_a_point(OF_MOVE, point)}.items():
        value = function(c)
        assert as_list(function(arrays), 3)[::2] == [value, value], (name, diagram(c), point)


def test_arrays_refuse_boards_of_more_than_64_points() -> None:
    with pytest.raises(ValueError, match="up to 64 points; 9x8 has 72"):
        ArrayBoard(Grid(9, 8))


def agrees_in_z3(c: Coloring[int], function: OfColoring) -> bool:
    """Whether z3, given the certificates, can find the value that integers give, and no other."""
    board = SymbolicBoard(c.board.grid)
    value = function(Coloring(board, board.constant(c.black), board.constant(c.white)))
    expected = function(c)
    if not isinstance(value, z3.ExprRef):
        return bool(value == expected)
    solver = z3.Solver()
    solver.add(*board.constraints)
    return bool(solver.check(value == expected) == z3.sat and solver.check(value != expected) == z3.unsat)


def sample(width: int, height: int, number: int) -> list[Coloring[int]]:
    """Some of the colorings of a grid, the same ones every time."""
    return random.Random(f"{width}x{height}").sample(list(all_colorings(width, height)), number)


OF_KNOWN_COLORING = {**OF_COLORING, **dict(scores())}


@pytest.mark.parametrize("function", OF_KNOWN_COLORING.values(), ids=OF_KNOWN_COLORING)
def test_z3_agrees_with_integers_on_known_colorings(function: OfColoring, thorough: bool) -> None:
    few = [*sample(2, 2, 2), *sample(2, 3, 1)]
    for c in [*few, *sample(2, 2, 6), *sample(2, 3, 2), *sample(3, 3, 1)] if thorough else few:
        assert agrees_in_z3(c, function), diagram(c)


@pytest.mark.thorough
@pytest.mark.parametrize("function", BENSON.values(), ids=BENSON)
def test_z3_agrees_with_integers_on_two_eyes(function: OfColoring) -> None:
    two_eyes_each = coloring(".X.X.")
    assert function(two_eyes_each)
    assert agrees_in_z3(two_eyes_each, function)


@pytest.mark.parametrize("name", OF_MANY_MOVES)
def test_z3_agrees_with_integers_on_known_moves(name: str) -> None:
    capturing_race = coloring(".XO/XO.")
    for c in [capturing_race, *sample(2, 2, 1)]:
        for point in points_of(c.board.everything):
            assert agrees_in_z3(c, at_a_point(OF_MANY_MOVES, point)[name]), (diagram(c), point)
