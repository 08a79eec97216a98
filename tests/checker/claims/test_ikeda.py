"""The claims about Ikeda's rule 4, and rules broken on purpose of which they are not so."""

from __future__ import annotations

import pytest

from superko.checker.claims.facts.values import every_position_is_worth_the_same
from superko.checker.claims.ikeda import SUPERKO, TEXT, WITH_SUICIDE
from superko.checker.claims.katago_v2.termination import every_game_ends
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.comparison import compare
from superko.spec.algebra import Grid


@pytest.mark.clauses("claim/ikeda-terminates")
def test_games_end_unless_captures_may_repeat_or_suicide_is_allowed() -> None:
    verdict = every_game_ends(TEXT, Grid(3, 1))
    assert (verdict.outcome, verdict.counts["longest_game"]) == (Outcome.HOLDS, 21)
    assert every_game_ends(TEXT.dropping("ikeda/captures-do-not-repeat"), Grid(2, 1)).outcome is Outcome.REFUTED
    assert every_game_ends(WITH_SUICIDE, Grid(1, 1)).outcome is Outcome.REFUTED


@pytest.mark.clauses("claim/ikeda-allows-more")
def test_it_allows_what_superko_forbids_from_three_points_on() -> None:
    assert compare(TEXT, SUPERKO, Grid(2, 1)).parting is None
    parting = compare(TEXT, SUPERKO, Grid(3, 1)).parting
    assert parting is not None
    assert len(parting.turns) == 5


@pytest.mark.clauses("claim/ikeda-value")
def test_up_to_four_points_it_is_worth_what_superko_is_and_without_a_ban_it_is_not() -> None:
    assert every_position_is_worth_the_same(TEXT, SUPERKO, Grid(4, 1)).outcome is Outcome.HOLDS
    by_area = TEXT.dropping("ikeda/presupposed#komi").replacing(
        "ikeda/presupposed#area", lambda ended, color: 0, "None."
    )
    assert every_position_is_worth_the_same(by_area, SUPERKO, Grid(2, 1)).outcome is Outcome.REFUTED
