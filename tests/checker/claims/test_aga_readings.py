"""The smallest difference that each reading of the AGA's rules makes, and none where there is none."""

from __future__ import annotations

import pytest

from superko.checker.claims.aga import readings
from superko.checker.claims.aga.readings import AGA, smallest_story
from superko.checker.claims.readings import read_in_two_ways
from superko.checker.evidence.verdict import Outcome


@pytest.mark.parametrize(
    ("name", "value", "board", "story"),
    [
        (
            readings.LAST_MOVE,
            "white-moves-last",
            "1x1",
            "-2 to -2. By the other reading: ., and the game is over, -1 to -2",
        ),
        (readings.PASS_ACCEPTS, "leaves-open", "1x1", "After Black A1, which is illegal"),
        (readings.BOTH_PASS_TWICE, "count-anew", "2x1", "disagreement on every stone; pass: X., and the game is over"),
        (readings.WITHOUT_STONES, "by-both", "1x1", "-1 to -1. By the other reading: ., and the game is over, 0 to 0"),
    ],
)
def test_the_smallest_story_that_tells_a_reading_apart(name: str, value: str, board: str, story: str) -> None:
    verdict = smallest_story(*read_in_two_ways(AGA, name, value))
    assert (verdict.outcome, verdict.scope, verdict.minimal) == (Outcome.WITNESSED, board, True)
    assert verdict.witness is not None
    assert story in verdict.witness.shows
    assert verdict.witness.game().record.turn == len(verdict.witness.turns)


def test_rules_that_are_read_alike_are_never_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "BY_SIZE", readings.BY_SIZE[:1])
    assert smallest_story(AGA, AGA).outcome is Outcome.UNKNOWN
