"""The claims about the Chinese rules of 2002, and rules broken on purpose of which they are not so."""

from __future__ import annotations

import pytest

from superko.checker.claims.chinese_2002 import (
    ARTICLE_6,
    ARTICLE_20,
    FORUM,
    SAME_PLAYER,
    SIMPLE_KO,
    article_20_is_idle,
    smallest_that_article_20_changes,
    three_plays_that_return,
    worth_as_by_simple_ko,
)
from superko.checker.claims.katago_v2.termination import phase_ends
from superko.checker.evidence.checks import checks
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.rule_sets import Values
from superko.interpreter.notation import board_text
from superko.spec.algebra import Grid
from superko.spec.chinese_2002.repetition import RARE, REPETITION
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase

ENDING_CYCLES = ((ARTICLE_6, "chinese-2002/6"), (ARTICLE_20, "chinese-2002/20-rare#cycle"))


@pytest.mark.clauses("claim/chinese-6-makes-20-idle", "claim/chinese-6-leaves-false-life")
def test_article_20_is_idle_where_nobody_may_face_a_board_again_but_not_where_the_other_player_may() -> None:
    assert article_20_is_idle(ARTICLE_6, 7, Grid(3, 1)).outcome is Outcome.HOLDS
    assert article_20_is_idle(SAME_PLAYER, None, Grid(3, 1)).outcome is Outcome.REFUTED
    assert article_20_is_idle(ARTICLE_6.dropping("chinese-2002/6"), 7, Grid(3, 1)).outcome is Outcome.REFUTED
    verdict = smallest_that_article_20_changes(SAME_PLAYER)
    assert verdict.witness is not None
    assert verdict.witness.turns == ("A1", "C1", "B1", "C1")


@pytest.mark.clauses("claim/sending-two-only")
def test_three_plays_return_by_taking_two_and_one_unless_there_is_suicide() -> None:
    verdict = three_plays_that_return(ARTICLE_6, Grid(5, 1))
    assert (verdict.outcome, verdict.counts["cycles"]) == (Outcome.HOLDS, 8)
    assert three_plays_that_return(PRESETS["tromp-taylor-ten"], Grid(5, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/sending-two-only")
def test_the_game_that_shows_a_return_by_suicide_plays_it() -> None:
    (check,) = (
        check for check in checks().values() if (check.claim, check.board) == ("claim/sending-two-only", "smallest")
    )
    witness = check.decide().witness
    assert witness is not None
    assert witness.turns == ("B1", "B1", "A1")
    assert witness.shows.endswith("when Black plays B1, then White plays B1, then Black plays A1.")
    assert board_text(witness.game().position.coloring) == board_text(witness.first_game().position.coloring)


@pytest.mark.clauses("claim/chinese-forum-value")
def test_the_ruling_is_worth_what_simple_ko_is_unless_territory_is_left_out() -> None:
    assert worth_as_by_simple_ko(FORUM, SIMPLE_KO, Grid(3, 1)).outcome is Outcome.HOLDS
    without = FORUM.dropping("chinese-2002/presupposed#surrounded")
    assert worth_as_by_simple_ko(without, SIMPLE_KO, Grid(3, 1)).outcome is Outcome.REFUTED


@pytest.mark.thorough
@pytest.mark.clauses("claim/chinese-2002-terminates")
@pytest.mark.parametrize(("rules", "without"), ENDING_CYCLES)
def test_games_end_unless_what_ends_cycles_is_left_out(rules: Rules, without: str) -> None:
    chosen: Values = {REPETITION: [rules.parameter(REPETITION)], RARE: ["no-result"]}
    assert phase_ends(rules, Phase.MAIN, chosen).outcome is Outcome.PROVED
    assert phase_ends(rules.dropping(without), Phase.MAIN, chosen).outcome is not Outcome.PROVED
