"""`superko graph` asked of properties, with a shortest game as witness, and of what is around a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands.graph_command import graph_command
from superko.interpreter.referee import Session, respond

FILE = """
def white_stone_at_the_first_point(situation):
    return bool(situation.coloring.white & 1)

def white_stones(many):
    return many.coloring.white != 0

def of_two(one, other):
    return True

NUMBER = 3
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(graph_command, [str(argument) for argument in arguments])


def answer(*arguments: object) -> dict[str, Any]:
    (fields,) = json.loads(run(*arguments, "--json").stdout)["properties"]
    assert isinstance(fields, dict)
    return fields


class TestAProperty:
    def test_that_holds_sometimes_is_shown_by_a_shortest_game(self) -> None:
        fields = answer("4x1", "--sometimes", "ban")
        assert (fields["holds"], fields["situations"]) == (True, 8)
        new, play = fields["requests"]
        assert len(play["turns"]) == 3
        session, _ = respond(Session(), json.dumps(new))
        _, reply = respond(session, json.dumps(play))
        assert reply is not None
        assert "board" in reply

    @pytest.mark.parametrize("name", ["white_stone_at_the_first_point", "white_stones"])
    def test_may_be_a_function_in_a_file_of_one_situation_or_of_many(self, file: Path, name: str) -> None:
        fields = answer("3x1", "--sometimes", f"{file}:{name}")
        assert fields["holds"] is True

    def test_counts_the_same_asked_one_by_one_or_of_many(self, file: Path) -> None:
        file.write_text(FILE + "\ndef one_by_one(situation):\n    return situation.coloring.white != 0\n")
        singly, many = (answer("3x1", "--sometimes", f"{file}:{name}") for name in ("one_by_one", "white_stones"))
        assert singly["situations"] == many["situations"]


class TestAroundAPosition:
    def test_is_what_more_turns_lead_to_written_to_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "around.dot"
        assert run("...../...../..X../...../.....", "--around", 0, "--output", file).exit_code == 0
        assert file.read_text().count("label") == 1
