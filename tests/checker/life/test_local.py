"""Article 7 asked of strings in a region that living stones close off, on boards too large to be searched whole."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.life.local import living_stones, searched_locally
from superko.checker.life.statuses import Life, searched, strings_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_vertex, vertices
from superko.interpreter.records.game_record import RecordedStatement, record_of
from superko.interpreter.records.sgf import write_sgf
from superko.spec.algebra import Color
from superko.spec.presets import PRESETS

TEXT = PRESETS["japanese-1989"]


def on_9x9(*rows: str) -> str:
    """Rows from the top of a board, which is empty below."""
    return "/".join((*rows, *["." * 9] * (9 - len(rows))))


DEAD_CORNER = on_9x9("OO.X.X...", "...XXX...", "XXXX.X...", "...XXX...")
BENT_FOUR = on_9x9("OO.XO.O.O", "OXXXOOOOO", "XXOOOO...", "OOO......")
SEKI = on_9x9("XX.OOX.X.", "XX.OOXXX.", "OXXOOX.X.", "OOOXXXXX.", ".O.O.....", "OOOO.....")
NOT_CLOSED = on_9x9("OO.X.X...", "...XXX...", "XX.X.X...", "...XXX...")


@pytest.mark.clauses("japanese-1989/7-1-alive")
@pytest.mark.parametrize(
    ("board", "lives"),
    [
        (DEAD_CORNER, {"A9": Life.DEAD}),
        (BENT_FOUR, {"D9": Life.DEAD, "A9": Life.ENABLING}),
        (SEKI, {"A9": Life.KEPT, "D9": Life.KEPT}),
        (NOT_CLOSED, {"A7": Life.OPEN, "A9": Life.OPEN}),
    ],
    ids=["a dead group", "bent four in the corner", "a seki", "a region that is not closed off"],
)
def test_a_string_on_9x9_is_what_it_is_in_its_region(board: str, lives: dict[str, Life]) -> None:
    c = parse_board(board)
    living = living_stones(TEXT, c)
    asked = [(owner, stones) for owner, stones in strings_of(c) if not stones & living]
    assert {
        vertices(c.board.grid, stones)[0]: searched_locally(TEXT, c, owner, stones, living).life
        for owner, stones in asked
    } == lives


def differing(number: int, everything_lives: bool) -> list[str]:
    """Boards with a living wall, and any stones in the corner beside it, where a string is something else locally."""
    chance, wall, differ = random.Random(7), "{}X.X/{}XXX/XXXX.X/...XXX", []
    for _ in range(number):
        board = wall.format(*("".join(chance.choices(".XO", (2, 1, 2), k=3)) for _ in range(2)))
        c = parse_board(board)
        strings = [*strings_of(c)]
        if any(not c.border(stones) & c.empty for _, stones in strings):
            continue
        living = c.black | c.white if everything_lives else living_stones(TEXT, c)
        for owner, stones in strings:
            locally, whole = searched_locally(TEXT, c, owner, stones, living), searched(TEXT, c, owner, stones)
            differ += [board] if locally.life.alive is not whole.life.alive else []
    return differ


@pytest.mark.thorough
def test_a_string_is_locally_what_it_is_on_the_whole_board_where_that_can_be_searched() -> None:
    assert differing(12, everything_lives=False) == []
    assert differing(3, everything_lives=True) != []


def test_a_record_is_settled_by_what_its_strings_are_in_their_regions(tmp_path: Path) -> None:
    game = Game(TEXT, rows=DEAD_CORNER).play("pass", "pass")
    (tmp_path / "game.sgf").write_bytes(write_sgf(record_of(game)))
    report = json.loads(CliRunner().invoke(main, ["replay", str(tmp_path / "game.sgf"), "--json"]).stdout)
    assert report["settled"]["dead"] == ["A9", "B9"]
    (status,) = report["statuses"]
    assert (status["alive"], status["line"]) == (False, ["C9", "pass", "A8", "pass", "B8"])


@pytest.mark.parametrize("side", [9, 19])
def test_stones_in_dispute_are_asked_within_what_both_players_hold_alive(tmp_path: Path, side: int) -> None:
    rows = ["OO.X", "...X", "XXXX", *["...."] * (side - 3)]
    game = Game(TEXT, rows="/".join(row.ljust(side, ".") for row in rows)).play("pass", "pass")
    dead = parse_vertex(game.grid, f"A{side}")
    disputing = (RecordedStatement(2, Color.BLACK, dead), RecordedStatement(2, Color.WHITE, 0))
    (tmp_path / "game.sgf").write_bytes(write_sgf(replace(record_of(game), said=disputing)))
    report = json.loads(CliRunner().invoke(main, ["replay", str(tmp_path / "game.sgf"), "--json"]).stdout)
    assert report["settled"]["dead"] == [f"A{side}", f"B{side}"]
    assert [status["alive"] for status in report["statuses"]] == [False]
