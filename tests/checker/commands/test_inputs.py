"""Files that commands read: a name, - for standard input, and what is said of those that can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from tests.checker.oracle.engines.reference import REFERENCE

RECORDS = ("replay {}.sgf", "explore {}.sgf --no-browser", "show {}.sgf")
ENGINE = f"judge --engine {REFERENCE} --board 1x1 --effort 9n"
RULES = ("play 2x1 --rules {}.py:R", "rules {}.py:R", "show {}.py:R", "graph 2x1 --rules {}.py:R")
READ = (*RECORDS, f"{ENGINE} --sgf {{}}.sgf", *RULES, "verify {}")
"""Commands that read a file, which must be there and hold something."""
ADDED_TO = (f"{ENGINE} --results {{}}",)
"""Commands that add to a file, which may be missing or empty."""
ENDLESS = Path("/dev/zero")
STREAMS = (
    *(command.removesuffix(".sgf").replace(".sgf ", " ") for command in RECORDS[:2]),
    "verify {}",
)


@pytest.mark.parametrize("command", STREAMS)
@pytest.mark.parametrize("content", ["", "hello"])
def test_standard_input_is_read_and_called_so(command: str, content: str) -> None:
    result = CliRunner().invoke(main, command.format("-").split(), input=content)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: Standard input ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        *((command, kind) for command in READ for kind in ("missing", "empty", "binary", "folder")),
        *((command, kind) for command in ADDED_TO for kind in ("binary", "folder")),
        *((command, "endless") for command in READ if ENDLESS.exists()),
    ],
)
def test_a_file_that_can_not_be_read_is_named_in_one_sentence(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for ending in ("", ".sgf", ".py"):
        Path(f"empty{ending}").touch()
        Path(f"binary{ending}").write_bytes(bytes(range(256)))
        Path(f"folder{ending}").mkdir()
        Path(f"endless{ending}").symlink_to(ENDLESS)
    result = CliRunner().invoke(main, command.replace("{}", kind).split())
    *_, said = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert said.startswith("Error: ")
    assert kind in said
    assert said.endswith(".")
    assert "codec" not in said
    assert "Errno" not in said


@pytest.mark.parametrize("command", ["graph", "play", "solve", "perft", "compare aga french --board"])
def test_rows_that_hold_something_else_are_called_rows(command: str) -> None:
    result = CliRunner().invoke(main, [*command.split(), "X./.Q"])
    assert result.exit_code == 2
    assert 'The board "X./.Q" holds other characters than X (black), O (white) and . (empty).' in result.stderr
