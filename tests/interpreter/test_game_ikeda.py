"""Ikeda's rule 4: the text, and its ban beside a naive twin that keeps a list of every board."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.ikeda.rules import SUICIDE
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.usual import without_liberties
from tests.spec.boards import colorings, places, twin, twin_color
from tests.spec.naive import Place, Stones, make_move, resolve_captures

from .games import after, board, objection, passed_out, scores, set_up, turns

TEXT = PRESETS["ikeda"]
WITH_SUICIDE = TEXT.reading({SUICIDE: "allowed"})
RULE = "ikeda/captures-do-not-repeat"


def allowed(stones: Stones, player: str, stood: list[Stones], suicide: bool) -> set[Place]:
    """Where a player may play, given every board that has stood."""
    allowed_places = set()
    for place in stones.empty:
        made, captured, own = make_move(stones, player, place)
        if (suicide or captured or not own) and not (captured and made in stood):
            allowed_places.add(place)
    return allowed_places


@pytest.mark.clauses("ikeda/captures-do-not-repeat", "reading/ikeda-suicide")
@pytest.mark.parametrize(("rules", "suicide"), [(TEXT, False), (WITH_SUICIDE, True)], ids=["forbidden", "allowed"])
def test_random_games_are_as_a_list_of_every_board_has_it(rules: Rules, suicide: bool) -> None:
    banned = repeated = 0
    for number in range(30):
        chance, game = Random(number), Game(rules, (3, 1))
        stood = [twin(game.position.coloring)]
        for _ in range(30):
            c, player = game.position.coloring, twin_color(game.position.player)
            legal_places = {place for turn in game.moves() for place in places(c.board, turn.point)}
            assert legal_places == allowed(twin(c), player, stood, suicide)
            banned += len(allowed(twin(c), player, [], suicide)) - len(legal_places)
            game = game.play(chance.choice([*game.moves()] or [*game.turns()]))
            if game.over:
                break
            made = twin(game.position.coloring)
            repeated += made in stood
            stood.append(made)
    assert banned > 5
    assert repeated > 5


@pytest.mark.clauses("ikeda/presupposed")
@given(colorings(longest_side=3))
def test_stones_that_can_be_removed_are_those_that_a_search_finds(c: Coloring[int]) -> None:
    for color in Color:
        assert places(c.board, without_liberties(c, color)) == resolve_captures(twin(c), twin_color(color))[1]


def test_a_capture_must_not_repeat_but_another_play_may() -> None:
    assert objection(after(Game(TEXT, (2, 1)), "A1, B1"), "A1") == (RULE, 1)
    again = after(Game(TEXT, (3, 1)), "A1, C1, B1, C1, A1")
    assert board(again) == board(after(Game(TEXT, (3, 1)), "A1, C1")) == "X.O"
    assert objection(set_up(TEXT, "O./.O"), "B2") == ("ikeda/presupposed#no-suicide", ["B2"])
    assert objection(set_up(TEXT, "X.O."), "A1") == ("ikeda/presupposed#empty", None)


def test_suicide_may_repeat() -> None:
    assert board(after(Game(WITH_SUICIDE, 1), "A1, A1, A1")) == "."


def test_the_players_take_turns_and_two_passes_end_the_game() -> None:
    game = Game(TEXT, (2, 1))
    assert (board(game), turns(game)) == ("..", ["pass", "A1", "B1"])
    assert [after(game, sequence).position.player for sequence in ("A1", "pass", "A1, B1")] == [WHITE, WHITE, BLACK]
    assert not after(game, "pass, A1, pass").over
    ended = after(game, "pass, pass")
    assert (ended.over, ended.ended_by) == (True, "ikeda/presupposed#end")


@pytest.mark.parametrize(("stones", "winner"), [("X...", BLACK), (".OX.", None), ("O.X.O", WHITE)])
def test_the_larger_area_wins(stones: str, winner: Color | None) -> None:
    result = passed_out(set_up(TEXT, stones)).result
    assert isinstance(result, Score)
    assert result.winner is winner
    assert scores(passed_out(set_up(TEXT, "X...O"))) == (1, 1)
