"""The quick count of the French rules, on every board; and counts broken on purpose of which it is not so."""

from __future__ import annotations

from typing import Any

import pytest

from superko.checker.claims.french import TEXT, count_is_quick_count_and_stones, quick_count_is_the_count
from superko.checker.evidence.verdict import Outcome
from superko.spec.algebra import Grid

QUICK_COUNT, COUNT = "french/quick-count", "french/count"
MOST_TURNS = 6


def of_given_stones_alone(c: Any, given: Any, color: Any) -> Any:
    """Nothing is put into anybody's territory."""
    return c.size(c.board.nothing) - given[color]


def of_both(c: Any, given: Any, color: Any) -> Any:
    """Every empty point is a point of both."""
    return c.size(c.empty) - given[color]


def of_stones_alone(ended: Any, color: Any) -> Any:
    """Only stones count."""
    return ended.coloring.size(ended.coloring.of(color))


@pytest.mark.clauses("claim/french-quick-count")
@pytest.mark.parametrize(
    ("name", "function"),
    [(QUICK_COUNT, of_given_stones_alone), (QUICK_COUNT, of_both), (COUNT, of_stones_alone)],
    ids=["no territory", "shared points", "no territory in the count"],
)
def test_a_wrong_count_is_noticed_by_the_proof_and_in_games(name: str, function: Any) -> None:
    wrong = TEXT.replacing(name, function)
    assert count_is_quick_count_and_stones(wrong).outcome is Outcome.UNKNOWN
    assert quick_count_is_the_count(wrong, Grid(3, 1), MOST_TURNS).outcome is Outcome.REFUTED
