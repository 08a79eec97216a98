"""The page for rules authors, `spec/README.md`: its table of what clauses are given is that of the docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import superko
from superko.spec.registry import Decision, clause_named
from superko.spec.vocabulary import Ended, Play, Position, Record

PAGE = (Path(__file__).parents[2] / "spec" / "README.md").read_text(encoding="utf-8")
GIVEN: dict[str, type] = {"record": Record, "position": Position, "play": Play, "ended": Ended}


def rows() -> Iterator[str]:
    for name, kind in GIVEN.items():
        (attributes,) = re.findall(r"Attributes:\n(.*)", inspect.getdoc(kind) or "", re.DOTALL)
        for attribute, text in re.findall(r"^    (\w+): (.*(?:\n     +.*)*)", attributes, re.MULTILINE):
            yield f"| `{name}.{attribute}` | {' '.join(text.split()).rstrip('.')} |"


def test_it_has_what_every_value_carries_as_the_docstrings_say_it() -> None:
    carried = [f"{name}.{field.name}" for name, kind in GIVEN.items() for field in fields(kind)]
    assert [row.split("`")[1] for row in rows()] == carried
    assert re.findall(r"^\| `(?:record|position|play|ended)\..*$", PAGE, re.MULTILINE) == list(rows())


def test_its_recipes_make_a_clause_of_five_kinds() -> None:
    kinds = set(re.findall(r"make_clause\(\w+, \"house/[\w-]+\", decides=Decision\.(\w+)\)", PAGE))
    assert kinds == {"LEGAL", "GAME_ENDS", "SCORE", "PASS_STONES", "PSEUDOLEGAL"}
    assert all(Decision[kind].takes[0] in {*GIVEN} for kind in kinds)


def test_a_clause_that_it_replaces_is_one_and_has_a_source() -> None:
    replaced = re.findall(r"\.replacing\(\"([^\"]*)\"", PAGE)[0]
    assert superko.rules("tromp-taylor").replacing(replaced, lambda record: False, "It never ends.")
    assert "def " in inspect.getsource(clause_named(replaced).function)
