"""The French rules: the text, and its ban beside a naive twin that keeps a list of what each player placed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.french.rules import quick_count, stones_given, territory, without_liberty
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Move
from tests.spec.boards import colorings, places, twin, twin_color
from tests.spec.naive import Place, Stones, make_move, resolve_captures, surrounded

from .games import after, board, objection, passed_out, scores, set_up, turns

TEXT = PRESETS["french"]
BAN = "french/no-repeat"
Given = list[tuple[str, Stones]]


def allowed(stones: Stones, player: str, given_before: Given) -> set[Place]:
    """Where a player may play, given the boards that each player's plays have made."""
    allowed_places = set()
    for place in stones.empty:
        made, captured, own = make_move(stones, player, place)
        if (captured or not own) and (player, made) not in given_before:
            allowed_places.add(place)
    return allowed_places


@pytest.mark.clauses("french/no-repeat", "claim/french-natural-superko")
def test_random_games_are_as_a_list_of_what_each_player_placed_has_it() -> None:
    banned = 0
    for number in range(60):
        chance, game, made = Random(number), Game(TEXT, (3, 2)), Given()
        while not game.over:
            c, player = game.position.coloring, twin_color(game.position.player)
            legal_places = {place for turn in game.moves() for place in places(c.board, turn.point)}
            assert legal_places == allowed(twin(c), player, made)
            banned += len(allowed(twin(c), player, [])) - len(legal_places)
            turn = chance.choice(list(game.turns()))
            game = game.play(turn)
            if turn != PASS:
                made.append((player, twin(game.position.coloring)))
    assert banned > 5


@pytest.mark.clauses("french/play", "french/pass")
@given(colorings(longest_side=3))
def test_chains_without_liberty_are_those_that_a_search_finds(c: Coloring[int]) -> None:
    for color in Color:
        assert places(c.board, without_liberty(c, color)) == resolve_captures(twin(c), twin_color(color))[1]


def test_a_play_without_liberty_must_capture() -> None:
    assert objection(set_up(TEXT, "O./.O"), "B2") == ("french/play#no-suicide", ["B2"])
    assert objection(set_up(TEXT, "X.O."), "A1") == ("french/play#unoccupied", None)
    assert objection(set_up(TEXT, "X.."), "unblock A1") == ("french/pass", None)


@pytest.mark.clauses("french/turns")
def test_the_players_take_turns_from_an_empty_board_and_black_begins() -> None:
    game = Game(TEXT, (2, 1))
    assert (board(game), turns(game)) == ("..", ["pass", "A1", "B1"])
    assert [after(game, sequence).position.player for sequence in ("A1", "pass", "A1, B1")] == [WHITE, WHITE, BLACK]


def test_only_what_a_player_placed_is_banned() -> None:
    taken = after(Game(TEXT, (2, 1)), "A1, B1")
    assert objection(taken, "A1") == (BAN, 1)


@pytest.mark.clauses("french/end", "french/dead-stones")
def test_two_passes_in_a_row_stop_the_game() -> None:
    assert not after(Game(TEXT, 2), "pass, A1, pass").over
    ended = after(set_up(TEXT, "X.OX."), "pass, pass")
    assert (ended.over, ended.ended_by, board(ended)) == (True, "french/end", "X.OX.")


@pytest.mark.clauses("french/territory")
@given(colorings(longest_side=3))
def test_a_territory_is_bounded_by_one_color(c: Coloring[int]) -> None:
    for color in Color:
        assert places(c.board, territory(c, color)) == surrounded(twin(c), twin_color(color))


@pytest.mark.clauses("french/count", "french/handicap")
def test_stones_and_territory_count_and_white_is_given_komi_or_points_for_a_handicap() -> None:
    assert scores(passed_out(set_up(TEXT, ".X.O."))) == (2, 9.5)
    assert scores(passed_out(set_up(TEXT, "X.X", WHITE, handicap=2))) == (3, 1.5)


@pytest.mark.clauses("french/winner")
@pytest.mark.parametrize(("width", "winner"), [(7, WHITE), (8, BLACK)])
def test_the_most_points_win(width: int, winner: Color) -> None:
    result = passed_out(set_up(TEXT, "X" + "." * (width - 1))).result
    assert isinstance(result, Score)
    assert result.winner is winner


@pytest.mark.clauses("french/quick-count", "claim/french-quick-count")
def test_the_quick_count_gives_the_difference_of_the_count() -> None:
    game = after(Game(TEXT, (3, 1)), "B1, pass, pass")
    c = game.position.coloring
    given_stones = stones_given({BLACK: 0, WHITE: 0}, {BLACK: 1, WHITE: 1}, BLACK)
    assert given_stones == {BLACK: 1, WHITE: 2}
    assert [quick_count(c, given_stones, color) for color in (BLACK, WHITE)] == [1, -2]
    assert scores(game) == (3, 7.5)
    assert isinstance(game.turns_taken[0], Move)
