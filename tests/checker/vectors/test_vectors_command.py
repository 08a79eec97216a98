"""`superko vectors`: what it writes, what it checks, and what it exits with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import vectors_command
from superko.checker.vectors.shapes import vector_of_chance, vector_of_shape
from superko.checker.vectors.vector import Tier, Vector, lines
from superko.spec.algebra import Grid

from .replaying import vectors_in

COMMITTED = Path(__file__).parents[2] / "vectors" / "tiny.jsonl"
FEW: list[Callable[[], Vector | None]] = [
    partial(vector_of_shape, "unblock"),
    lambda: None,
    partial(vector_of_chance, "japanese-like", Grid(2, 1), 1),
]


def run(*arguments: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(vectors_command.vectors_command, [str(argument) for argument in arguments], input=typed)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Only a few vectors are made; the lines that are then to be written."""
    monkeypatch.setattr(vectors_command, "recipes", lambda tier: FEW)
    return list(lines(Tier.SMALL, [vector for recipe in FEW if (vector := recipe()) is not None]))


class TestWriting:
    @pytest.mark.thorough
    def test_goes_to_a_directory(self, few: list[str], tmp_path: Path) -> None:
        result = run("--tier", "small", "--output", tmp_path / "new")
        assert result.exit_code == 0
        assert "2 vectors" in result.stdout
        assert (tmp_path / "new" / "small.jsonl").read_text(encoding="ascii") == "".join(few)

    @pytest.mark.thorough
    def test_goes_to_standard_output(self, few: list[str]) -> None:
        result = run("--tier", "small", "--output", "-")
        assert result.stdout == "".join(few)
        assert len(list(vectors_in(result.stdout.splitlines(keepends=True)))) == 2

    def test_that_is_interrupted_says_so(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        def interrupted() -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(vectors_command, "recipes", lambda tier: [interrupted])
        result = run("--output", tmp_path)
        assert result.exit_code == 130
        assert "Interrupted" in result.stderr
        assert list(tmp_path.iterdir()) == []

    def test_to_a_place_that_cannot_be_written_is_refused(self, few: list[str], tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        result = run("--output", tmp_path / "file")
        assert result.exit_code == 2
        assert "can't be written" in result.stderr
