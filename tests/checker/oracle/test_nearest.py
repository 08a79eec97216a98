"""The nearest rules: the small change that settles all that was found, and that further games confirm."""

from __future__ import annotations

from random import Random

import pytest

from superko.checker.oracle.aspects import EVERYTHING
from superko.checker.oracle.engine import Introduction
from superko.checker.oracle.games.sources import Judged
from superko.checker.oracle.nearest import ENOUGH_GAMES, nearest_rules
from superko.checker.oracle.plan import TrialBudget
from superko.checker.oracle.setting import Setting
from superko.checker.oracle.trial import Harness, following, trial
from superko.interpreter.rule_names import parse_rules

from .liars import LIARS

ANY_BOARD = Introduction("a liar", "", EVERYTHING)


@pytest.mark.parametrize(
    ("fault", "board", "turns", "change"),
    [
        ("forgets superko", (2, 1), "A1 B1", "no-ko (or without katago-v2/main/legal-superko, "),
        ("forbids suicide", (4, 1), "A1 C1", "no-suicide (or suicide=no, "),
        ("hands over no stone for a pass", (1, 1), "pass", "without aga/7-pass#stone: "),
    ],
)
def test_the_change_that_the_engine_made_is_found(fault: str, board: tuple[int, int], turns: str, change: str) -> None:
    nearest = nearest_to(fault, board, turns)
    assert nearest.startswith(f"{LIARS[fault].under}, but {change}")
    assert nearest.endswith(f"{ENOUGH_GAMES} further random games in which that makes a difference agree")


def test_where_few_games_tell_a_change_from_the_rules_luck_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("superko.checker.oracle.nearest.MOST_GAMES", ENOUGH_GAMES - 1)
    assert nearest_to("forgets superko", (2, 1), "A1 B1") == ""


def test_a_change_is_dropped_once_the_engine_does_otherwise() -> None:
    assert "no-ko" not in nearest_to("superko that forgets at a pass", (2, 2), "pass A2 B2 A1 pass B1 B2")


def test_where_no_small_change_settles_it_none_is_named() -> None:
    assert nearest_to("turns the board upside down", (1, 2), "A1") == ""


def test_where_nothing_was_found_none_is_looked_for() -> None:
    rules = parse_rules("aga")
    harness = Harness(LIARS["forgets superko"].engine)
    assert nearest_rules(harness, Judged("aga", rules, rules), (), Random(1), ANY_BOARD) == ""


def test_without_time_no_more_than_one_change_is_tried() -> None:
    assert nearest_to("turns the board upside down", (1, 2), "A1", seconds=0) == ""


def nearest_to(fault: str, board: tuple[int, int], turns: str, seconds: float = 60) -> str:
    """What is said of the rules that a liar follows, after one game that shows its fault."""
    liar, rules = LIARS[fault], parse_rules(LIARS[fault].under)
    harness, setting = Harness(liar.engine), Setting(*board, rules=rules)
    found = tuple(trial(harness, setting, rules, following(turns.split(), setting)))
    assert found
    lasts = TrialBudget(seconds).lasts
    return nearest_rules(harness, Judged(liar.under, rules, rules), found, Random(1), ANY_BOARD, lasts)
