"""Rule sets: parameters, presets and readings; and every decision is taken by as many clauses as it needs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from inspect import signature
from itertools import product
from typing import Any

import pytest

from superko.spec.documents import DOCUMENTS
from superko.spec.lemma import reading
from superko.spec.parameters import CHOICES, HandicapBonus, Ko, Scoring, Tax
from superko.spec.registry import Decision, clauses
from superko.spec.rules import Rules, guard_parameters, why_not_amended
from superko.spec.vocabulary import Phase

BAN_OF_OURS = "katago-v2/main/legal-simple-ko#sending-two"
CLEANUP = (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP)


def rule_sets(*decisions: Decision) -> Iterator[Rules]:
    """Rules with every combination of scoring and of all other values that the clauses of these decisions ask for."""
    guards = [clause.guard for clause in clauses("katago-v2") if clause.decides in decisions]
    names = sorted({"scoring"}.union(*map(guard_parameters, guards)))
    for values in product(*(CHOICES[name].values for name in names)):
        yield Rules().reading(dict(zip(names, values, strict=True)))


def phases_of(rules: Rules) -> tuple[Phase, ...]:
    return (Phase.MAIN, *CLEANUP) if rules.scoring is Scoring.TERRITORY else (Phase.MAIN,)


IN_EVERY_PHASE = (
    Decision.MOVE,
    Decision.AFTER_MOVE,
    Decision.PASS,
    Decision.CAPTURES,
    Decision.ENDINGS,
    Decision.NEXT_PHASE,
)


@pytest.mark.parametrize("decision", IN_EVERY_PHASE, ids=str)
def test_exactly_one_clause_decides_it_in_every_phase(decision: Decision) -> None:
    for rules in rule_sets(decision):
        for phase in phases_of(rules):
            assert len(rules.deciding(decision, phase)) == 1, (rules, phase)


@pytest.mark.parametrize("decision", [Decision.UNBLOCK, Decision.UNBLOCK_ACTION], ids=str)
def test_exactly_one_clause_unblocks_in_cleanup_and_none_before(decision: Decision) -> None:
    for rules in rule_sets(decision):
        territory = rules.scoring is Scoring.TERRITORY
        assert len(rules.deciding(decision, Phase.MAIN)) == 0
        assert [len(rules.deciding(decision, phase)) for phase in CLEANUP] == [territory, territory]


def test_exactly_one_clause_names_the_winner() -> None:
    for rules in rule_sets(Decision.WINNER):
        assert len(rules.deciding(Decision.WINNER)) == 1, rules


def test_exactly_one_clause_finds_pass_alive_groups_wherever_they_are_asked_for() -> None:
    for rules in rule_sets(Decision.PASS_ALIVE, Decision.REMOVAL, Decision.GAME_ENDS):
        asked_for = rules.deciding(Decision.REMOVAL) or rules.deciding(Decision.GAME_ENDS)
        assert len(rules.deciding(Decision.PASS_ALIVE)) == bool(asked_for), rules


def test_exactly_one_clause_says_which_moves_of_the_main_phase_repeat_too_much() -> None:
    for rules in rule_sets(Decision.LEGAL):
        names = [clause.name for clause in rules.deciding(Decision.LEGAL, Phase.MAIN)]
        assert len([name for name in names if name != BAN_OF_OURS]) == 1, rules
        assert (BAN_OF_OURS in names) == (
            rules.ko is Ko.SIMPLE and dict(rules.readings)["reading/sending-two"] == "forbidden"
        ), rules


def test_exactly_one_clause_ends_the_main_phase_on_two_passes() -> None:
    for rules in rule_sets(Decision.PHASE_ENDS):
        names = [clause.name for clause in rules.deciding(Decision.PHASE_ENDS)]
        assert sum("two-passes" in name for name in names) == 1, rules


def sections(rules: Rules) -> Iterator[tuple[Decision, str]]:
    """The formulas that score a game under these rules, and the section of the document that each stands in."""
    yield Decision.SCORE, rules.scoring.value.lower()
    if rules.scoring is Scoring.TERRITORY:
        yield Decision.OWNERSHIP_SCORE, "ownership"


def test_a_score_has_one_komi_one_button_if_used_and_points_of_its_tax_only() -> None:
    for rules in rule_sets(Decision.SCORE, Decision.OWNERSHIP_SCORE):
        for decision, section in sections(rules):
            terms = rules.deciding(decision)
            ids = [clause.id for clause in terms]
            taxed = {clause.id for clause in terms if "tax" in guard_parameters(clause.guard)}
            assert ids.count(f"katago-v2/{section}/komi") == 1, rules
            assert ids.count(f"katago-v2/{section}/button") == rules.button, rules
            assert taxed == {f"katago-v2/{section}/score-{rules.tax.value.lower()}"}, rules


def test_area_scoring_has_no_ownership_formula() -> None:
    for rules in rule_sets(Decision.OWNERSHIP_SCORE):
        assert bool(rules.deciding(Decision.OWNERSHIP_SCORE)) == (rules.scoring is Scoring.TERRITORY), rules


# Rule sets: their parameters, presets and readings, and the clauses that are in force under them.


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


def test_rules_have_the_same_clauses_however_much_was_read_between() -> None:
    before = Rules("chinese-2002").in_force
    for number in range(2_000):
        reading(lambda: len(""), len=partial(int, number))
    assert Rules("chinese-2002").in_force == before


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_clause_can_be_replaced_or_says_why_not(document: str) -> None:
    rules = Rules(document=document)
    for clause in clauses(document):
        why = why_not_amended(clause)
        if why:
            with pytest.raises(ValueError, match=re.escape(f"The clause {clause.name} can't be replaced: {why}")):
                rules.replacing(clause.name, clause.function, clause.text)
        else:
            said: dict[str, Any] = {"old": clause.function}
            parameters = ", ".join(signature(clause.function).parameters)
            exec(f"def again({parameters}):\n    return old({parameters})", said)
            amended = rules.replacing(clause.name, said["again"], clause.text)
            assert [amendment.name for amendment in amended.amendments] == [clause.name]
            assert [each.name for each in amended.in_force] == [each.name for each in rules.in_force]
