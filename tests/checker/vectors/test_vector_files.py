"""Files of vectors: what they hold by their schema, and that one that was cut off or changed is found out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import superko.checker.vectors
from superko.checker.vectors.shapes import vector_of_chance, vector_of_shape
from superko.checker.vectors.vector import Tier, lines
from superko.spec.algebra import Grid

from .replaying import vectors_in

COMMITTED = (Path(__file__).parents[2] / "vectors" / "tiny.jsonl").read_text(encoding="ascii").splitlines(True)
VECTORS = [replace(vector, rule_sets=vector.rule_sets[:1]) for vector in map(vector_of_shape, ("ko", "unblock"))]
FILE = list(lines(Tier.SMALL, VECTORS))
SCHEMA = json.loads(Path(superko.checker.vectors.__path__[0], "schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

JsonObject = dict[str, Any]


def objects(value: object) -> list[JsonObject]:
    """Every object within a value, itself included."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, dict) else []), *(nested for part in parts for nested in objects(part))]


class TestTheSchema:
    def test_is_one(self) -> None:
        VALIDATOR.check_schema(SCHEMA)

    @pytest.mark.parametrize("kind", ["vector", "expectation", "state", "illegal"])
    def test_says_of_every_field_what_it_holds(self, kind: str) -> None:
        fields = SCHEMA["$defs"][kind]["properties"]
        defined = {
            name: SCHEMA["$defs"].get(field.get("$ref", "").rpartition("/")[2], field) for name, field in fields.items()
        }
        assert [name for name in fields if "description" not in fields[name] | defined[name]] == ["schema"][
            : kind == "vector"
        ]

    def test_describes_every_line(self) -> None:
        for line in (*COMMITTED, *FILE):
            VALIDATOR.validate(json.loads(line))

    @pytest.mark.thorough
    def test_describes_random_games(self) -> None:
        VALIDATOR.validate(vector_of_chance("japanese-like", Grid(4, 4), 1).as_json())

    @given(st.sampled_from(COMMITTED), st.data())
    def test_allows_no_further_field_anywhere(self, line: str, data: st.DataObject) -> None:
        value = json.loads(line)
        data.draw(st.sampled_from(objects(value)))["furtherField"] = 1
        assert not VALIDATOR.is_valid(value)

    @given(st.sampled_from(COMMITTED), st.data())
    def test_misses_every_field_that_is_left_out(self, line: str, data: st.DataObject) -> None:
        value = json.loads(line)
        optional = {"setup", "clause"}
        named = [value.get("clauses", {})]
        for rules in (rules for expectation in value.get("expectations", ()) for rules in expectation["rules"]):
            named += [rules, rules.get("readings", {})]
        strict = [fields for fields in objects(value) if fields not in named and fields.keys() - optional]
        fields = data.draw(st.sampled_from(strict))
        del fields[data.draw(st.sampled_from(sorted(fields.keys() - optional)))]
        assert not VALIDATOR.is_valid(value)


class TestThePage:
    PAGE = Path(superko.checker.vectors.__path__[0], "README.md").read_text(encoding="utf-8")

    def test_shows_the_first_line_as_it_is(self) -> None:
        assert COMMITTED[0].split('"vectors"')[0] in self.PAGE


class TestAFile:
    def test_gives_back_the_vectors_written_to_it(self) -> None:
        assert list(vectors_in(FILE)) == [vector.as_json() for vector in VECTORS]

    @pytest.mark.parametrize(
        "other", [FILE[:-1], [FILE[0], *FILE[2:]], [line.replace("A ko", "One ko") for line in FILE], [*FILE, FILE[1]]]
    )
    def test_that_was_cut_off_or_changed_is_not_sealed(self, other: list[str]) -> None:
        with pytest.raises((AssertionError, KeyError)):
            vectors_in(other)
