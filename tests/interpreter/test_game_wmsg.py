"""The simplified WMSG rules, sentence by sentence."""

from __future__ import annotations

import pytest

from superko.interpreter.game import Game
from superko.interpreter.sitting import Sitting
from superko.spec.algebra import BLACK, WHITE, Color, Grid
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS

from .games import after, board, objection, scores, set_up

WMSG = PRESETS["wmsg"]
PLAYED_ON = WMSG.reading({"reading/wmsg-first-stop": "disagreed"})
KO = ".XO./X.XO/.XO."


def played(turns: str, width: int = 3, height: int = 1) -> Game:
    return after(Game(WMSG, (width, height)), turns)


@pytest.mark.clauses("wmsg/board", "wmsg/alternate", "wmsg/move")
def test_black_begins_on_an_empty_board_and_plays_and_passes_alternate() -> None:
    game = Game(WMSG, 19)
    assert (game.grid, game.position.player) == (Grid(19, 19), BLACK)
    assert not game.position.coloring.black | game.position.coloring.white
    assert after(game, "Q16").position.player is WHITE
    assert after(game, "Q16, pass").position.player is BLACK


@pytest.mark.clauses("wmsg/play", "wmsg/capture")
def test_a_play_captures_every_opposing_string_without_liberty() -> None:
    game = after(set_up(WMSG, ".XO.OX."), "D1")
    assert board(game) == ".X.X.X."
    assert game.record.tally.captures == {BLACK: 0, WHITE: 2}
    assert objection(game, "B1") == ("wmsg/play#empty", None)


@pytest.mark.clauses("wmsg/no-suicide")
def test_only_a_play_that_captures_may_take_its_own_last_liberty() -> None:
    assert objection(set_up(WMSG, ".O."), "A1") == ("wmsg/no-suicide", ["A1"])
    assert objection(set_up(WMSG, ".OX."), "A1") is None


@pytest.mark.clauses("wmsg/superko")
def test_no_position_just_after_a_play_is_recreated_passes_or_not() -> None:
    assert objection(played("A1, B1", 2), "A1") == ("wmsg/superko", 1)
    game = after(set_up(WMSG, KO, WHITE), "B2")
    assert objection(game, "C2") == ("wmsg/superko", 0)
    assert objection(after(game, "pass, D1, pass, D3"), "C2") is None


@pytest.mark.clauses("wmsg/end", "reading/wmsg-first-stop")
def test_two_passes_stop_play_and_four_end_it_if_players_disagree() -> None:
    assert played("B1, pass, pass").ended_by == "wmsg/end"
    game = after(Game(PLAYED_ON, (3, 1)), "B1, pass, pass")
    assert not game.over
    assert objection(game, "A1") == ("wmsg/no-suicide", ["A1"])
    assert after(game, "pass, pass").over
    assert not after(game, "pass").over


def test_a_superko_ban_outlasts_the_first_stop() -> None:
    game = after(Game(PLAYED_ON, (2, 1)), "A1, B1, pass, pass")
    assert objection(game, "A1") == ("wmsg/superko", 1)


@pytest.mark.clauses("wmsg/score", "wmsg/first-pass", "wmsg/winner")
@pytest.mark.parametrize(
    ("turns", "points"),
    [("B1, pass, pass", (2, 6.5)), ("B1, pass, C1, pass, pass", (2, 6.5)), ("pass, B1, pass, pass", (0, 9.5))],
)
def test_the_margin_is_area_less_komi_and_less_one_if_white_passed_first(
    turns: str, points: tuple[float, float]
) -> None:
    game = played(turns)
    assert scores(game) == points
    assert game.result is not None


def test_what_nobody_or_both_surround_counts_for_nobody() -> None:
    assert scores(after(set_up(WMSG, "X.O"), "pass, pass")) == (1, 7.5)
    assert scores(played("pass, pass")) == (0, 6.5)


@pytest.mark.parametrize(("dead", "over"), [((0b1, 0b1), True), ((0b1, 0), False)])
def test_at_the_first_stop_players_agree_on_all_dead_stones_or_go_on_to_the_second(
    dead: tuple[int, int], over: bool
) -> None:
    stopped = after(Game(WMSG, rows="O..X."), "pass, pass")
    sitting = Sitting.over(stopped)
    for color, stones in zip(Color, dead, strict=True):
        sitting = sitting.say(color, stones)
    assert (sitting.result is not None) is over
    if not over:
        second = sitting.taking(PASS).taking(PASS)
        assert second.result is not None
        assert second.dead == 0
