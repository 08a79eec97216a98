"""`superko vectors`: what it writes, what it checks, and what it exits with."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.commands import vectors_command
from superko.checker.vectors.shapes import vector_of_chance, vector_of_shape
from superko.checker.vectors.vector import Tier, Vector, lines, vectors_in
from superko.spec.algebra import Grid

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


class TestChecking:
    def test_finds_no_difference_in_the_committed_file(self) -> None:
        result = run("--check", COMMITTED)
        assert result.exit_code == 0
        number = len(COMMITTED.read_text(encoding="ascii").splitlines()) - 2
        assert f"{number} vectors replayed; 0 of them come out differently." in result.stdout

    def test_reads_standard_input(self, few: list[str]) -> None:
        result = run("--check", "-", typed="".join(few))
        assert result.exit_code == 0
        assert "2 vectors replayed" in result.stdout

    def test_tells_the_first_difference(self, few: list[str], tmp_path: Path) -> None:
        vectors = list(vectors_in(few))
        vectors[0]["expectations"][0]["steps"][1]["player"] = "W"
        result = run("--check", self.sealed(tmp_path, vectors))
        assert result.exit_code == 1
        assert "superko/vector/shape/unblock, under" in result.stdout
        assert "after A1 unblock A1: player is B, not W." in result.stdout
        assert "2 vectors replayed; 1 of them come out differently." in result.stdout

    def test_tells_it_as_json(self, few: list[str], tmp_path: Path) -> None:
        vectors = list(vectors_in(few))
        vectors[1]["expectations"][0]["start"]["legal"] = []
        report = json.loads(run("--check", self.sealed(tmp_path, vectors), "--json").stdout)
        assert report["vectors"] == 2
        assert [difference["id"] for difference in report["differences"]] == [vectors[1]["id"]]
        assert report["differences"][0]["expected"]["legal"] == []

    @pytest.mark.parametrize(
        ("text", "reason"),
        [("", "is empty"), ("[1]\n", "is a JSON object"), ("{}\n", "no file of vectors"), ("hello\n", "not JSON")],
    )
    def test_refuses_what_is_no_file_of_vectors(self, text: str, reason: str) -> None:
        result = run("--check", "-", typed=text)
        assert result.exit_code == 2
        assert reason in result.stderr
        assert "Traceback" not in result.stderr

    def test_refuses_a_file_that_is_not_text(self, tmp_path: Path) -> None:
        (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
        result = run("--check", tmp_path / "binary")
        assert result.exit_code == 2
        assert "Traceback" not in result.stderr

    def test_refuses_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        result = run("--check", tmp_path / "none")
        assert result.exit_code == 2
        assert "can't be read" in result.stderr

    @staticmethod
    def sealed(folder: Path, vectors: list[dict[str, object]]) -> Path:
        """A file of vectors that say something wrong, but whose last line fits."""

        class Changed(Vector):
            vector: dict[str, object]

            def as_json(self) -> dict[str, object]:
                return self.vector

        rewritten = []
        for vector in vectors:
            changed = object.__new__(Changed)
            object.__setattr__(changed, "vector", vector)
            rewritten.append(changed)
        path = folder / "changed.jsonl"
        path.write_text("".join(lines(Tier.SMALL, rewritten)), encoding="ascii")
        return path


@pytest.mark.parametrize("arguments", [[], ["--check", "-", "--output", "-"]])
def test_one_thing_is_asked_at_a_time(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Choose one of" in result.stderr
