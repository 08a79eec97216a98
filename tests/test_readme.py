"""What the README shows is so: the picture that a command draws, and its extract from the table of all claims."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from superko.checker.command_line import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURE = "checker/pages/assets/double-ko.svg"


def test_the_picture_is_what_the_command_draws(tmp_path: Path) -> None:
    game = re.search(r"`superko (show claim/\S+ --game \d+)`", README)
    assert game is not None
    assert f"]({PICTURE})" in README
    drawn = tmp_path / "drawn.svg"
    result = CliRunner().invoke(main, [*shlex.split(game[1]), "--svg", str(drawn)])
    again = f"Run `superko {game[1]} --svg {PICTURE}`."
    assert (result.exit_code, drawn.read_text(encoding="utf-8")) == (0, (ROOT / PICTURE).read_text("utf-8")), again


def test_its_lines_on_claims_are_those_of_the_whole_table() -> None:
    lines = [line for line in README.splitlines() if re.match(r"\| `(claim|fact|lemma)/", line)]
    everything = (ROOT / "checker" / "claims" / "CLAIMS.md").read_text(encoding="utf-8").splitlines()
    assert 5 <= len(lines) <= 10
    assert set(lines) <= set(everything)
