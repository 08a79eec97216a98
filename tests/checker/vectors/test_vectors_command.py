"""`superko vectors`: what it writes, what it refuses, and what it exits with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import vectors_command
from superko.checker.vectors.suites import perft_lines
from superko.spec.presets import PRESETS


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(vectors_command.vectors_command, [str(argument) for argument in arguments])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suites are made of three lines, and perft tables of none."""
    lines = ["superko-suite 1 mine\n", "rules {}\n", "mistakes 1 of 2\n", "game 1x1/1 1x1 . B main 0\n", "end 1\n"]
    monkeypatch.setitem(vectors_command._KINDS, "square", lambda rules, name: iter(lines))


@pytest.mark.usefixtures("short")
class TestWriting:
    def test_goes_to_a_file_for_each_preset(self, tmp_path: Path) -> None:
        result = run("--output", tmp_path / "new")
        assert result.exit_code == 0
        assert {file.stem for file in (tmp_path / "new").iterdir()} == set(PRESETS)
        assert "aga.suite: 1 games, which show 1 of 2 mistakes." in result.stdout
        folder = Path(result.stdout.splitlines()[-1].partition(": ")[2])
        page = folder.with_name("README.md").read_text(encoding="utf-8")
        assert {file.name for file in folder.glob("runner.*")} == {*re.findall(r"runner\.\w+", page)}

    def test_names_a_file_by_the_rules_that_were_asked_for(self, tmp_path: Path) -> None:
        assert run("--rules", "tromp-taylor,komi=6.5", "-o", tmp_path).exit_code == 0
        assert [file.name for file in tmp_path.iterdir()] == ["tromp-taylor,komi=6.5.suite"]


@pytest.mark.exhaustive
@pytest.mark.thorough
def test_a_perft_table_has_two_thousand_different_starts() -> None:
    starts = [line.partition(";")[0] for line in perft_lines(PRESETS["chinese-like"], "chinese-like")]
    assert len(set(starts)) == len(starts) >= 2000
