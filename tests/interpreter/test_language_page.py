"""The table of the language, in `checker/proofs/README.md`: what a row says to write is read, and the rest is not."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from superko.interpreter.clauses_of_authors import read
from superko.spec.registry import Decision

pytestmark = pytest.mark.every_case

PAGE = Path(__file__).parents[2] / "checker" / "proofs" / "README.md"
HEAD = """\
from superko.spec.algebra import BLACK, Color
from superko.spec.katago_v2.cleanup import is_ko_move
from superko.spec.vocabulary import Pass, Phase
LIMIT, LIMITS, TABLE, CHANGES = 3, (1, 2.5), {1: True}, 1
CHANGES = 2
def is_own(c): return c.is_empty(c.black)
"""
WITHIN = """\
def ends(record, play):
    c, points, tally, color, count = record.position.coloring, play.point, record.tally, play.player, record.turn
    """
WHOLE = {
    "return": "return c.black",
    "if": "if record.pass_run > 1:\n        return True",
    "for": "for one in Color:\n        if one is color:\n            return True",
    "while": "while record.turn:\n        return True",
    "try": "try:\n        return record.turn\n    except ValueError:\n        return 0",
    "match": "match record.turn:\n        case 1:\n            return True",
    "def": "def own():\n        return 1",
    "import": "import sys",
    "with": "with record:\n        return True",
    "class": "class Own:\n        pass",
    "del": "del count",
    "global": "global LIMIT",
}
"""What stands for a word of the language."""
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Row:
    """A row of the table: what to write, what not, and what to write instead of that."""

    part: str
    write: tuple[str, ...]
    not_so: tuple[str, ...]
    instead: str


def rows() -> list[Row]:
    """The rows of the table."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    rows = []
    for line in lines[2:]:
        part, write, not_so, instead = (cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        rows.append(Row(part, tuple(CODE.findall(write)), tuple(CODE.findall(not_so)), instead))
    return rows


def obstacle(code: str, folder: Path) -> str:
    """What is said of a clause that has some code in it; "" if it is read."""
    if code.startswith("def "):
        text = f"{code}: return True"
    elif code in WHOLE or re.search(r"^\w+(\.\w+)*(\[\w+\])? \+?= ", code):
        text = WITHIN + WHOLE.get(code, code)
    else:
        text = f"{WITHIN}return {code}"
    file = folder / "written.py"
    file.write_text(f"{HEAD}\n{text}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("written", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return read(module.ends, Decision.LEGAL).obstacle


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.part} {row.not_so[:1]}")
def test_each_row_is_so(row: Row, tmp_path: Path) -> None:
    assert row.write or row.not_so
    assert bool(row.instead) == bool(row.not_so)
    for number, code in enumerate((*row.write, *row.not_so)):
        folder = tmp_path / str(number)
        folder.mkdir()
        said = obstacle(code, folder)
        if code in row.write and number < len(row.write):
            assert said == "", code
        else:
            assert said, code
            assert row.instead in said, code


def test_there_are_many() -> None:
    assert len(rows()) > 20
