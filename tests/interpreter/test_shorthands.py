"""One parser for names of rules: shorthands, KataGo's string, changes and JSON, whatever their letter case."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.game import Game
from superko.interpreter.gtp import GtpSession
from superko.interpreter.records.sgf import read_sgf
from superko.interpreter.rule_names import (
    KNOWN_NAMES,
    SHORTHANDS,
    WRITTEN_NAMES,
    NameOfRules,
    note_on,
    parse_rules,
    rules_from_json,
)
from superko.interpreter.rules_files import named_rules
from superko.spec.parameters import HandicapBonus, Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from .conversation import last_reply_to, new

TRANSCRIPT = Path(__file__).parent / "conversations" / "rules-names.txt"
NAMES = TRANSCRIPT.read_text(encoding="utf-8").split("## ")[1].split("\n> ")[1:]
"""What is called in one way wherever rules are named; the transcript has which rules each names."""


@pytest.mark.parametrize("name", [section.partition("\n")[0] for section in NAMES])
def test_a_name_means_the_same_wherever_rules_are_named(name: str) -> None:
    rules, in_a_record = parse_rules(name), b"(;SZ[3]RU[" + name.encode() + b"])"
    assert named_rules(name) == rules_from_json(name) == parse_rules(read_sgf(in_a_record).rules) == rules
    assert GtpSession(Game(Rules(), 3)).under(rules).game.rules == rules
    assert "error" not in last_reply_to(new(rules=name))


@pytest.mark.parametrize("name", KNOWN_NAMES)
def test_who_names_rules_as_a_server_does_is_told_what_is_left_out(name: str) -> None:
    known = KNOWN_NAMES[name]
    assert parse_rules(name) == parse_rules(known.rules)
    assert note_on(f"{name.upper()},komi=0") == f"{name} stands for {known.rules}, after {known.source}. {known.note}"
    assert known.note.endswith(".")


@pytest.mark.parametrize("written", WRITTEN_NAMES, ids=lambda written: written.spellings[0])
def test_what_is_taken_for_a_written_name_is_there(written: NameOfRules) -> None:
    for spelling in written.spellings:
        assert parse_rules(spelling) == parse_rules(written.rules)
        assert not written.note or note_on(spelling).endswith(written.note)


@pytest.mark.parametrize("name", [*PRESETS, *SHORTHANDS])
def test_letter_case_and_what_joins_words_are_of_no_account(name: str) -> None:
    for written in (name.upper(), name.title(), name.replace("-", "_"), name.replace("-", " ")):
        assert parse_rules(written) == parse_rules(name)


@given(
    ko=st.sampled_from(Ko),
    scoring=st.sampled_from(Scoring),
    tax=st.sampled_from(Tax),
    suicide=st.booleans(),
    button=st.booleans(),
    bonus=st.sampled_from(HandicapBonus),
)
def test_every_string_of_katagos_is_read_in_any_letter_case(
    ko: Ko, scoring: Scoring, tax: Tax, suicide: bool, button: bool, bonus: HandicapBonus
) -> None:
    text = f"ko{ko.value}score{scoring.value}tax{tax.value}sui{suicide:d}button{button:d}whb{bonus.value}"
    rules = Rules(ko=ko, scoring=scoring, tax=tax, suicide=suicide, button=button, handicap_bonus=bonus)
    assert parse_rules(text) == parse_rules(text.lower()) == parse_rules(text.upper()) == rules


@pytest.mark.parametrize(
    ("name", "document", "of_katago"),
    [
        ("aga", "aga", "aga-like"),
        ("AGA", "aga", "aga-like"),
        ("Aga,komi=7.5", "aga", "aga-like"),
        ("New Zealand", "new-zealand", "new-zealand-like"),
        ("nz", "new-zealand", "new-zealand-like"),
        ("French", "french", "aga-like"),
    ],
)
def test_who_says_a_name_of_two_rule_sets_is_told_which_was_taken(name: str, document: str, of_katago: str) -> None:
    reply = last_reply_to(new(rules=name))
    assert reply["note"] == note_on(name)
    assert of_katago in reply["note"]
    assert parse_rules(name).document == document
    assert parse_rules(of_katago).document == "katago-v2"


@pytest.mark.parametrize("rules", ["chinese", "aga-like", "aga-area", {"document": "aga"}])
def test_who_says_what_means_one_thing_is_told_nothing(rules: object) -> None:
    assert "note" not in last_reply_to(new(rules=rules))
