"""Headlines: a claim is true, false or open, or depends on what a person wrote, as long as verdicts bear that out."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.commands.claims_report import as_markdown
from superko.checker.evidence.checks import Check
from superko.checker.evidence.decided import (
    IN_PART,
    OPEN_IN_PART,
    Decided,
    Headline,
    everything_decided,
    headline,
    written_headlines,
)
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.pages.book import page_of
from superko.checker.pages.site import SEARCH

from ..book.books import small_site

P, H, W, N, R, U = (Outcome(word) for word in ("proved", "holds", "witnessed", "needed", "refuted", "unknown"))
WRITTEN = written_headlines()
DECIDED: Mapping[str, Decided] = {decided.claim.id: decided for decided in everything_decided()}


def outcomes_of(claim: str) -> dict[Check, Outcome]:
    return {finding.check: finding.verdict.outcome for finding in DECIDED[claim].findings}


def never_asked() -> Verdict:
    raise AssertionError


def written(claim: str) -> Headline:
    return Headline(WRITTEN[claim].answer, f": {WRITTEN[claim].says}")


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ((), "open"),
        ((U, U), "open"),
        ((P,), "true"),
        ((P, H, N), "true"),
        ((W, N), "true"),
        ((H, W), "true in all that was looked at"),
        ((R, R), "false"),
        ((P, R), str(IN_PART)),
        ((R, W), str(IN_PART)),
        ((R, U), str(IN_PART)),
        ((W, U), str(OPEN_IN_PART)),
    ],
)
def test_verdicts_that_agree_make_the_headline(outcomes: tuple[Outcome, ...], said: str) -> None:
    made = {
        Check("claim/an-example", f"{width}x1", "", never_asked, 1): verdict for width, verdict in enumerate(outcomes)
    }
    assert str(headline("claim/an-example", made)) == said


def test_a_sentence_is_written_of_every_claim_whose_verdicts_do_not_agree() -> None:
    without = [claim for claim, decided in DECIDED.items() if decided.headline in (IN_PART, OPEN_IN_PART)]
    assert without == [], "write in claims/*.toml on what they depend; what was written may be so no more"


def test_nothing_is_written_of_any_other_claim() -> None:
    assert [claim for claim in WRITTEN if DECIDED[claim].headline != written(claim)] == []


@pytest.mark.parametrize("claim", WRITTEN)
def test_what_is_written_is_withdrawn_when_any_verdict_under_it_changes(claim: str) -> None:
    outcomes = outcomes_of(claim)
    for check, outcome in outcomes.items():
        for other in {H, R, U} - ({H} if outcome in (P, H, W, N) else {outcome}):
            assert headline(claim, {**outcomes, check: other}) != written(claim), check.name


def test_commands_and_the_table_tell_the_headline() -> None:
    claim = "claim/ownership-difference"
    said = "depends: true unless unblock actions count as moves, or stones that were set up do not"
    assert str(DECIDED[claim].headline) == said
    asked = (["check", "--list"], ["show", claim])
    checked = ["check", "--claim", claim, "--board", "3x2", "--workers", "1"]
    for command in (*asked, checked):
        printed = CliRunner().invoke(main, command).output
        assert said in " ".join(printed.split()), command
    in_json = json.loads(CliRunner().invoke(main, [*checked, "--json"]).output)
    assert in_json["claims"] == {claim: {"answer": "depends", "sentence": said}}


@pytest.mark.thorough
def test_the_site_tells_the_headline() -> None:
    claim = "claim/no-result-not-s2r1"
    files = small_site()
    said = f'<strong class="answer depends">depends</strong>: {WRITTEN[claim].says}'
    assert said in files[page_of(claim)]
    assert said in files[SEARCH]


def test_the_table_has_one_headline_for_each_claim() -> None:
    rows = as_markdown(DECIDED.values()).splitlines()[2:]
    assert [row.split(" | ")[2] for row in rows] == [str(decided.headline) for decided in DECIDED.values()]
