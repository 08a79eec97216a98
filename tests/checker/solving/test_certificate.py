"""Certificates hold, and ones that have been tampered with do not."""

from __future__ import annotations

import copy
from math import inf
from typing import Any

import pytest

from superko.checker.solving.budget import Budget
from superko.checker.solving.certificate import NotKept, TooLarge, certificate, check_certificate, promises, strategy
from superko.checker.solving.solution import Value
from superko.checker.solving.solver import Solver
from superko.checker.solving.state import BEST, WORST
from superko.interpreter.game import Game
from superko.spec.rules import Rules

FOUR = Game(Rules(suicide=False), (4, 1))


def certified(game: Game) -> tuple[Value, list[dict[str, Any]]]:
    """The value of a game, and its certificate."""
    solver = Solver([game], Budget())
    value = Value(solver.value(game, WORST), solver.value(game, BEST))
    return value, certificate(solver, game, value)


def test_a_certificate_holds_for_the_value() -> None:
    value, strategies = certified(FOUR)
    assert value == Value(4, 4)
    assert check_certificate(FOUR, strategies)[0] == value


def test_a_better_lead_than_the_strategy_makes_sure_of_is_noticed() -> None:
    _, strategies = certified(FOUR)
    white = next(promise for promise in strategies if promise["player"] == "W")
    white["lead"] = 3
    with pytest.raises(NotKept, match="White does not keep the promise"):
        check_certificate(FOUR, strategies)


def test_a_reply_without_an_answer_is_noticed() -> None:
    _, strategies = certified(FOUR)
    changed = copy.deepcopy(strategies)
    black = next(promise for promise in changed if promise["player"] == "B")
    black["strategy"][1].popitem()
    with pytest.raises(NotKept, match="no answer"):
        check_certificate(FOUR, changed)


def test_a_turn_that_is_not_legal_is_noticed() -> None:
    _, strategies = certified(FOUR)
    black = next(promise for promise in strategies if promise["player"] == "B")
    black["strategy"][0] = "unblock A1"
    with pytest.raises(NotKept, match="not legal"):
        check_certificate(FOUR, strategies)


def test_one_strategy_alone_leaves_the_value_open() -> None:
    _, strategies = certified(FOUR)
    with pytest.raises(NotKept, match="leave open"):
        check_certificate(FOUR, strategies[:1])


def test_a_large_strategy_is_not_written_down() -> None:
    solver = Solver([FOUR], Budget())
    with pytest.raises(TooLarge):
        strategy(solver, FOUR, next(promises(Value(4, 4))), most_turns=3)


def test_a_value_that_depends_on_no_result_takes_four_promises() -> None:
    kept = [(promise.player.value, promise.lead, promise.or_no_result) for promise in promises(Value(-1, 0))]
    assert kept == [("B", -1, False), ("W", 0, False), ("W", -1, True), ("B", 0, True)]
    assert len(list(promises(Value(-inf, inf)))) == 2
