"""Tables that commands write as CSV, and what can't be written."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

import superko.checker.commands
from superko.checker.command_line import main

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "solve 2x1 3x1 --rules tromp-taylor --rules aga": ("tromp-taylor 2x1 0.0 0.0 True", "aga 3x1 3.0 3.0 True"),
}


def rows_in(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize(("words", "lines"), COMMANDS.items(), ids=lambda words: str(words).split()[0])
def test_a_command_writes_its_results_as_rows(words: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    done = CliRunner().invoke(main, [*words.split(), "--output", str(file)])
    assert done.exit_code in (0, 3), done.output
    rows = [" ".join(row.values()) for row in rows_in(file)]
    assert [line for line in lines if not any(row.startswith(line) for row in rows)] == []


def test_a_name_that_says_no_form_is_refused_before_any_work() -> None:
    refused = CliRunner().invoke(main, ["check", "--list", "--output", "table.xls"])
    assert refused.exit_code == 2
    assert "Name a file that ends in .md or .csv, not table.xls." in refused.stderr


def test_tables_are_made_where_nothing_in_them_is_markup() -> None:
    commands = Path(superko.checker.commands.__file__).parent
    assert [path.name for path in commands.glob("*.py") if "Table(" in path.read_text(encoding="utf-8")] == []


def test_rules_of_a_file_with_brackets_in_its_name_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "x[" / "b].py"
    file.parent.mkdir()
    file.write_text("from superko.spec.rules import Rules\nRULES = Rules()\n", encoding="utf-8")
    done = CliRunner(env={"COLUMNS": "200"}).invoke(main, ["solve", "1x1", "2x1", "--rules", f"{file}:RULES"])
    assert f"{file}:RULES" in done.output
