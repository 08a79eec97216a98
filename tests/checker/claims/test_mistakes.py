"""Every claim that can be asked of amended rules comes out otherwise with a mistake in them: its checks can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.verdict import Outcome
from superko.checker.vectors.mutants import mutants
from superko.spec.rules import Rules

from ...mistakes.catalogue import wrong_versions

NOTICED = Path(__file__).with_name("noticed.txt")
LINES = [line for line in NOTICED.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
ROWS = [tuple(line.split(" | ")) for line in LINES if " | " in line]
UNNOTICED = {line for line in LINES if " | " not in line}
MISTAKES = {str(mutant): mutant for mutant in mutants()}


def mistaken(check: Check, mistake: str) -> Rules:
    """Rules of a check with a mistake of the catalogue, or without a clause."""
    if mistake.startswith("- "):
        name = mistake.removeprefix("- ")
        return next(rules for rules in check.under if name in {clause.name for clause in rules.in_force}).dropping(name)
    mutant = MISTAKES[mistake]
    return mutant.made_in(next(rules for rules in check.under if mutant.can_be_made_in(rules)))


@pytest.mark.every_case
@pytest.mark.parametrize(("name", "mistake", "outcome"), ROWS)
def test_a_check_notices_a_mistake(name: str, mistake: str, outcome: str) -> None:
    asked = asked_of(checks()[name], mistaken(checks()[name], mistake))
    assert isinstance(asked, Check), asked
    assert asked.decide().outcome.value == outcome
    assert recorded_verdicts()[name]["outcome"] != outcome


def test_every_claim_that_can_be_asked_notices_one() -> None:
    asked = {check.claim for check in checks().values() if not check.not_asked}
    noticed = {name.partition(" ")[0] for name, *_ in ROWS} | {wrong.claim for wrong in wrong_versions()}
    assert asked - noticed == UNNOTICED


def test_what_is_noticed_is_seldom_that_nothing_is_known() -> None:
    unknown = sum(Outcome(outcome) is Outcome.UNKNOWN for *_, outcome in ROWS)
    assert unknown < len(ROWS) / 4
