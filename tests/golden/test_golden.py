"""What commands print, and the numbers behind them, stay as they were written down; a change is made on purpose.

After one, `python -m tests.golden.write`, and read the difference.
"""

from __future__ import annotations

import json

import pytest

from . import tables
from .commands import COMMANDS, OUTPUTS, printed


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_what_it_printed(name: str) -> None:
    assert printed(COMMANDS[name]) == (OUTPUTS / f"{name}.txt").read_text(encoding="utf-8")


def test_there_is_a_file_for_each_command() -> None:
    assert {file.stem for file in OUTPUTS.glob("*.txt")} == set(COMMANDS)


def test_the_numbers_are_those_written_down() -> None:
    written = json.loads(tables.FILE.read_text(encoding="utf-8"))
    now = dict(tables.numbers())
    assert {name: row for name, row in now.items() if row != written.get(name)} == {}
    assert now.keys() == written.keys()
