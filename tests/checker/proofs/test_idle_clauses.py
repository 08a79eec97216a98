"""Clauses are shown to be idle beside others only where they never act; what might act is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from superko.checker.claims.chinese_2002 import (
    ARTICLE_6,
    ARTICLE_20,
    SAME_PLAYER,
    article_20_never_acts,
    with_article_20,
)
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.comparison import compare
from superko.checker.proofs.idle_clauses import why_not_idle
from superko.spec.algebra import Grid
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Move, Play, Record

from ...mistakes.catalogue import Mistake, wrong_versions

BAN, MEMORY = "chinese-2002/6", "chinese-2002/6#earlier"
THEN_COUNT = "chinese-2002/presupposed#then-count"
LEGAL = Decision.LEGAL
LINE_OF_THREE = Grid(3, 1)


def ends_at_once(record: Record[Any]) -> Any:
    return record.since_pass.times(record.state) >= 1


def forbids_captures(record: Record[Any], play: Play[Any]) -> Any:
    return play.before.is_empty(play.captured)


def forbids_the_fourth_turn(record: Record[Any], play: Play[Any]) -> Any:
    before = record.previous and record.previous.previous and record.previous.previous.previous
    return before is None


def forbids_what_stood(record: Record[Any], play: Play[Any]) -> Any:
    before = record.previous
    return before is None or play.before.no(play.after.same_as(before.position.coloring))


def counts_no_passes(turn: Any) -> bool:
    return isinstance(turn, Move)


def begins_again(record: Record[Any]) -> Any:
    """The main phase follows on itself."""
    return record.position


def adding(function: Callable[..., Any], decides: Decision, to: Rules = ARTICLE_6) -> Rules:
    return to.adding(make_clause(function, "mine/added", decides=decides, text="It is added."))


def test_beside_article_6_all_of_article_20_is_idle() -> None:
    assert why_not_idle(ARTICLE_6, with_article_20(ARTICLE_6)) == ("", 404)
    assert article_20_never_acts(ARTICLE_6).outcome is Outcome.PROVED


def test_so_is_a_ban_on_the_board_before() -> None:
    assert why_not_idle(ARTICLE_6, adding(forbids_what_stood, LEGAL))[0] == ""


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (SAME_PLAYER, "A play may bring back the board at the start."),
        (ARTICLE_6.dropping(BAN), "A play may bring back the board at the start."),
        (ARTICLE_6.dropping(MEMORY), "A board that has stood may not count as one."),
        (ARTICLE_20, "A clause asks what has stood since the last pass"),
        (
            ARTICLE_6.replacing(THEN_COUNT, begins_again),
            "The main phase need not be the last",
        ),
    ],
    ids=["same player", "no ban", "no memory", "article 20 alone", "begun again"],
)
def test_where_boards_may_come_back_it_is_not(rules: Rules, says: str) -> None:
    obstacle, _ = why_not_idle(rules, with_article_20(rules))
    assert obstacle.startswith(says)
    assert article_20_never_acts(rules).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("function", "decides", "says"),
    [
        (ends_at_once, Decision.NO_RESULT, "mine/added may end a game."),
        (forbids_captures, LEGAL, "mine/added may forbid a play to a board that has not stood."),
        (forbids_the_fourth_turn, LEGAL, "mine/added may forbid a play to a board that has not stood."),
    ],
)
def test_a_clause_that_acts_in_a_game_is_named(function: Callable[..., Any], decides: Decision, says: str) -> None:
    beside = adding(function, decides, with_article_20(ARTICLE_6))
    assert why_not_idle(ARTICLE_6, beside)[0] == says
    assert compare(ARTICLE_6, beside, LINE_OF_THREE, 5).parting is not None


@pytest.mark.parametrize("wrong", [wrong for wrong in wrong_versions() if wrong.claim.endswith("-idle")], ids=str)
def test_where_it_is_not_proved_games_show_that_it_is_not_so(wrong: Mistake) -> None:
    rules = wrong.rules
    assert article_20_never_acts(rules).outcome is Outcome.UNKNOWN
    assert compare(rules, with_article_20(rules), LINE_OF_THREE, 9).parting is not None


def test_clauses_that_decide_something_else_are_not_shown_to_be_idle() -> None:
    says, looked_at = why_not_idle(ARTICLE_6, adding(counts_no_passes, Decision.REMEMBERED))
    assert (says, looked_at) == ("mine/added neither forbids nor ends a game without result.", 0)
