"""What holds of all names of rules, and of rules as objects; `conversations/rules-names.txt` has their meanings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.rule_names import parse_rules, rules_from_json, rules_to_json
from superko.spec.documents import DOCUMENTS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules

from .drawn import RULES

pytestmark = pytest.mark.every_case

PRESETS = DOCUMENTS["katago-v2"].presets

TROMP_TAYLOR, JAPANESE = PRESETS["tromp-taylor"], PRESETS["japanese-like"]


WRONG: list[tuple[Any, str]] = [
    ("", "There are no rules named"),
    (None, "Rules are a preset's name or an object"),
    (["tromp-taylor"], "Rules are a preset's name or an object"),
    ({"komi": float("nan")}, "^komi is"),
    ({"komi": float("inf")}, "^komi is"),
    ({"komi": 10**400}, r"^komi is an integer or half-integer up to 1000000, not 10+\.\.\."),
]


@pytest.mark.parametrize(("value", "reason"), WRONG)
def test_what_json_can_not_name_is_refused_in_one_sentence(value: object, reason: str) -> None:
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
