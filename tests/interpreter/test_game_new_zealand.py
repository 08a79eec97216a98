"""The New Zealand rules: the text, and its ban beside a naive twin that keeps a list of all that each player did."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.new_zealand.rules import territory, without_liberties
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS
from tests.spec.boards import colorings, places, twin, twin_color
from tests.spec.naive import Place, Stones, beside, make_move, resolve_captures

from .games import after, board, objection, passed_out, scores, set_up, turns

TEXT = PRESETS["new-zealand"]
PASSES_DO_NOT_COUNT = TEXT.reading({"reading/new-zealand-passes": "do-not-count"})
BAN = "new-zealand/no-repeat"
Done = list[tuple[str, bool, Stones]]


def allowed(stones: Stones, player: str, done: Done, passes_count: bool) -> set[Place]:
    """Where a player may play, given who did what before, whether that was a pass, and how the board was after it."""
    own = [board for who, passed, board in done if who == player and (passes_count or not passed)]
    return {place for place in stones.empty if make_move(stones, player, place)[0] not in own}


def compared(game: Game, done: Done) -> bool:
    """Whether the twin allows the same plays as the game does."""
    c, passes_count = game.position.coloring, game.rules == TEXT
    legal_places = {place for turn in game.moves() for place in places(c.board, turn.point)}
    return legal_places == allowed(twin(c), twin_color(game.position.player), done, passes_count)


def played_on(game: Game, done: Done) -> Iterator[tuple[Game, Done]]:
    """The game after each turn, with what was done."""
    for turn in game.turns():
        later = game.play(turn)
        yield later, [*done, (twin_color(game.position.player), turn == PASS, twin(later.position.coloring))]


@pytest.mark.clauses("new-zealand/no-repeat", "reading/new-zealand-passes", "claim/nz-superko")
@pytest.mark.parametrize(
    ("rules", "games"), [(TEXT, (4, 63)), (PASSES_DO_NOT_COUNT, (5, 105))], ids=["count", "do-not"]
)
@pytest.mark.parametrize("width", [1, 2])
def test_every_game_is_as_a_list_of_what_each_player_did_has_it(
    rules: Rules, games: tuple[int, int], width: int
) -> None:
    ended, waiting = 0, [(Game(rules, (width, 1)), Done())]
    while waiting:
        game, done = waiting.pop()
        ended += game.over
        if not game.over:
            assert compared(game, done)
            waiting += played_on(game, done)
    assert ended == games[width - 1]


@pytest.mark.parametrize("rules", [TEXT, PASSES_DO_NOT_COUNT], ids=["count", "do-not"])
def test_random_games_are_as_a_list_of_what_each_player_did_has_it(rules: Rules) -> None:
    banned = 0
    for number in range(60):
        chance, game, done = Random(number), Game(rules, (3, 2)), Done()
        for _ in range(40):
            assert compared(game, done)
            banned += len(list(points_of(game.position.coloring.empty))) - len(list(game.moves()))
            game, done = chance.choice(list(played_on(game, done)))
            if game.over:
                break
    assert banned > 40


@pytest.mark.clauses("new-zealand/grid")
def test_the_board_has_any_size() -> None:
    assert board(Game(TEXT, (3, 2))) == ".../..."
    assert Grid(19, 19).size == 361


@pytest.mark.clauses("new-zealand/adjacent", "new-zealand/connected", "new-zealand/liberty")
@given(colorings(longest_side=3))
def test_stones_have_the_liberties_of_those_connected_to_them(c: Coloring[int]) -> None:
    for color in Color:
        _, removed = resolve_captures(twin(c), twin_color(color))
        assert places(c.board, without_liberties(c, color)) == removed


@pytest.mark.clauses("new-zealand/play")
def test_a_play_removes_the_opponents_stones_and_then_ones_own() -> None:
    assert board(after(set_up(TEXT, "OX/.X"), "A1")) == ".X/XX"
    assert board(after(set_up(TEXT, "X.O."), "B1")) == "..O."
    assert board(after(set_up(TEXT, "O./.O"), "B2")) == "O./.O", "a stone may be placed where it is removed at once"
    assert objection(set_up(TEXT, "X.O."), "A1") == ("new-zealand/play#unoccupied", None)


@pytest.mark.clauses("new-zealand/move")
def test_a_move_is_a_play_or_a_pass() -> None:
    assert turns(Game(TEXT, (2, 1))) == ["pass", "A1", "B1"]
    assert objection(after(Game(TEXT, (2, 1)), "A1, B1"), "unblock B1") == ("new-zealand/move", None)


def test_only_a_players_own_boards_are_banned_and_the_first_is_nobodys() -> None:
    one_point = Game(TEXT, 1)
    assert objection(after(one_point, "A1, pass"), "A1") == (BAN, 1)
    assert objection(after(one_point, "pass, A1"), "A1") == (BAN, 1), "a board that the player left by a pass"
    assert objection(after(Game(PASSES_DO_NOT_COUNT, 1), "pass, A1"), "A1") is None
    assert objection(after(one_point, "A1"), "A1") is None, "the opponent made this board, and it was so at the start"


@pytest.mark.clauses("new-zealand/start")
def test_the_players_take_turns_from_an_empty_board_and_black_is_first() -> None:
    game = Game(TEXT, 2)
    assert (board(game), game.position.player) == ("../..", BLACK)
    assert [after(game, sequence).position.player for sequence in ("A1", "pass", "A1, B2")] == [WHITE, WHITE, BLACK]


@pytest.mark.clauses("new-zealand/end", "new-zealand/dead-stones")
def test_two_passes_in_a_row_are_the_agreement_and_all_stones_stay() -> None:
    assert not after(Game(TEXT, 2), "pass, A1, pass").over
    ended = after(set_up(TEXT, "X.OX."), "pass, pass")
    assert (ended.over, ended.ended_by, board(ended)) == (True, "new-zealand/end", "X.OX.")


@pytest.mark.clauses("new-zealand/territory", "claim/nz-counts-dame-twice")
@given(colorings(longest_side=3))
def test_territory_grows_from_the_stones_over_all_that_is_unoccupied(c: Coloring[int]) -> None:
    stones = twin(c)
    for color in Color:
        grown = stones.of(twin_color(color))
        while more := beside(stones, grown) & stones.empty:
            grown |= more
        assert places(c.board, territory(c, color)) == grown


@pytest.mark.clauses("new-zealand/komi", "new-zealand/handicap")
def test_white_has_seven_points_of_komi_but_not_in_a_handicap_game() -> None:
    assert scores(passed_out(set_up(TEXT, ".X.O."))) == (3, 10)
    assert scores(passed_out(set_up(TEXT, "X.X", WHITE, handicap=2))) == (3, 0)


@pytest.mark.clauses("new-zealand/winner")
@pytest.mark.parametrize(("width", "winner"), [(6, WHITE), (7, None), (8, BLACK)])
def test_the_most_points_win_and_equal_points_are_a_draw(width: int, winner: Color | None) -> None:
    result = passed_out(set_up(TEXT, "X" + "." * (width - 1))).result
    assert isinstance(result, Score)
    assert result.winner is winner
