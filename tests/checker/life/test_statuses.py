"""Who is alive by article 7: beside a naive twin, with its clauses mistaken, and where it can't be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest

from superko.checker.claims.japanese_1989.life import SHAPES, THREE_POINTS, shape_has_its_statuses
from superko.checker.evidence.verdict import Outcome
from superko.checker.life import statuses
from superko.checker.life.hypothetical import Hypothetical, loose_points
from superko.checker.life.statuses import Confirmation, Life, confirmation_of, possible_strings, searched, strings_of
from superko.checker.phase.situations import Situation
from superko.checker.phase.symmetry import image_of, symmetries
from superko.checker.sweeps.sweep import positions_of
from superko.interpreter.game import Game
from superko.interpreter.notation import parse_board
from superko.spec.algebra import Board, Color, Grid
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


@pytest.mark.clauses("claim/japanese-status-decided")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("grid", [Grid(3, 1), Grid(2, 2)])
def test_a_census_counts_the_statuses_of_all_strings(reading: Mapping[str, str], grid: Grid) -> None:
    of_all, strings = confirmation(TEXT.reading(reading), grid), [*possible_strings(grid)]
    counted = {(owner, stones): lives for owner in Color for stones, lives in of_all.census(owner, strings).items()}
    one_by_one = {string: Counter[Life]() for string in counted}
    for c in positions_of(grid):
        for status in of_all.statuses(c):
            one_by_one[status.owner, status.stones][status.life] += 1
    assert counted == one_by_one


@pytest.mark.parametrize("reading", READINGS)
def test_a_census_in_pieces_of_a_few_goals_is_the_same(
    reading: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_all, strings = confirmation(TEXT.reading(reading), Grid(3, 2)), [*possible_strings(Grid(3, 2))]
    at_once = of_all.census(Color.WHITE, strings)
    monkeypatch.setattr(statuses, "WORD", 3)
    assert of_all.census(Color.WHITE, strings) == at_once


@pytest.mark.parametrize("reading", READINGS)
def test_a_census_is_the_same_for_images_of_a_string(reading: Mapping[str, str]) -> None:
    grid, of_all = Grid(3, 2), confirmation(TEXT.reading(reading), Grid(3, 2))
    census = of_all.census(Color.BLACK, [*possible_strings(grid)])
    for stones, lives in census.items():
        assert all(census[image_of(stones, symmetry)] == lives for symmetry in symmetries(grid))


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
