"""What commands print, and the numbers behind them, stay as they were written down; a change is made on purpose.

After one, `python -m tests.golden.write`, and read the difference.
"""

from __future__ import annotations

import json

import pytest

from ..sampling import sample
from . import asked, tables
from .commands import COMMANDS, OUTPUTS, printed

pytestmark = pytest.mark.every_case


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_what_it_printed(name: str) -> None:
    assert printed(COMMANDS[name]) == (OUTPUTS / f"{name}.txt").read_text(encoding="utf-8")


def test_there_is_a_file_for_each_command() -> None:
    assert {file.stem for file in OUTPUTS.glob("*.txt")} == set(COMMANDS)


@pytest.mark.parametrize(("command", "section"), [*asked.sections()], ids=lambda text: text.splitlines()[0])
def test_a_command_that_is_asked_something_says_what_it_said(command: str, section: str) -> None:
    assert asked.said_again(command, section) == section


@pytest.mark.parametrize("name", [name for name in COMMANDS if "--json" not in COMMANDS[name]])
def test_what_machines_read_is_printed_only_as_json(name: str) -> None:
    printed_before = (OUTPUTS / f"{name}.txt").read_text(encoding="utf-8")
    assert not [line for line in printed_before.splitlines() if line.lstrip().startswith('{"')]


WRITTEN = json.loads(tables.FILE.read_text(encoding="utf-8"))
TAKES_LONG = ("solve 4x1", "solve 2x2", "graph 3x2")


@pytest.mark.parametrize("name", sample(tables.NUMBERS, lambda name: not name.startswith(TAKES_LONG)))
def test_the_numbers_are_those_written_down(name: str) -> None:
    assert tables.NUMBERS[name]() == WRITTEN[name]


def test_there_are_numbers_for_each_name() -> None:
    assert tables.NUMBERS.keys() == WRITTEN.keys()
