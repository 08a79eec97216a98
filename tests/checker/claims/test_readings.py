"""Every reading has a verdict on what it changes, and a reading that changes nothing is found to change something
once a clause is broken.
"""

from __future__ import annotations

import pytest

from superko.checker.claims import readings
from superko.checker.claims.readings import TEN_RULES
from superko.checker.evidence.checks import checks
from superko.checker.evidence.verdict import Outcome
from superko.checker.play.comparison import smallest_parting
from superko.interpreter.records.game_record import agrees, result_text, told_result
from superko.interpreter.result import DRAW, outcome_text
from superko.interpreter.story import Start, Story
from superko.spec.algebra import BLACK, WHITE
from superko.spec.claim import claims
from superko.spec.parameters import READINGS
from superko.spec.rules import Rules

SIMPLE, TERRITORY, SELF_PLAY = readings.SIMPLE, readings.TERRITORY, readings.SELF_PLAY


def test_every_claim_and_every_reading_has_a_check_or_a_reason_why_not() -> None:
    decided = {check.claim for check in checks().values()}
    assert {claim.id for claim in claims() if not claim.not_formalised} <= decided
    assert set(READINGS) <= decided


@pytest.mark.clauses("reading/long-cycle")
def test_a_long_cycle_is_won_by_who_has_captured_more() -> None:
    """Given the ring of three points, when it comes round twice after unequal captures, then who lost fewer wins."""
    drawn, won = (SIMPLE.reading({"reading/long-cycle": value}) for value in ("draw", "captures"))
    opening = ["A1", "B1", "pass"]
    cycles = ["A1", "C1", "A1", "B1", "A1", "C1", "B1", "C1", "A1", "B1", "A1", "C1", "B1"]
    ends = [Story(Start(3, 1), (*opening, *cycles)).game(rules) for rules in (drawn, won)]
    assert [outcome_text(end.result) for end in ends if end.result] == ["The game is a draw.", "White wins."]
    assert ends[1].record.tally.captures == {BLACK: 7, WHITE: 6}
    assert ends[1].standing() == "The game is over. White wins."
    assert ends[1].result is not None
    assert result_text(ends[1].result) == "W+"
    assert agrees(told_result("W+"), ends[1].result)


@pytest.mark.clauses("reading/long-cycle")
def test_with_as_many_captures_a_long_cycle_is_a_draw() -> None:
    rules = SIMPLE.reading({"reading/long-cycle": "captures"})
    turns = ["A1", "C1", "B1", "C1", "A1", "B1", "A1", "C1", "B1", "C1", "A1", "B1", "A1"]
    end = Story(Start(3, 1), tuple(turns)).game(rules)
    assert end.record.tally.captures[BLACK] == end.record.tally.captures[WHITE]
    assert end.result == DRAW


def test_under_superko_two_passes_alone_end_play_on_a_copy_anyway() -> None:
    verdict = readings.shortest_on_copy(Rules(), Rules().reading({readings.END_ON_COPY: "two-passes"}), boards=2)
    assert verdict.outcome is Outcome.UNKNOWN


def test_a_value_that_is_the_usual_one_makes_no_difference() -> None:
    value = "with-connected-stones"
    both = TEN_RULES, TEN_RULES.reading({readings.NAMED: value})
    assert readings.smallest_statement(*both, value, "agreement", boards=2).outcome is Outcome.UNKNOWN
    assert smallest_parting(SIMPLE, SIMPLE, boards=2).outcome is Outcome.UNKNOWN
