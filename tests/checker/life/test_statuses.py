"""Who is alive by article 7: beside a naive twin, with its clauses mistaken, and where it can't be known."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.claims.japanese_1989 import SHAPES, THREE_POINTS, shape_has_its_statuses
from superko.checker.command_line import main
from superko.checker.commands.replay_report import MOST_CLEANUP_POINTS, MOST_CONFIRMED_POINTS
from superko.checker.evidence.verdict import Outcome
from superko.checker.life.hypothetical import Hypothetical, loose_points
from superko.checker.life.local import (
    MOST_IN_CLEANUP,
    half_a_point_for,
    living_stones,
    searched_in_cleanup,
    searched_locally,
)
from superko.checker.life.statuses import Confirmation, Life, confirmation_of, searched, strings_of
from superko.checker.phase.codes import MOST_LOOSE
from superko.checker.phase.situations import Situation
from superko.checker.solving.budget import Budget
from superko.checker.solving.plain_play import PlainSolver
from superko.checker.solving.solution import value_of
from superko.checker.solving.solver import Solver
from superko.checker.sweeps.sweep import positions_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board, parse_vertex, vertices
from superko.interpreter.records.game_record import RecordedStatement, record_of
from superko.interpreter.records.sgf import write_sgf
from superko.spec.algebra import WHITE, Board, Color, Coloring, Grid
from superko.spec.japanese_1989.life import ALIVE, FIRST, KOS, NEW_STONE
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Position
from tests.spec.boards import places, points, twin

from .naive_life import Way, is_alive

TEXT = PRESETS["japanese-1989"]
READINGS: tuple[Mapping[str, str], ...] = ({}, {FIRST: "owner"}, {NEW_STONE: "enabled"}, {NEW_STONE: "anywhere"})


def no_new_stone(board: Board[int], stones: int, before: int) -> int:
    """No new stone counts, so that what can be captured is dead."""
    return board.nothing


def no_pass_for_a_ko(position: Position[int]) -> int:
    """Nobody can pass for a ko."""
    return position.coloring.board.nothing


WRONG = {
    "the owner begins": TEXT.reading({FIRST: "owner"}),
    "nothing is enabled": TEXT.replacing(f"{ALIVE}#new-stone", no_new_stone),
    "no pass for a ko": TEXT.replacing(f"{KOS}#pass", no_pass_for_a_ko),
    "kos are retaken at once": TEXT.dropping(KOS),
}


@cache
def confirmation(rules: Rules, grid: Grid) -> Confirmation:
    return confirmation_of(rules, grid, positions_of(grid))


def life_of(rules: Rules, diagram: str, vertex: str) -> Life:
    """What the string at a vertex is."""
    c = parse_board(diagram)
    point = points(c.board, vertex)
    all_statuses = confirmation(rules, c.board.grid).statuses(c)
    return next(status.life for status in all_statuses if status.stones & point)


def differences(rules: Rules, grid: Grid, step: int = 1) -> list[str]:
    """The strings that the twin finds to be something else, in all positions or in one of some."""
    first = "owner" if rules.parameter(FIRST) == "owner" else "opponent"
    way = Way(first == "owner", str(rules.parameter(NEW_STONE)))
    return [
        f"{c} {status}"
        for c in [*positions_of(grid)][::step]
        for status in confirmation(rules, grid).statuses(c)
        if is_alive(twin(c), places(c.board, status.stones), way) is not status.life.alive
    ]


@pytest.mark.clauses("japanese-1989/7-1-alive", "japanese-1989/7-2-kos-after-the-end", "claim/japanese-status-decided")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("grid", [Grid(2, 2), Grid(4, 1), Grid(5, 1)])
def test_statuses_are_those_of_a_plain_search_of_every_position(reading: Mapping[str, str], grid: Grid) -> None:
    assert not differences(TEXT.reading(reading), grid)


@pytest.mark.exhaustive
@pytest.mark.thorough
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(("grid", "step"), [(Grid(3, 2), 1), (Grid(6, 1), 29), (Grid(4, 2), 499)])
def test_statuses_on_six_and_eight_points_are_those_of_a_plain_search(
    reading: Mapping[str, str], grid: Grid, step: int
) -> None:
    assert not differences(TEXT.reading(reading), grid, step)


@pytest.mark.clauses("japanese-1989/7-1-alive")
@pytest.mark.parametrize("reading", READINGS)
def test_a_new_stone_lives_that_only_a_later_turn_makes_safe(reading: Mapping[str, str]) -> None:
    assert life_of(TEXT.reading(reading), "XX..O", "A1") is Life.ENABLING


@pytest.mark.parametrize(
    ("mistake", "board", "stone", "right", "wrong"),
    [
        ("the owner begins", "X./..", "A2", Life.DEAD, Life.KEPT),
        ("nothing is enabled", "XX.", "A1", Life.ENABLING, Life.DEAD),
        ("no pass for a ko", "OO.X", "A1", Life.DEAD, Life.ENABLING),
        ("kos are retaken at once", "X.X.", "C1", Life.DEAD, Life.KEPT),
    ],
)
def test_each_mistake_changes_a_status(mistake: str, board: str, stone: str, right: Life, wrong: Life) -> None:
    assert (life_of(TEXT, board, stone), life_of(WRONG[mistake], board, stone)) == (right, wrong)


def test_the_twin_knows_what_passes_for_kos_change() -> None:
    c = parse_board("OO.X")
    string = places(c.board, 0b11)
    assert [is_alive(twin(c), string, Way(passes_for_kos=allowed)) for allowed in (True, False)] == [False, True]


@pytest.mark.thorough
@pytest.mark.parametrize("grid", [Grid(4, 1), Grid(2, 2)])
def test_a_search_of_as_much_as_it_takes_finds_the_same(grid: Grid) -> None:
    for c in [*positions_of(grid)][::2]:
        for (owner, stones), status in zip(strings_of(c), confirmation(TEXT, grid).statuses(c), strict=True):
            assert searched(TEXT, c, owner, stones).life is status.life


def test_a_search_says_what_it_does_not_know() -> None:
    c = parse_board(".../.X./...")
    assert searched(TEXT, c, Color.BLACK, 0b10000, most=50).life is Life.UNKNOWN
    assert Life.UNKNOWN.alive is None


def test_the_line_of_a_dead_string_captures_it_in_lawful_turns() -> None:
    grid, captured = Grid(3, 2), 0
    for c in positions_of(grid):
        for status in confirmation(TEXT, grid).statuses(c):
            game = Game(TEXT, rows=c, to_play=status.first, phase=Phase.FIRST_CLEANUP)
            for turn in status.line:
                game = game.play(turn)
            if status.life is Life.DEAD:
                captured += 1
                assert not game.position.coloring.of(status.owner) & status.stones
            elif status.life is Life.ENABLING:
                assert game.position.coloring.of(status.owner) & status.stones
    assert captured > 100


@pytest.mark.thorough
@pytest.mark.exhaustive
@pytest.mark.clauses("claim/article-7-shapes", "japanese-1989/7-2-kos-after-the-end")
def test_moonshine_life_is_dead_as_a_ko_is_retaken_only_after_a_pass_for_it() -> None:
    shape = next(shape for shape in SHAPES if shape.name == "moonshine life")
    assert shape_has_its_statuses(TEXT, shape).outcome is Outcome.HOLDS
    assert shape_has_its_statuses(WRONG["kos are retaken at once"], shape).outcome is Outcome.REFUTED


@pytest.mark.thorough
@pytest.mark.clauses("claim/three-points-without-capturing", "reading/japanese-1989-new-stone")
def test_three_points_without_capturing_hang_on_where_a_new_stone_counts() -> None:
    outcomes = [shape_has_its_statuses(TEXT.reading(reading), THREE_POINTS).outcome for reading in READINGS]
    assert outcomes == [Outcome.REFUTED, Outcome.REFUTED, Outcome.HOLDS, Outcome.HOLDS]


@pytest.mark.parametrize("diagram", ["X.O.", "XX./.O."])
def test_codes_of_what_may_change_tell_the_same_play(diagram: str) -> None:
    c = parse_board(diagram)

    def situations(reading: Hypothetical) -> set[Situation]:
        nodes = reading.whole(reading.position(c, player) for player in Color).nodes
        return {reading.codes.situation(int(node)) for node in nodes}

    everywhere = situations(Hypothetical.locally(TEXT, c, c.board.everything))
    assert everywhere == situations(Hypothetical.on(TEXT, c.board.grid))
    assert len(everywhere) > 100


def test_what_nobody_can_change_is_not_in_codes_and_too_much_is_refused() -> None:
    c = parse_board("XX.O.X")
    assert loose_points(c, within=0b000100) == 0b000111
    with pytest.raises(ValueError, match="room for 24 points"):
        Hypothetical.locally(TEXT, parse_board("...../" * 4 + "....."), (1 << 25) - 1)


# What strings are in a region that living stones close off, by article 7 and by best play in cleanup, beside all play.


CLEANUP = replace(PRESETS["japanese-like"], komi=0)


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
            locally, whole = (
                searched_locally(TEXT, c, owner, stones, living),
                searched(TEXT, c, owner, stones),
            )
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


# `superko replay` under the Japanese rules of 1989: article 7 where nobody says which stones are dead.


STOPPED = "(;GM[1]FF[4]SZ[4:3]RU[japanese-1989]{}KM[0];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[dc];W[];B[])"


def replayed(tmp_path: Path, record: str, *options: str) -> str:
    """What the command prints of a record."""
    file = tmp_path / "game.sgf"
    file.write_text(record, encoding="utf-8")
    return CliRunner().invoke(main, ["replay", str(file), *options]).output


@pytest.mark.clauses("japanese-1989/7-1-alive", "japanese-1989/9-end")
def test_a_stopped_game_is_settled_by_article_7_and_each_string_is_told_with_its_line(tmp_path: Path) -> None:
    report = json.loads(replayed(tmp_path, STOPPED.format(""), "--json"))
    assert (report["settled"]["dead"], report["settled"]["result"]["B"], report["settled"]["result"]["W"]) == (
        ["C3", "C2", "C1", "D1"],
        9,
        -3,
    )
    alive = {status["stones"][0]: (status["alive"], status["line"][:1]) for status in report["statuses"]}
    assert alive == {"B3": (True, []), "D1": (False, ["D2"]), "C3": (False, ["D2"])}
    text = replayed(tmp_path, STOPPED.format(""))
    assert "/4x3/D2?board=.XO./.XO./.XOX&player=W&phase=cleanup1'" in text


def test_of_several_games_each_is_settled_by_article_7_too(tmp_path: Path) -> None:
    (tmp_path / "games.sgf").write_text(STOPPED.format("RE[B+12]") * 2, encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "games.sgf"), "--json"])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["verdict"], line["result"]["winner"]) for line in lines] == [("agrees", "B")] * 2
    assert result.exit_code == 0


@pytest.mark.clauses("japanese-1989/9-resume")
def test_article_7_is_asked_where_a_resumed_game_stops_again(tmp_path: Path) -> None:
    resumed = STOPPED.format("").removesuffix(")") + ";W[da];B[];W[])"
    report = json.loads(replayed(tmp_path, resumed, "--json"))
    assert [event for event in report["events"] if event["kind"] == "resumed"] == [
        {"kind": "resumed", "turn": 10, "player": "W", "requested_by": "B", "clause": "japanese-1989/9-resume"}
    ]
    assert report["settled"]["dead"] == ["C3", "D3", "C2", "C1"]


def test_the_boards_that_are_searched_are_those_that_codes_tell() -> None:
    assert (MOST_CONFIRMED_POINTS, MOST_CLEANUP_POINTS) == (MOST_LOOSE, MOST_IN_CLEANUP)


def test_what_both_players_say_goes_before_article_7(tmp_path: Path) -> None:
    report = json.loads(replayed(tmp_path, STOPPED.format(""), "--json", "--dead", "none"))
    assert report["settled"]["dead"] == []
    assert "statuses" not in report


def test_a_board_that_is_too_large_is_said_to_be(tmp_path: Path) -> None:
    assert "up to 24 points" in replayed(tmp_path, "(;GM[1]SZ[5]RU[japanese-1989]KM[0];B[cc];W[];B[])")


def test_of_several_games_boards_that_are_too_large_are_said_to_be(tmp_path: Path) -> None:
    large = "(;GM[1]SZ[5]RU[japanese-1989]KM[0];B[cc];W[];B[])"
    text = " ".join(replayed(tmp_path, large * 2 + STOPPED.format("")).split())
    assert "Of 2 games: Article 7 is searched on boards of up to 24 points, and on larger ones in regions" in text
    assert "Every stone is taken to be alive." in text
    assert "Every stone is taken to be alive." not in replayed(tmp_path, large * 2, "--dead", "none")
    lines = replayed(tmp_path, large + STOPPED.format(""), "--json").splitlines()
    assert [len(json.loads(line)["notes"]) for line in lines] == [1, 0]
