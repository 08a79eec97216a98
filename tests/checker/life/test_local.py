"""What strings are in a region that living stones close off, by article 7 and by best play in cleanup, beside all play.

Best play of the whole phase is found by a plain search, in which every line is played by the interpreter.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.life.local import half_a_point_for, living_stones, searched_in_cleanup, searched_locally
from superko.checker.life.statuses import Life, searched, strings_of
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import value_of
from superko.checker.solving.solver import Solver
from superko.checker.sweeps.sweep import positions_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_vertex, vertices
from superko.interpreter.records.game_record import RecordedStatement, record_of
from superko.interpreter.records.sgf import write_sgf
from superko.spec.algebra import WHITE, Color, Coloring, Grid
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Phase

TEXT, CLEANUP = PRESETS["japanese-1989"], replace(PRESETS["japanese-like"], komi=0)


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


def otherwise_in_the_whole_phase(boards: list[Coloring[int]], solver: type[Solver], everything_lives: bool) -> int:
    """How many strings best play in cleanup leaves within their region, and takes in the whole phase, or vice versa."""
    differ = 0
    for c, first in product(boards, Color):
        living = c.black | c.white if everything_lives else living_stones(CLEANUP, c)
        for owner, stones in strings_of(c):
            if stones & living and not everything_lives:
                continue
            start = Game(half_a_point_for(CLEANUP, owner, stones), rows=c, to_play=first, phase=Phase.FIRST_CLEANUP)
            left = value_of(solver([start], Budget()), start).best % 1 != 0
            differ += searched_in_cleanup(CLEANUP, c, owner, stones, living, first, stones).life.alive is not left
    return differ


@pytest.mark.clauses("katago-v2/cleanup/phases")
def test_best_play_of_cleanup_in_a_region_is_that_of_the_whole_phase() -> None:
    boards = [parse_board(board) for board in ("X..", "X.O")]
    assert otherwise_in_the_whole_phase(boards, PlainSolver, everything_lives=False) == 0
    assert otherwise_in_the_whole_phase(boards, PlainSolver, everything_lives=True) == 3


@pytest.mark.thorough
def test_it_is_so_on_every_board_of_three_points_and_beside_stones_that_live_without_a_move() -> None:
    boards = [c for c in positions_of(Grid(3, 1)) if c.black.bit_count() >= c.white.bit_count()]
    assert otherwise_in_the_whole_phase(boards, PlainSolver, everything_lives=False) == 0
    assert otherwise_in_the_whole_phase([parse_board(".X.X.O")], Solver, everything_lives=False) == 0


@pytest.mark.thorough
def test_it_is_not_known_who_goes_first_in_a_region_if_stones_are_in_dispute_elsewhere_too() -> None:
    c = parse_board(".O./.OO/XXX/.X./XXX")
    living, everything = living_stones(CLEANUP, c), c.black | c.white
    lives = [
        searched_in_cleanup(CLEANUP, c, WHITE, c.white, living, WHITE, stones).life for stones in (c.white, everything)
    ]
    assert lives == [Life.LEFT, Life.UNSETTLED]


def test_a_record_is_settled_by_what_its_strings_are_in_their_regions(tmp_path: Path) -> None:
    game = Game(TEXT, rows=DEAD_CORNER).play("pass", "pass")
    (tmp_path / "game.sgf").write_bytes(write_sgf(record_of(game)))
    report = json.loads(CliRunner().invoke(main, ["replay", str(tmp_path / "game.sgf"), "--json"]).stdout)
    assert report["settled"]["dead"] == ["A9", "B9"]
    (status,) = report["statuses"]
    assert (status["alive"], status["line"]) == (False, ["C9", "pass", "A8", "pass", "B8"])


def report_on_a_dispute(tmp_path: Path, rules: str, rows: list[str], side: int) -> dict[str, Any]:
    """What `replay` says of a game that has stopped, where Black alone holds the stones in the corner dead."""
    game = Game(PRESETS[rules], rows="/".join(row.ljust(side, ".") for row in rows)).play("pass", "pass")
    dead = parse_vertex(game.grid, f"A{side}")
    disputing = (RecordedStatement(2, Color.BLACK, dead), RecordedStatement(2, Color.WHITE, 0))
    (tmp_path / "game.sgf").write_bytes(write_sgf(replace(record_of(game), said=disputing)))
    report: dict[str, Any] = json.loads(
        CliRunner().invoke(main, ["replay", str(tmp_path / "game.sgf"), "--json"]).stdout
    )
    return report


@pytest.mark.parametrize(("rules", "side"), [("japanese-1989", 9), ("japanese-1989", 19), ("japanese-like", 9)])
def test_stones_in_dispute_are_asked_within_what_both_players_hold_alive(tmp_path: Path, rules: str, side: int) -> None:
    report = report_on_a_dispute(tmp_path, rules, ["O.X", "..X", "XXX", *["..."] * (side - 3)], side)
    assert report["settled"]["dead"] == [f"A{side}"]
    assert [(status["alive"], status["line"] != []) for status in report["statuses"]] == [(False, True)]


@pytest.mark.parametrize("rules", ["japanese-1989", "japanese-like"])
def test_stones_in_dispute_stay_where_no_region_is_closed_off_or_it_is_too_large(tmp_path: Path, rules: str) -> None:
    report = report_on_a_dispute(tmp_path, rules, ["O.X", "...", "XXX", *["..."] * 6], 9)
    assert (report["settled"]["dead"], report["statuses"]) == ([], [])
    (tmp_path / "other.sgf").write_bytes((tmp_path / "game.sgf").read_bytes())
    text = " ".join(CliRunner().invoke(main, ["replay", str(tmp_path)]).output.split())
    assert "in regions of that size that stones close off which live without a move" in text
    assert "Only stones that both players hold dead are removed." in text
