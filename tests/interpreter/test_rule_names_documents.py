"""Rule sets of the other documents by name, as objects, and as texts; each document has its own parameters."""

from __future__ import annotations

import json

import pytest

from superko.interpreter.rule_names import parse_rules, rules_from_json, rules_to_json
from superko.spec.documents import DOCUMENTS
from superko.spec.presets import PRESETS
from superko.spec.registry import clauses
from superko.spec.rules import Rules, guard_parameters

TEN, AGA = PRESETS["tromp-taylor-ten"], PRESETS["aga"]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_of_any_document_is_known_by_its_name_and_survives_being_written_as_json(name: str) -> None:
    assert rules_from_json(name) == parse_rules(name) == PRESETS[name]
    written = json.dumps(rules_to_json(PRESETS[name]))
    assert rules_from_json(json.loads(written)) == parse_rules(written) == PRESETS[name]


def test_an_object_without_a_document_is_of_katagos() -> None:
    assert rules_from_json({"document": "katago-v2"}) == rules_from_json({}) == Rules()
    assert "document" not in rules_to_json(Rules())


def test_the_choices_of_a_document_are_those_that_its_clauses_exist_by_and_komi() -> None:
    for document in DOCUMENTS.values():
        spoken_of = frozenset().union(*(guard_parameters(clause.guard) for clause in clauses(document.id)))
        names = [choice.name for choice in document.choices]
        assert sorted(names) == sorted(spoken_of | ({"komi"} & set(names)))
        assert document.usual.document == document.id
