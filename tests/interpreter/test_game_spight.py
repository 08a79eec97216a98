"""Spight's rules, his second ones and the repeated pass: the texts, beside a naive twin that keeps a list of turns."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.presets import PRESETS
from superko.spec.spight.presupposed import without_liberties
from superko.spec.vocabulary import PASS
from tests.spec.boards import colorings, places, twin, twin_color
from tests.spec.naive import Place, Stones, make_move, resolve_captures

from .games import after, board, objection, passed_out, scores, set_up, turns

FIRST, SECOND, REPEATED = (PRESETS[name] for name in ("spight", "spight-two", "repeated-pass"))
STOOD = FIRST.reading({"reading/spight-board-at-the-pass": "stood"})
BY_TEXT = {"spight": FIRST, "spight stood": STOOD, "spight-two": SECOND, "repeated-pass": REPEATED}
# Who took each turn, on which board, and whether they passed.
Turns = list[tuple[str, Stones, bool]]


def is_banned(text: str, player: str, made: Stones, taken: Turns) -> bool:
    """Whether a text forbids a player to bring about a board, given the turns before this one."""
    opponent = {"black": "white", "white": "black"}[player]
    last_pass = max((number for number, (_, _, passed) in enumerate(taken) if passed), default=-1)
    since = taken[last_pass + 1 :]
    if text.startswith("spight-two") or text == "repeated-pass":
        again = (opponent, made) in [(who, stones) for who, stones, _ in since]
        return again or (text == "spight-two" and (opponent, made, True) in taken)
    stood = [stones for _, stones, _ in since]
    if text == "spight stood" and last_pass >= 0 and stood:
        stood = stood[1:]
    return made in stood


@pytest.mark.clauses(
    "spight/no-repeat",
    "spight-two/superko",
    "spight-two/end-of-game-ko",
    "repeated-pass/no-repeat",
    "reading/spight-board-at-the-pass",
)
@pytest.mark.parametrize("text", BY_TEXT)
def test_random_games_are_as_a_list_of_turns_has_it(text: str) -> None:
    banned = 0
    for number in range(60):
        chance, game, taken = Random(number), Game.start(BY_TEXT[text], 3, 1), Turns()
        while not game.over:
            c, player = game.position.coloring, twin_color(game.position.player)
            found = {place for turn in game.moves() for place in places(c.board, turn.point)}
            assert found == allowed(text, twin(c), player, taken)
            banned += len(allowed(text, twin(c), player, [])) - len(found)
            turn = chance.choice([*game.turns(), *game.moves()])
            taken.append((player, twin(c), turn == PASS))
            assert game.play(turn).over == ends(text, taken)
            game = game.play(turn)
    assert banned > 4


def allowed(text: str, stones: Stones, player: str, taken: Turns) -> set[Place]:
    """Where a player may play, given the turns before this one, and the board now."""
    found = set()
    for place in stones.empty:
        made, captured, own = make_move(stones, player, place)
        if (captured or not own) and not is_banned(text, player, made, taken):
            found.add(place)
    return found


def ends(text: str, taken: Turns) -> bool:
    """Whether the last turn ends the game."""
    if text == "spight-two":
        return [passed for _, _, passed in taken[-2:]] == [True, True]
    return taken[-1][2] and taken[-1] in taken[:-1]


@pytest.mark.clauses("spight/presupposed", "spight-two/presupposed", "repeated-pass/presupposed")
@given(colorings(longest_side=3))
def test_groups_without_liberties_are_those_that_a_search_finds(c: Coloring[int]) -> None:
    for color in Color:
        assert places(c.board, without_liberties(c, color)) == resolve_captures(twin(c), twin_color(color))[1]


@pytest.mark.clauses("spight/stop", "spight-two/end", "repeated-pass/end")
def test_a_second_pass_on_the_same_board_stops_play_or_two_in_a_row_do() -> None:
    for rules, passes, clause in ((FIRST, 3, "spight/stop"), (SECOND, 2, "spight-two/end")):
        game = after(Game.start(rules, 2, 1), ", ".join(["pass"] * passes))
        assert (game.over, game.ended_by, game.undo and game.undo.over) == (True, clause, False)
    assert after(Game.start(REPEATED, 2, 1), "pass, pass, pass").ended_by == "repeated-pass/end"
    assert not after(Game.start(FIRST, 2, 1), "pass, A1, pass").over


def test_a_pass_lifts_the_ban_on_a_ko() -> None:
    ko = set_up(FIRST, ".OX.")
    taken = after(ko, "A1")
    assert objection(taken, "B1") == ("spight/no-repeat", 0)
    assert board(after(taken, "pass, pass, B1")) == ".OX."


def test_who_passed_in_a_position_is_not_brought_back_to_it_by_plays() -> None:
    passed = after(Game.start(SECOND, 3, 1), "B1, pass, A1, C1")
    assert objection(passed, "B1") == ("spight-two/end-of-game-ko", None)


def test_plays_need_an_empty_point_and_liberties() -> None:
    assert objection(set_up(FIRST, "O./.O"), "B2") == ("spight/presupposed#no-suicide", ["B2"])
    assert objection(set_up(FIRST, "X.O."), "A1") == ("spight/presupposed#empty", None)
    game = Game.start(FIRST, 2, 1)
    assert (board(game), turns(game)) == ("..", ["pass", "A1", "B1"])
    assert [after(game, sequence).position.player for sequence in ("A1", "pass", "A1, B1")] == [WHITE, WHITE, BLACK]


@pytest.mark.parametrize(("stones", "winner"), [("X...", BLACK), (".OX.", None), ("O.X.O", WHITE)])
def test_the_larger_area_wins(stones: str, winner: Color | None) -> None:
    result = passed_out(set_up(SECOND, stones)).result
    assert isinstance(result, Score)
    assert result.winner is winner
    assert scores(passed_out(set_up(SECOND, "X...O"))) == (1, 1)
