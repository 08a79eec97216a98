"""Rules as texts that name them: every rule set is named so that the same one is read."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.records.game_record import record_of
from superko.interpreter.records.sgf import read_sgf, write_sgf
from superko.interpreter.rule_names import parse_rules, rules_text
from superko.spec.documents import parameters_of
from superko.spec.parameters import READINGS, HandicapBonus, Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

READING = "reading/ilr-own-stone"


def rule_sets() -> st.SearchStrategy[Rules]:
    values = itertools.product(Ko, Scoring, Tax, (True, False), (True, False), HandicapBonus, (True, False))
    return st.sampled_from([Rules("katago-v2", *chosen[:5], 0, *chosen[5:]) for chosen in values])


@given(rule_sets(), st.sampled_from([{}, {READING: READINGS[READING].values[1]}]))
def test_what_names_rules_is_read_as_the_same_rules(rules: Rules, readings: dict[str, str]) -> None:
    chosen = rules.reading(readings)
    assert parse_rules(rules_text(chosen)) == chosen


@pytest.mark.parametrize("name", PRESETS)
def test_so_is_every_preset_in_a_game_record_with_its_komi(name: str) -> None:
    rules = PRESETS[name]
    rules = replace(rules, komi=6.5) if "komi" in parameters_of(rules) else rules
    record = read_sgf(write_sgf(record_of(Game(rules, 3))))
    assert record.game(parse_rules(record.rules)).rules == rules


@pytest.mark.parametrize(("name", "text"), [("japanese-like", "Japanese"), ("aga", "AGA"), ("aga-like", "aga-like")])
def test_the_words_of_other_programs_are_used_where_they_mean_the_same(name: str, text: str) -> None:
    assert rules_text(PRESETS[name]) == text


def test_amended_rules_have_no_name() -> None:
    assert rules_text(PRESETS["tromp-taylor"].dropping("katago-v2/main/end-two-passes")) == ""
