"""The claims about Spight's rules, and rules broken on purpose of which they are not so."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts.values import worth_of_empty_board
from superko.checker.claims.katago_v2.termination import every_game_ends
from superko.checker.claims.spight import FIRST, SECOND, TEXTS, worth_as_posted
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.comparison import compare
from superko.spec.algebra import Grid


@pytest.mark.clauses("claim/spight-two-ends")
def test_by_the_second_rules_games_end_unless_both_bans_are_left_out() -> None:
    assert every_game_ends(SECOND, Grid(3, 1)).counts["longest_game"] == 47
    lawless = SECOND.dropping("spight-two/superko").dropping("spight-two/end-of-game-ko")
    assert every_game_ends(lawless, Grid(2, 1)).outcome is Outcome.REFUTED


@pytest.mark.thorough
@pytest.mark.clauses("claim/spight-value")
def test_the_board_that_was_posted_is_worth_three_and_smaller_ones_are_not() -> None:
    assert [worth_of_empty_board(FIRST, Grid(width, 1)).low for width in range(1, 7)] == [0, 0, 3, 4, 0, 1]
    assert worth_as_posted(FIRST, Grid(3, 1)).outcome is Outcome.HOLDS
    assert worth_as_posted(FIRST, Grid(4, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/spight-parts", "claim/spight-values-differ")
def test_the_texts_part_by_when_games_end_or_by_turns() -> None:
    for rules in TEXTS:
        assert compare(rules, rules, Grid(2, 1)).parting is None
    parting = compare(FIRST, SECOND, Grid(1, 1)).parting
    assert parting is not None
    assert len(parting.turns) == 2
