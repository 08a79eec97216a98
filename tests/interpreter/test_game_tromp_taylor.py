"""The ten Tromp-Taylor rules, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.presets import PRESETS
from superko.spec.tromp_taylor.rules import cleared, reaching
from tests.spec.boards import colorings, places, twin
from tests.spec.naive import Place, Places, around

from .games import after, board, objection, passed_out, scores, set_up, turns

TEN_RULES = PRESETS["tromp-taylor-ten"]


def path_exists(start: Place, same_colored: Places, target: Places, walked: Places = frozenset()) -> bool:
    """Whether a path from a place, through places of its color, leads to one of the target; step by step."""
    walked |= {start}
    if any(near in target for near in around(start)):
        return True
    return any(
        path_exists(near, same_colored, target, walked)
        for near in around(start)
        if near in same_colored and near not in walked
    )


@pytest.mark.clauses("tromp-taylor/grid")
def test_the_grid_has_any_size() -> None:
    assert (Grid(19, 19).size, Grid(5, 4).size) == (361, 20)


@pytest.mark.clauses("tromp-taylor/colors")
@given(colorings(longest_side=4))
def test_every_point_is_black_white_or_empty(c: Coloring[int]) -> None:
    same = Coloring(c.board, c.black, c.white)
    assert same.black | same.white | same.empty == c.board.everything
    assert not same.black & same.white
    assert not same.empty & (same.black | same.white)


@pytest.mark.clauses("tromp-taylor/reach")
@given(colorings(longest_side=3))
def test_a_point_reaches_a_color_along_a_path_of_points_of_its_own_color(c: Coloring[int]) -> None:
    kinds = {"black": c.black, "white": c.white, "empty": c.empty}
    for own, points in kinds.items():
        for other in kinds.keys() - {own}:
            reached = reaching(c, points, kinds[other])
            same_colored, target = places(c.board, points), places(c.board, kinds[other])
            for point in points_of(points):
                (place,) = places(c.board, point)
                assert bool(point & reached) == path_exists(place, same_colored, target), (twin(c), own, other)


@pytest.mark.clauses("tromp-taylor/clear")
@given(colorings(longest_side=3))
def test_clearing_a_color_empties_its_points_that_do_not_reach_empty(c: Coloring[int]) -> None:
    for color in Color:
        own, empty = places(c.board, c.of(color)), places(c.board, c.empty)
        stay = {place for place in own if path_exists(place, own, empty)}
        assert places(c.board, cleared(c, color)) == own - stay


@pytest.mark.clauses("tromp-taylor/start")
def test_the_players_alternate_from_an_empty_grid_and_black_is_first() -> None:
    game = Game(TEN_RULES, 2)
    assert (board(game), game.position.player) == ("../..", BLACK)
    assert [after(game, sequence).position.player for sequence in ("A1", "pass", "A1, B2")] == [WHITE, WHITE, BLACK]


@pytest.mark.clauses("tromp-taylor/turn")
def test_a_turn_is_a_pass_or_a_move_that_repeats_no_earlier_coloring() -> None:
    taken = after(Game(TEN_RULES, (2, 1)), "A1, B1")
    assert (board(taken), turns(taken)) == (".O", ["pass"])
    assert objection(taken, "A1") == ("tromp-taylor/turn#no-repetition", 1)
    assert objection(taken, "unblock B1") == ("tromp-taylor/turn", None)


def test_a_coloring_is_repeated_whoever_is_to_move() -> None:
    assert objection(after(Game(TEN_RULES, (2, 1)), "A1, pass"), "B1") == ("tromp-taylor/turn#no-repetition", 0)


@pytest.mark.clauses("tromp-taylor/move")
def test_a_move_clears_the_opponents_color_and_then_ones_own() -> None:
    assert board(after(set_up(TEN_RULES, "OX/.X"), "A1")) == ".X/XX"
    assert board(after(set_up(TEN_RULES, "X.O."), "B1")) == "..O."
    assert objection(set_up(TEN_RULES, "X.O."), "A1") == ("tromp-taylor/move#empty", None)


def test_a_suicide_of_one_stone_repeats_the_coloring_before_it() -> None:
    assert objection(set_up(TEN_RULES, "O./.O"), "B2") == ("tromp-taylor/turn#no-repetition", 0)


@pytest.mark.clauses("tromp-taylor/end")
def test_the_game_ends_after_two_consecutive_passes() -> None:
    assert not after(Game(TEN_RULES, 2), "pass, A1, pass").over
    ended = after(Game(TEN_RULES, 2), "pass, A1, pass, pass")
    assert (ended.over, ended.ended_by) == (True, "tromp-taylor/end")


@pytest.mark.clauses("tromp-taylor/score")
@pytest.mark.parametrize(
    ("position", "expected"), [(".X.O.", (2, 2)), ("X../...", (6, 0)), ("../..", (0, 0)), (".XO./.XO.", (4, 4))]
)
def test_a_player_scores_their_points_and_the_empty_points_that_reach_only_them(
    position: str, expected: tuple[float, float]
) -> None:
    assert scores(passed_out(set_up(TEN_RULES, position))) == expected


@pytest.mark.clauses("tromp-taylor/winner")
@pytest.mark.parametrize(("position", "winner"), [("X..", BLACK), ("O..", WHITE), ("X.O", None)])
def test_the_higher_score_wins_and_equal_scores_are_a_draw(position: str, winner: Color | None) -> None:
    result = passed_out(set_up(TEN_RULES, position)).result
    assert isinstance(result, Score)
    assert result.winner is winner
