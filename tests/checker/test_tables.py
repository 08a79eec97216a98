"""Tables that commands write: the same rows as CSV and as Parquet, and what can't be written."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.telling import tables
from superko.checker.telling.tables import write_table

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "values 2x1 3x1 --rules tromp-taylor --rules aga": ("tromp-taylor 2x1 0.0 0.0 True", "aga 3x1 3.0 3.0 True"),
    "sekis 5x1 --rules tromp-taylor": ("tromp-taylor 5x1 .O.X. 1 shared liberty, an eye each C1 0",),
    "sweep 2x1 --workers 1 --rules tromp-taylor": ("2x1 tromp-taylor -2.0 2", "2x1 tromp-taylor 0.0 1"),
    "map tromp-taylor --effort 2n": ("tromp-taylor proved 1 ",),
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


def test_parquet_holds_the_rows_of_the_csv_with_their_types(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"board": "2x1", "lead": 0.5, "exact": True, "nodes": 7, "low": None},
        {"board": "3x1", "lead": -1.0, "exact": False, "nodes": 0, "low": -3.0},
    ]
    for form in tables.FORMS:
        write_table(tmp_path / f"table{form}", rows)
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(tmp_path / "table.parquet").to_pylist() == rows
    assert [row["lead"] for row in rows_in(tmp_path / "table.csv")] == ["0.5", "-1.0"]


def test_a_name_that_says_no_form_is_refused_before_any_work() -> None:
    refused = CliRunner().invoke(main, ["values", "9x9", "--output", "table.xls"])
    assert refused.exit_code == 2
    assert "Name a file that ends in .csv or .parquet, not table.xls." in refused.stderr


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda name: None)
    refused = CliRunner().invoke(main, ["values", "9x9", "--output", "table.parquet"])
    assert refused.exit_code == 2
    assert "Parquet needs pyarrow, which is not installed: pip install pyarrow" in refused.stderr
