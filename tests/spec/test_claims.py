"""Claims say what their documents say, with the conditions, and name each other where one qualifies the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from superko.checker.evidence import checks
from superko.spec.claim import Claim, Strength, claim_named, claims, claims_in, qualifying

FOUND_SHORT = (
    "claim/summary-suicide-clears",
    "claim/tax-all-by-group",
    "claim/two-phases-no-pass-fight",
    "claim/summary-shorthands",
    "claim/ownership-equivalent",
)
"""Claims whose sentences once lacked what their documents say, so that their verdicts were of another sentence."""

checks.find_evidence()
WITH_CONDITIONS = [claim for claim in claims() if claim.conditions or claim.left_out]


@pytest.mark.parametrize("claim", WITH_CONDITIONS, ids=lambda claim: claim.id)
def test_a_claim_has_every_condition_of_its_document_or_says_why_not(claim: Claim) -> None:
    left_out, sentence = dict(claim.left_out), claim.text.casefold()
    missing = {condition for condition in claim.conditions if condition.casefold() not in sentence}
    assert missing == left_out.keys()
    assert all(left_out.values())


@pytest.mark.parametrize("claim", FOUND_SHORT)
def test_a_claim_that_was_found_short_lists_its_conditions(claim: str) -> None:
    assert claim_named(claim).conditions


def test_what_is_ours_has_no_conditions_of_a_document() -> None:
    assert not [claim.id for claim in WITH_CONDITIONS if claim.strength is Strength.OURS]


def test_claims_that_qualify_each_other_name_each_other() -> None:
    for claim in claims():
        for other in qualifying(claim):
            assert claim.id in qualifying(claim_named(other))
            assert other != claim.id
    assert qualifying(claim_named("claim/ownership-difference")) == ("claim/ownership-equivalent",)


@pytest.mark.parametrize(
    ("says", "refusal"),
    [
        ('section = "2"', "just one of asserted, hedged"),
        ('section = "2"\nours = "So it is."\nhedged = "So it may be."', "just one of asserted, hedged"),
        ('ours = "So it is."', "section"),
        ('section = "2"\nours = "So it is."\nqualified = ["claim/other"]', "qualified"),
    ],
)
def test_a_claim_that_is_not_put_as_claims_are_is_refused(says: str, refusal: str, tmp_path: Path) -> None:
    file = tmp_path / "claims.toml"
    file.write_text(f'["claim/house"]\n{says}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=f"claim/house.*{refusal}"):
        claims_in(file)


def test_a_claim_is_of_the_document_of_its_folder_unless_it_names_another(tmp_path: Path) -> None:
    (tmp_path / "house_rules").mkdir()
    file = tmp_path / "house_rules" / "claims.toml"
    said = 'section = "2"\nours = "So it is."'
    file.write_text(f'["claim/a"]\n{said}\n["claim/b"]\ndocument = "street"\n{said}\n', encoding="utf-8")
    assert [claim.document for claim in claims_in(file)] == ["house-rules", "street"]
