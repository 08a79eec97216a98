"""`superko play` takes turns, and says which clause speaks of the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import main

KO = "B3 C3 A2 D2 B1 C1 C2 B2 C2"


def play(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["play", *arguments])


class TestPlay:
    def test_gives_the_state_of_the_referee_as_json(self) -> None:
        answer = json.loads(play("2x1", "A1", "--json").output)
        assert answer["state"]["board"] == "X."
        assert "illegal" not in answer

    def test_draws_what_it_shows(self, tmp_path: Path) -> None:
        picture = tmp_path / "game.svg"
        assert play("2x1", "A1", "--each", "--output", str(picture)).exit_code == 0
        assert picture.read_text(encoding="utf-8").count("<svg") == 3

    @pytest.mark.parametrize(("options", "times"), [((), 1), (("--each",), 2)])
    def test_writes_the_turn_of_a_single_board_once(self, tmp_path: Path, options: tuple[str, ...], times: int) -> None:
        picture = tmp_path / "game.svg"
        play("4x3", KO, "--output", str(picture), *options)
        assert picture.read_text(encoding="utf-8").count(">Turn 9: Black C2, illegal<") == times
