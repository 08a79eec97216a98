"""No trick is believed by any proof: what a clause looks at unnoticed leaves every claim unproved."""

from __future__ import annotations

import pytest

from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.verdict import Outcome

from ...sampling import first_of_each
from .fuzzing import by_proof_alone
from .tricks import TRICKS, Trick

AT_LEAST = 90


@pytest.mark.parametrize("trick", first_of_each(lambda trick: trick.check, TRICKS), ids=str)
def test_it_is_shown_to_be_false_and_is_not_believed(trick: Trick) -> None:
    assert trick.is_shown()
    asked = asked_of(checks()[trick.check], trick.rules)
    assert isinstance(asked, Check), asked
    verdict = by_proof_alone(asked)
    assert verdict.outcome in (Outcome.UNKNOWN, Outcome.REFUTED), verdict


def test_there_are_many() -> None:
    assert len(TRICKS) >= AT_LEAST
