"""Recorded games: from SGF files and from the vectors, to be tried on engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from superko.checker.oracle.games import recorded_in
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.telling.effort import Effort
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_turn
from tests.checker.oracle.engines.reference import ReferenceEngine


def file_with(tmp_path: Path, sgf: str) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(sgf)
    return path


def test_a_game_record_is_a_setting_and_turns(tmp_path: Path) -> None:
    (game,) = recorded_in([file_with(tmp_path, "(;GM[1]FF[4]SZ[3]AW[cc]PL[B];B[aa];W[])")])
    assert (game.start.width, game.start.height, game.start.board) == (3, 3, ".../.../..O")
    assert game.turns == ("A3", "pass")
    assert game.shows == "game.sgf"


def test_a_file_that_is_no_game_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="SGF"):
        recorded_in([file_with(tmp_path, "no record")])


def test_a_recorded_game_is_played_to_the_engine(tmp_path: Path) -> None:
    """Given an engine that goes wrong only at E5, a record of a move there shows it."""

    class WrongAtE5(ReferenceEngine):
        def after(self, game: Game, turn: object) -> Game:
            grid = game.grid
            wrong = grid.width == grid.height == 5 and turn == parse_turn(grid, "E5")
            return game.taking(parse_turn(grid, "A1") if wrong else turn)  # type: ignore[arg-type]

    record = recorded_in([file_with(tmp_path, "(;GM[1]FF[4]SZ[5];B[cc];W[ea])")])
    plan = Plan(rules=("tromp-taylor",), effort=Effort(count=1), trying=1.0, shrinking=500.0)
    without, with_record = judge_engine(WrongAtE5, plan), judge_engine(WrongAtE5, replace(plan, recorded=record))
    assert without.findings == ()
    assert [finding.disagreement.aspect.value for finding in with_record.findings] == ["board"]
