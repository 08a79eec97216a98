"""Rule sets: their parameters, presets and readings, and the clauses that are in force under them."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.spec.documents import DOCUMENTS
from superko.spec.parameters import HandicapBonus, Ko, Scoring, Tax
from superko.spec.registry import clauses, statements_of
from superko.spec.rules import Rules, why_not_amended

PRESETS = DOCUMENTS["katago-v2"].presets


def inventory(ko: str, scoring: str, tax: str, suicide: bool, bonus: str = "0", button: bool = False) -> dict[str, Any]:
    return {
        "ko": Ko(ko),
        "scoring": Scoring(scoring),
        "tax": Tax(tax),
        "suicide": suicide,
        "handicap_bonus": HandicapBonus(bonus),
        "button": button,
        "self_play_opts": False,
    }


@pytest.mark.parametrize(
    ("preset", "parameters"),
    [
        ("katago-v2/preset/chinese-like", inventory("SIMPLE", "AREA", "NONE", False, "N")),
        ("katago-v2/preset/chinese-ogs-kgs", inventory("POSITIONAL", "AREA", "NONE", False, "N")),
        ("katago-v2/preset/aga-like", inventory("SITUATIONAL", "AREA", "NONE", False, "N-1")),
        ("katago-v2/preset/new-zealand-like", inventory("SITUATIONAL", "AREA", "NONE", True)),
        ("katago-v2/preset/tromp-taylor", inventory("POSITIONAL", "AREA", "NONE", True)),
        ("katago-v2/preset/stone-scoring", inventory("SIMPLE", "AREA", "ALL", False)),
        ("katago-v2/preset/japanese-like", inventory("SIMPLE", "TERRITORY", "SEKI", False)),
    ],
)
def test_a_preset_sets_the_parameters_that_the_document_gives_it(preset: str, parameters: dict[str, Any]) -> None:
    rules = PRESETS[preset.removeprefix("katago-v2/preset/")]
    assert {name: rules.parameter(name) for name in parameters} == parameters


def test_there_are_seven_presets_and_the_default_is_tromp_taylor() -> None:
    assert len(PRESETS) == 7
    assert Rules() == PRESETS["tromp-taylor"]


@pytest.mark.clauses("katago-v2/params/komi")
@pytest.mark.parametrize("komi", [0, 7, 6.5, -7.5, 1_000_000, -1_000_000])
def test_komi_is_an_integer_or_half_integer(komi: float) -> None:
    assert Rules(komi=komi).komi == komi


@pytest.mark.parametrize("komi", [0.25, 6.75, math.nan, math.inf, -math.inf, 1_000_000.5, 1e308])
def test_komi_of_any_other_kind_is_refused(komi: float) -> None:
    with pytest.raises(ValueError, match="Komi is an integer or half-integer"):
        Rules(komi=komi)


def test_a_parameter_or_reading_has_a_value() -> None:
    rules = Rules(ko=Ko.SIMPLE).reading({"reading/ilr-own-stone": "literal"})
    assert rules.parameter("ko") is Ko.SIMPLE
    assert rules.parameter("reading/ilr-own-stone") == "literal"
    assert rules.parameter("reading/initial-stones") == "as-moves"


@pytest.mark.parametrize("name", ["kou", "readings", "amendments", "literal", "document", "parameter"])
def test_only_parameters_and_readings_have_values(name: str) -> None:
    with pytest.raises(KeyError, match=name):
        Rules().parameter(name)


def test_choosing_a_reading_keeps_the_others() -> None:
    choice = {"reading/ilr-own-stone": "literal"}
    other = {"reading/initial-stones": "uncounted"}
    assert (
        Rules().reading(choice).reading(other)
        == Rules().reading(other).reading(choice)
        == Rules().reading(choice | other)
    )


def test_an_unknown_reading_or_value_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(ValueError, match=r"no reading 'reading/nothing'; the readings are .*reading/ilr-own-stone,"):
        Rules().reading({"reading/nothing": "yes"})
    with pytest.raises(ValueError, match="reading/ilr-own-stone is one of own-stone, literal, not 'yes'"):
        Rules().reading({"reading/ilr-own-stone": "yes"})


@pytest.mark.clauses(
    "katago-v2/params/ko-rule",
    "katago-v2/params/scoring-rule",
    "katago-v2/params/multi-stone-suicide",
    "katago-v2/params/button",
    "katago-v2/params/self-play-opts",
)
@pytest.mark.parametrize(
    ("name", "exists", "does_not"),
    [
        ("katago-v2/main/legal-simple-ko", Rules(ko=Ko.SIMPLE), Rules(ko=Ko.POSITIONAL)),
        ("katago-v2/main/legal-superko", Rules(ko=Ko.SITUATIONAL), Rules(ko=Ko.SIMPLE)),
        ("katago-v2/main/state#player", Rules(ko=Ko.SITUATIONAL), Rules(ko=Ko.POSITIONAL)),
        ("katago-v2/main/state#button", Rules(button=True), Rules()),
        ("katago-v2/move/suicide-ban", Rules(suicide=False), Rules(suicide=True)),
        ("katago-v2/main/end-two-passes", Rules(), Rules(button=True)),
        ("katago-v2/main/end-two-passes-button", Rules(button=True), Rules()),
        ("katago-v2/main/end-repeated-pass", Rules(ko=Ko.SIMPLE), Rules()),
        ("katago-v2/main/no-result", Rules(ko=Ko.SIMPLE), Rules(ko=Ko.SITUATIONAL)),
        ("katago-v2/main/end-all-pass-alive", Rules(self_play_opts=True), Rules()),
        ("katago-v2/main/then-cleanup", Rules(scoring=Scoring.TERRITORY), Rules()),
        ("katago-v2/main/then-score", Rules(), Rules(scoring=Scoring.TERRITORY)),
        ("katago-v2/extra/dame-region", Rules(tax=Tax.SEKI), Rules()),
        ("katago-v2/extra/atari", Rules(scoring=Scoring.TERRITORY), Rules()),
        ("katago-v2/extra/independent-life-region", Rules(tax=Tax.ALL), Rules()),
        ("katago-v2/extra/pass-alive-group", Rules(self_play_opts=True), Rules()),
        ("katago-v2/area/remove-pass-dead", Rules(self_play_opts=True), Rules()),
        ("katago-v2/cleanup/ko-move", Rules(scoring=Scoring.TERRITORY), Rules()),
    ],
)
def test_a_clause_is_in_force_under_its_parameters_only(name: str, exists: Rules, does_not: Rules) -> None:
    assert name in {clause.name for clause in exists.in_force}
    assert name not in {clause.name for clause in does_not.in_force}


@pytest.mark.parametrize(
    "wrong", [{"ko": "SIMPLE"}, {"suicide": 1}, {"tax": None}, {"komi": "6.5"}, {"komi": True}, {"button": "yes"}]
)
def test_a_parameter_of_another_kind_is_refused_in_one_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        Rules(**wrong)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_clause_can_be_replaced_or_says_why_not(document: str) -> None:
    rules = Rules(document=document)
    for clause in clauses(document):
        why = why_not_amended(clause)
        if why:
            with pytest.raises(ValueError, match=re.escape(f"The clause {clause.name} can't be replaced: {why}")):
                rules.replacing(clause.name, clause.function, clause.text)
        else:
            (amendment,) = rules.replacing(clause.name, clause.function, clause.text).amendments
            assert amendment.name == clause.name


@pytest.mark.parametrize(
    "name", ["aga/11-last-move#totals", "aga/12-neutral", "aga/12-default", "dead-stones/statement#group"]
)
def test_the_command_tells_what_can_not_be_amended_and_why(name: str) -> None:
    output = " ".join(CliRunner().invoke(main, ["show", name]).stdout.split())
    assert f"can't be amended: {why_not_amended(statements_of(name)[0])}" in output
