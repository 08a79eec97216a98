"""No proof keeps its word when the claim is false: every wrong version is asked as a rules author asks."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.claims.lemmas import TINY
from superko.checker.command_line import main
from superko.checker.evidence.checks import Check, Scope, asked_of, checks
from superko.checker.evidence.queries import asking
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.verdict import Outcome
from superko.checker.proofs.questions import smallest_counterexample
from superko.checker.proofs.steps import LemmaProof, is_proved
from superko.spec.rules import Rules

from ...mistakes.catalogue import Mistake, wrong_versions
from ...sampling import EXHAUSTIVE, sample
from .refuting import by_proof_alone, refuted_by_play
from .wrong_definitions import WRONG_DEFINITIONS

FEWEST = 5
BY_CLAIM = [*wrong_versions()]
SHOWN = [wrong for wrong in wrong_versions() if wrong.is_shown]
PROVED = [name for name, verdict in recorded_verdicts().items() if verdict["outcome"] == Outcome.PROVED.value]


@pytest.mark.parametrize("wrong", BY_CLAIM, ids=str)
def test_a_claim_is_not_proved_of_rules_for_which_it_is_false(wrong: Mistake) -> None:
    asked = asked_of(checks()[wrong.taken_by], wrong.rules)
    assert isinstance(asked, Check), asked
    # As in a run of checks, no solver is asked the same thing twice.
    with asking(wrong.claim):
        assert asked.decide().outcome in (Outcome.UNKNOWN, Outcome.REFUTED)


@pytest.mark.thorough
@pytest.mark.usefixtures("hasty")
def test_the_lemmas_are_proved_of_right_rules_though_the_solver_gives_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    # How much work a proof is depends a little on what z3 was asked before in the same process.
    monkeypatch.setattr("superko.checker.proofs.every_board.TRIES", 3)
    shown = {wrong.taken_by for wrong in wrong_versions() if wrong.is_shown and wrong.claim.startswith("lemma/")}
    outcomes = {name: by_proof_alone(checks()[name]).outcome for name in shown}
    assert len(outcomes) > 5
    assert {*outcomes.values()} <= {Outcome.PROVED, Outcome.HOLDS}


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("wrong", SHOWN, ids=str)
def test_nor_by_a_proof_alone_where_play_shows_that_it_is_false(wrong: Mistake) -> None:
    check = checks()[wrong.taken_by]
    assert refuted_by_play(check, wrong.rules)
    asked = asked_of(check, wrong.rules)
    assert isinstance(asked, Check), asked
    assert by_proof_alone(asked).outcome in (Outcome.UNKNOWN, Outcome.REFUTED)


@pytest.mark.parametrize("name", WRONG_DEFINITIONS)
@pytest.mark.usefixtures("hasty")
def test_a_lemma_about_definitions_is_not_proved_where_it_says_something_false(name: str) -> None:
    assert not is_proved(LemmaProof(WRONG_DEFINITIONS[name], by_lemma=False), Rules())
    assert smallest_counterexample(WRONG_DEFINITIONS[name], Rules(), TINY) is not None


def test_every_proved_claim_has_at_least_five_wrong_versions() -> None:
    of_each = Counter(wrong.claim for wrong in wrong_versions())
    of_each.update(name.split(maxsplit=1)[0] for name in WRONG_DEFINITIONS)
    claims = {checks()[name].claim for name in PROVED}
    assert {claim: of_each[claim] for claim in claims if of_each[claim] < FEWEST} == {}


def test_every_proof_is_made_again_whenever_nothing_more_is_asked_for() -> None:
    assert [name for name in PROVED if checks()[name].scope is not Scope.QUICK] == []


RULES_FILE = """\
from dataclasses import replace

from superko.spec.algebra import BLACK
from superko.spec.parameters import Scoring
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules


def without_black(ended):
    "Black stones are removed."
    return replace(ended, coloring=ended.coloring.emptied(ended.coloring.black))


def one_more(record, tally):
    "One more is captured of Black."
    return replace(tally, captures={**tally.captures, BLACK: tally.captures[BLACK] + 1})


def a_stone_more(position, play):
    "After a move the point that was played is empty."
    return position.taken_on(play.after.emptied(play.point), position.player.opponent)


def again(record):
    "The main phase follows on itself."
    return record.position


ANY, TERRITORY, TEN = Rules(), Rules(scoring=Scoring.TERRITORY), PRESETS["tromp-taylor-ten"]
REMOVED = TERRITORY.adding(make_clause(without_black, "house/removed", decides=Decision.REMOVAL))
COMPLETED = TERRITORY.adding(make_clause(one_more, "house/completed", decides=Decision.COMPLETION))
STANDING = ANY.replacing("katago-v2/main/start#alternation", a_stone_more)
FOLLOWING = TEN.replacing("tromp-taylor/end#then-score", again)
"""
BY_FILE = (
    ("REMOVED", "area-is-territory-but-for-moves"),
    ("COMPLETED", "area-is-territory-but-for-moves"),
    ("STANDING", "play-keeps-legal"),
    ("STANDING", "stones-balance"),
    ("STANDING", "simple-ko"),
    ("FOLLOWING", "kgs-protocol-terminates"),
)


class TestThroughTheDoor:
    """The same, as a rules author asks: `superko check --rules FILE.py:NAME --claim ID`."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        file = tmp_path / "mine.py"
        file.write_text(RULES_FILE, encoding="utf-8")
        return file

    def check(self, file: Path, name: str, claim: str) -> Result:
        options = ("--rules", f"{file}:{name}", "--claim", claim, "--board", "every size", "--workers", "1")
        return CliRunner(env={"COLUMNS": "200"}).invoke(main, ["check", *options])

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("name", "claim"), sample(BY_FILE, lambda case: case == ("STANDING", "stones-balance"), EXHAUSTIVE)
    )
    def test_it_is_not_proved_and_exits_with_1(self, file: Path, name: str, claim: str) -> None:
        result = self.check(file, name, claim)
        assert result.exit_code == 1, result.output
        assert re.search(r": (unknown|refuted); for the document proved\.", " ".join(result.stdout.split()))

    @pytest.mark.thorough
    def test_what_decides_and_is_not_asked_is_told(self, file: Path) -> None:
        said = " ".join(self.check(file, "STANDING", "stones-balance").stdout.split())
        assert "By katago-v2/main/start#alternation another coloring may stand after a move" in said
