"""What a rules author's clause answers is looked at, by what its decision asks for."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from superko.interpreter import Game
from superko.interpreter.rules_files import ClauseFailed
from superko.spec.algebra import BLACK, WHITE
from superko.spec.answers import Checked, WrongAnswer, checked, may_answer
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clause_named, clauses
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Play, Record, Remembered

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
