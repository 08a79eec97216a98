"""No proof keeps its word when the claim is false: every wrong version is asked as a rules author asks."""

from __future__ import annotations

from collections import Counter

import pytest

from superko.checker.checks import Check, asked_of, checks
from superko.checker.recorded import recorded_verdicts
from superko.checker.verdict import Outcome

from .wrong_version import WrongVersion
from .wrong_versions import WRONG_VERSIONS

FEWEST = 5


@pytest.mark.parametrize("wrong", WRONG_VERSIONS, ids=str)
def test_a_claim_is_not_proved_of_rules_for_which_it_is_false(wrong: WrongVersion) -> None:
    asked = asked_of(checks()[wrong.check], wrong.rules)
    assert isinstance(asked, Check), asked
    assert asked.decide().outcome is not Outcome.PROVED


@pytest.mark.parametrize("wrong", [wrong for wrong in WRONG_VERSIONS if wrong.endless], ids=str)
def test_a_game_shows_that_it_is_false(wrong: WrongVersion) -> None:
    assert wrong.endless is not None
    assert wrong.endless.goes_on(wrong.rules)


def test_every_proved_claim_that_can_be_asked_of_amended_rules_has_wrong_versions() -> None:
    proved = {name for name, verdict in recorded_verdicts().items() if verdict["outcome"] == Outcome.PROVED.value}
    claims = {checks()[name].claim for name in proved if not checks()[name].not_asked}
    of_each = Counter(wrong.claim for wrong in WRONG_VERSIONS)
    assert {claim: of_each[claim] for claim in claims if of_each[claim] < FEWEST} == {}
