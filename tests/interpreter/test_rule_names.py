"""Rule sets by name, by KataGo's JSON keys, and as texts for command lines."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.rule_names import parse_rules, rules_from_json, rules_to_json
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import HandicapBonus, Ko, Scoring, Tax
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules

from .drawn import RULES

pytestmark = pytest.mark.every_case

PRESETS = DOCUMENTS["katago-v2"].presets

TROMP_TAYLOR, JAPANESE = PRESETS["tromp-taylor"], PRESETS["japanese-like"]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_known_by_its_name(name: str) -> None:
    assert rules_from_json(name) == parse_rules(name) == PRESETS[name]


def test_keys_that_are_left_out_are_as_in_tromp_taylor() -> None:
    assert rules_from_json({}) == TROMP_TAYLOR
    assert rules_from_json({"komi": 6.5}) == replace(TROMP_TAYLOR, komi=6.5)


@pytest.mark.parametrize(
    ("key", "value", "rules"),
    [
        ("ko", "SIMPLE", Rules(ko=Ko.SIMPLE)),
        ("ko", "POSITIONAL", Rules(ko=Ko.POSITIONAL)),
        ("ko", "SITUATIONAL", Rules(ko=Ko.SITUATIONAL)),
        ("scoring", "AREA", Rules(scoring=Scoring.AREA)),
        ("scoring", "TERRITORY", Rules(scoring=Scoring.TERRITORY)),
        ("tax", "NONE", Rules(tax=Tax.NONE)),
        ("tax", "SEKI", Rules(tax=Tax.SEKI)),
        ("tax", "ALL", Rules(tax=Tax.ALL)),
        ("suicide", False, Rules(suicide=False)),
        ("hasButton", True, Rules(button=True)),
        ("komi", -7, Rules(komi=-7)),
        ("komi", 7.0, Rules(komi=7)),
        ("whiteHandicapBonus", "0", Rules(handicap_bonus=HandicapBonus.ZERO)),
        ("whiteHandicapBonus", "N-1", Rules(handicap_bonus=HandicapBonus.N_MINUS_ONE)),
        ("whiteHandicapBonus", "N", Rules(handicap_bonus=HandicapBonus.N)),
        ("selfPlayOpts", True, Rules(self_play_opts=True)),
        ("friendlyPassOk", True, Rules()),
        ("friendlyPassOk", False, Rules()),
        ("readings", {}, Rules()),
        ("readings", {"reading/ilr-own-stone": "literal"}, Rules().reading({"reading/ilr-own-stone": "literal"})),
    ],
)
def test_each_key_sets_its_parameter(key: str, value: object, rules: Rules) -> None:
    assert rules_from_json({key: value}) == rules


WRONG: list[tuple[Any, str]] = [
    ("wombat", "There are no rules named"),
    ("", "There are no rules named"),
    (None, "Rules are a preset's name or an object"),
    (["tromp-taylor"], "Rules are a preset's name or an object"),
    ({"rule": "SIMPLE"}, 'There is no rule "rule"'),
    ({"button": True}, 'There is no rule "button"'),
    ({"ko": "SIMPLE", "Ko": "SIMPLE"}, 'The rule "ko" is given twice'),
    ({"ko": "simpler"}, '^ko is "SIMPLE", "POSITIONAL" or "SITUATIONAL", not "simpler"'),
    ({"ko": None}, "^ko is"),
    ({"scoring": ["AREA"]}, "^scoring is"),
    ({"tax": {}}, "^tax is"),
    ({"suicide": 1}, "^suicide is true or false, not 1"),
    ({"hasButton": "true"}, "^hasButton is true or false"),
    ({"selfPlayOpts": 0}, "^selfPlayOpts is true or false"),
    ({"friendlyPassOk": "yes"}, "^friendlyPassOk is true or false"),
    ({"whiteHandicapBonus": False}, "^whiteHandicapBonus is"),
    ({"komi": 6.25}, "^komi is an integer or half-integer"),
    ({"komi": "6.5"}, "^komi is"),
    ({"komi": True}, "^komi is"),
    ({"komi": float("nan")}, "^komi is"),
    ({"komi": float("inf")}, "^komi is"),
    ({"komi": 10**400}, r"^komi is an integer or half-integer up to 1000000, not 10+\.\.\."),
    ({"komi": 1_000_000.5}, "^komi is"),
    ({"komi": 1e-300}, "^komi is"),
    ({"readings": []}, "^readings is an object"),
    ({"readings": {"ilr-own-stone": "literal"}}, 'There is no reading "ilr-own-stone"'),
    ({"readings": {"reading/ilr-own-stone": "maybe"}}, '^reading/ilr-own-stone is "own-stone" or "literal"'),
    ({"readings": {"reading/ilr-own-stone": True}}, "^reading/ilr-own-stone is"),
]


@pytest.mark.parametrize(("value", "reason"), WRONG)
def test_unknown_names_keys_and_values_are_refused_in_one_sentence(value: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        rules_from_json(value)
    assert str(refusal.value).endswith((".", "?"))


@given(RULES)
def test_rules_survive_being_written_as_json_and_read_back(rules: Rules) -> None:
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules
    assert parse_rules(json.dumps(rules_to_json(rules))) == rules


@given(RULES)
def test_rules_survive_as_a_text_of_pairs(rules: Rules) -> None:
    written = rules_to_json(rules)
    pairs = {**written, **written.pop("readings", {})}
    assert parse_rules(",".join(f"{key}={_word(value)}" for key, value in pairs.items() if key != "readings")) == rules


def _word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def test_the_written_object_names_every_parameter_in_order_and_only_chosen_readings() -> None:
    written = rules_to_json(TROMP_TAYLOR)
    parameters = ["ko", "scoring", "tax", "suicide", "hasButton", "komi", "whiteHandicapBonus", "selfPlayOpts"]
    assert list(written) == parameters
    chosen = {"reading/ilr-own-stone": "literal"}
    assert rules_to_json(TROMP_TAYLOR.reading(chosen)) == {**written, "readings": chosen}


def test_rules_of_an_unknown_document_are_not_written() -> None:
    with pytest.raises(ValueError, match=r"Only rules of katago-v2, .* can be written as an object"):
        rules_to_json(Rules(document="another"))


class TestAmendedRules:
    """Rules with amended clauses as an object: to be read by people, and by nothing else."""

    HOUSE = make_clause(
        lambda record: record.turn >= 9,
        "house/nine",
        decides=Decision.GAME_ENDS,
        text="The game ends after nine turns.",
    )
    AMENDED = (
        Rules(komi=6.5)
        .dropping("katago-v2/main/legal-superko")
        .replacing("katago-v2/main/end-two-passes", lambda record: record.pass_run >= 3, "Three passes end the phase.")
        .adding(HOUSE)
    )

    def test_each_amended_clause_is_written_with_what_was_done_and_what_it_says(self) -> None:
        assert rules_to_json(self.AMENDED) == {
            **rules_to_json(Rules(komi=6.5)),
            "amendments": [
                {
                    "clause": "katago-v2/main/legal-superko",
                    "change": "dropped",
                    "text": "A legal move does not result in any earlier state.",
                },
                {
                    "clause": "katago-v2/main/end-two-passes",
                    "change": "replaced",
                    "text": "Three passes end the phase.",
                },
                {"clause": "house/nine", "change": "added", "text": "The game ends after nine turns."},
            ],
        }

    def test_of_several_changes_of_a_clause_the_last_is_written(self) -> None:
        again = self.AMENDED.dropping("katago-v2/main/end-two-passes")
        changes = {amendment["clause"]: amendment["change"] for amendment in rules_to_json(again)["amendments"]}
        assert changes["katago-v2/main/end-two-passes"] == "dropped"
        assert len(changes) == 3

    @pytest.mark.parametrize("amendments", [[], [{"clause": "house/nine", "change": "added", "text": "Nine."}]])
    def test_they_are_not_read_back(self, amendments: list[object]) -> None:
        with pytest.raises(ValueError, match=r"Amended clauses can't be read from JSON; .* as in my_rules\.py:RULES\."):
            rules_from_json({"komi": 6.5, "amendments": amendments})


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("japanese-like,ko=POSITIONAL,komi=6.5", replace(JAPANESE, ko=Ko.POSITIONAL, komi=6.5)),
        ("japanese-like, komi = -3", replace(JAPANESE, komi=-3)),
        ("suicide=false,hasButton=true", Rules(suicide=False, button=True)),
        ("suicide=no,selfPlayOpts=yes", Rules(suicide=False, self_play_opts=True)),
        ("whiteHandicapBonus=N-1", Rules(handicap_bonus=HandicapBonus.N_MINUS_ONE)),
        ("japanese-like,reading/ilr-own-stone=literal", JAPANESE.reading({"reading/ilr-own-stone": "literal"})),
        ('{"ko": "SIMPLE"}', Rules(ko=Ko.SIMPLE)),
        (" {}", TROMP_TAYLOR),
    ],
)
def test_a_command_line_names_a_preset_and_what_differs_from_it(text: str, rules: Rules) -> None:
    assert parse_rules(text) == rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "There are no rules named"),
        ("wombat", "There are no rules named"),
        ("japanese-like,", "is not key=value"),
        ("japanese-like,tromp-taylor", "is not key=value"),
        ("ko=SIMPLE,japanese-like", "is not key=value"),
        ("ko=SIMPLE,ko=SIMPLE", "is given twice"),
        ("ko=", '^ko is "SIMPLE"'),
        ("=SIMPLE", 'There is no rule ""'),
        ("suicide=1", "^suicide is true or false"),
        ("komi=nan", "^komi is"),
        ("komi=6.25", "^komi is"),
        ("komi=1_0", "^komi is"),
        ("komi=", "^komi is"),
        ("readings=literal", "^readings is an object"),
        ("reading/none=literal", "There is no reading"),
        ("{", "is not JSON"),
        ('{"ko": "SIMPLE", "ko": "SIMPLE"}', "twice"),
        ('{"komi": NaN}', "NaN"),
    ],
)
def test_a_command_line_that_makes_no_sense_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        parse_rules(text)
    assert str(refusal.value).endswith(".")


def refusal_of(text: str) -> str:
    try:
        parse_rules(text)
    except ValueError as refusal:
        return str(refusal)
    return ""


@given(
    st.text()
    | st.sampled_from(["ko", "komi", "suicide", "readings"]).flatmap(lambda key: st.text().map(f"{key}={{}}".format))
)
def test_any_text_names_rules_or_is_refused_in_a_bounded_sentence(text: str) -> None:
    refusal = refusal_of(text)
    assert not refusal or (refusal.endswith(".") and len(refusal) < 400)
