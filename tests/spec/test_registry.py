"""The clause tag: it registers a function under a permanent id, and returns it unchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from superko.spec import registry
from superko.spec.claim import Claim, Strength, claim_named, claims, claims_in, qualifying
from superko.spec.guard import ALWAYS, Guard, given
from superko.spec.katago_v2.moves import changes_coloring
from superko.spec.lemma import Serves, lemma, lemmas
from superko.spec.parameters import CHOICES, Ko, Tax
from superko.spec.registry import Decision, clause, clause_named, clauses, make_clause, statements_of
from superko.spec.rules import Refusal, Rules, guard_parameters
from superko.spec.vocabulary import Phase

PERMANENT_ID = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)+")


@pytest.fixture
def registry_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a test register clauses that are gone after it."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))


@pytest.mark.usefixtures("registry_of_its_own")
def test_the_tag_returns_the_function_unchanged() -> None:
    def never(turn: object) -> bool:
        """No turn of this kind exists."""
        return False

    assert clause("test/section/never", decides=Decision.TURN, during=(Phase.MAIN,))(never) is never
    registered = clause_named("test/section/never")
    assert registered.function is never
    assert registered.text == "No turn of this kind exists."
    assert (registered.document, registered.decides) == ("test", Decision.TURN)
    assert registered.during == frozenset({Phase.MAIN})
    assert [tagged.name for tagged in clauses("test")] == ["test/section/never"]


@pytest.mark.usefixtures("registry_of_its_own")
def test_all_that_a_new_document_has_no_clause_for_is_named_at_once() -> None:
    def moves(turn: object) -> bool:
        """A turn is a move."""
        return True

    clause("test/section/turn", decides=Decision.TURN)(moves)
    with pytest.raises(Refusal, match=r"START in phase main: how the game starts\. test has no clause for MOVE, "):
        Rules(document="test").sole(Decision.START)
    with pytest.raises(Refusal, match=r"stands after a pass\.$"):
        Rules().dropping("katago-v2/main/pass").dropping("katago-v2/main/start").sole(Decision.PASS)


def test_an_id_is_registered_once_only() -> None:
    with pytest.raises(ValueError, match="katago-v2/move/no-null-change is registered twice"):
        clause("katago-v2/move/no-null-change")(changes_coloring)


def test_a_clause_needs_a_sentence() -> None:
    def silent() -> None: ...

    with pytest.raises(
        ValueError, match="test/section/silent needs a sentence that says what it says: write it as the docstr"
    ):
        clause("test/section/silent")(silent)
    with pytest.raises(ValueError, match="or give it as text"):
        make_clause(silent, "test/section/silent")


def test_the_text_of_a_clause_is_the_first_paragraph_on_one_line() -> None:
    def wordy() -> None:
        """A sentence that goes
        on.

        And more.
        """

    assert make_clause(wordy, "test/section/wordy").text == "A sentence that goes on."


def test_every_clause_has_a_permanent_id_and_a_plain_sentence() -> None:
    for registered in clauses():
        assert PERMANENT_ID.fullmatch(registered.id), registered.name
        assert registered.text[0].isupper(), registered.name
        assert registered.text.endswith("."), registered.name


ODD = re.compile(r"Who(ever)? |Read so|.*\b(of no account|so many|as (much|many) for|let go of|whatever else)\b")


def test_no_clause_speaks_as_no_player_would() -> None:
    assert [clause.name for clause in clauses() if ODD.match(clause.text)] == []
    assert ODD.match("Read so, the referee requires a replay.")
    assert ODD.match("Who passes hands the opponent one stone as a prisoner.")


def test_names_are_unique_and_find_their_clause() -> None:
    everything = list(clauses())
    assert Counter(registered.name for registered in everything).most_common(1)[0][1] == 1
    assert all(clause_named(registered.name) is registered for registered in everything)


def test_an_unknown_name_is_no_clause() -> None:
    with pytest.raises(KeyError):
        clause_named("katago-v2/main/no-such-clause")
    assert statements_of("katago-v2/main/no-such-clause") == ()


def test_the_statements_of_an_id_are_all_its_parts() -> None:
    names = [registered.name for registered in statements_of("katago-v2/main/state")]
    assert {"katago-v2/main/state#coloring", "katago-v2/main/state#player", "katago-v2/main/state#button"} <= set(names)
    assert [registered.name for registered in statements_of("katago-v2/main/state#player")] == [
        "katago-v2/main/state#player"
    ]


def test_a_clause_that_can_forbid_a_move_says_what_to_show() -> None:
    without_witness = {
        registered.name
        for registered in clauses("katago-v2")
        if registered.decides in (Decision.PSEUDOLEGAL, Decision.LEGAL) and registered.witness is None
    }
    assert without_witness == {"katago-v2/move/pseudolegal#empty"}, "a point that is not empty is its own witness"


@pytest.mark.clauses("claim/benson")
def test_there_is_one_lemma_for_a_clause() -> None:
    served = [registered_lemma.of for registered_lemma in lemmas()]
    assert served == list(dict.fromkeys(served))
    with pytest.raises(ValueError, match="a lemma for katago-v2/extra/pass-alive-group already"):
        lemma(of="katago-v2/extra/pass-alive-group", claim="claim/benson")(changes_coloring)


def test_every_lemma_names_another_function_than_its_clause_and_the_claim_that_it_rests_on() -> None:
    for registered_lemma in (each for serves in Serves for each in lemmas(serves)):
        assert clause_named(registered_lemma.of).function is not registered_lemma.function
        assert claim_named(registered_lemma.claim).id == registered_lemma.claim


def test_lemmas_on_where_moves_are_forbidden_or_quiet_are_of_the_clauses_that_decide_that() -> None:
    forbidding, quiet = (
        [each.of for each in lemmas(s)] for s in (Serves.WHERE_IT_FORBIDS, Serves.WHERE_MOVES_ARE_QUIET)
    )
    assert "katago-v2/main/legal-simple-ko" in forbidding
    assert {clause_named(name).decides for name in forbidding} == {Decision.LEGAL}
    assert sorted(quiet) == sorted(clause.name for clause in clauses() if clause.decides is Decision.MOVE)


# Guards: under which parameters and readings a clause exists.


@dataclass(frozen=True)
class Anything:
    """Rules with any parameters at all."""

    parameters: Mapping[str, object]

    def parameter(self, name: str) -> object:
        return self.parameters[name]


WET, DRY = Anything({"wet": True, "cold": 1}), Anything({"wet": False, "cold": 2})

guards = st.builds(
    given,
    wet=st.sampled_from([True, False, (True, False)]),
    cold=st.sampled_from([1, 2, (1, 2)]),
)


def test_a_guard_without_conditions_always_holds() -> None:
    assert ALWAYS.holds(WET)
    assert given().holds(DRY)


def test_a_guard_holds_when_each_parameter_has_the_value_given() -> None:
    assert given(wet=True, cold=1).holds(WET)
    assert not given(wet=True, cold=2).holds(WET)


def test_a_guard_holds_when_a_parameter_has_one_of_several_values() -> None:
    assert given(cold=(1, 2)).holds(WET)
    assert not given(cold=(2, 3)).holds(WET)


@drawn(guards, guards)
def test_a_guard_or_another_holds_when_either_does(guard: Guard, other: Guard) -> None:
    for rules in (WET, DRY):
        assert (guard | other).holds(rules) == (guard.holds(rules) or other.holds(rules))


def test_a_guard_can_ask_for_readings() -> None:
    guard = given(readings={"reading/ilr-own-stone": "literal"}, tax=Tax.SEKI)
    literal = Rules(tax=Tax.SEKI).reading({"reading/ilr-own-stone": "literal"})
    assert guard.holds(literal)
    assert not guard.holds(Rules(tax=Tax.SEKI))


def test_a_guard_is_written_with_the_values_that_users_know() -> None:
    guard = given(ko=(Ko.SITUATIONAL, Ko.POSITIONAL), button=True) | given(suicide=False)
    assert str(guard) == "ko=POSITIONAL/SITUATIONAL and button=yes, or suicide=no"
    assert str(ALWAYS) == ""


def test_every_clause_is_guarded_by_known_parameters_and_values() -> None:
    for each in clauses():
        assert guard_parameters(each.guard) <= {*CHOICES}, each.name
        for alternative in each.guard.alternatives:
            for name, values in alternative:
                assert not [why for value in values if (why := CHOICES[name].why_not(value))], each.name


# Claims say what their documents say, with the conditions, and name each other where one qualifies the other.


FOUND_SHORT = (
    "claim/summary-suicide-clears",
    "claim/tax-all-by-group",
    "claim/two-phases-no-pass-fight",
    "claim/summary-shorthands",
    "claim/ownership-equivalent",
)
"""Claims whose sentences once lacked what their documents say, so that their verdicts were of another sentence."""

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
