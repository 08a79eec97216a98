"""Spight's rules, his second ones and the repeated pass: the texts, beside a naive twin that keeps a list of turns."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import Score, without_score
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules
from superko.spec.usual import without_liberties
from superko.spec.vocabulary import PASS, Phase
from tests.spec.boards import colorings, places, twin, twin_color
from tests.spec.naive import Place, Stones, make_move, resolve_captures, surrounded

from .games import after, board, objection, passed_out, scores, set_up, turns

FIRST, TERRITORY, SECOND, REPEATED = (
    PRESETS[name] for name in ("spight", "spight-territory", "spight-two", "repeated-pass")
)
LEFT_OUT = REPEATED.reading({"reading/repeated-pass-win": "left-out"})
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
        chance, game, taken = Random(number), Game(BY_TEXT[text], (3, 1)), Turns()
        while not game.over:
            c, player = game.position.coloring, twin_color(game.position.player)
            legal_places = {place for turn in game.moves() for place in places(c.board, turn.point)}
            assert legal_places == allowed(text, twin(c), player, taken)
            banned += len(allowed(text, twin(c), player, [])) - len(legal_places)
            turn = chance.choice([*game.turns(), *game.moves()])
            taken.append((player, twin(c), turn == PASS))
            assert game.play(turn).over == ends(text, taken)
            game = game.play(turn)
    assert banned > 4


def allowed(text: str, stones: Stones, player: str, taken: Turns) -> set[Place]:
    """Where a player may play, given the turns before this one, and the board now."""
    allowed_places = set()
    for place in stones.empty:
        made, captured, own = make_move(stones, player, place)
        if (captured or not own) and not is_banned(text, player, made, taken):
            allowed_places.add(place)
    return allowed_places


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
        game = after(Game(rules, (2, 1)), ", ".join(["pass"] * passes))
        assert (game.over, game.ended_by, game.previous and game.previous.over) == (True, clause, False)
    assert after(Game(REPEATED, (2, 1)), "pass, pass, pass").ended_by == "repeated-pass/end"
    assert not after(Game(FIRST, (2, 1)), "pass, A1, pass").over


@pytest.mark.clauses("spight/encore", "repeated-pass/win")
@pytest.mark.parametrize("rules", [TERRITORY, REPEATED])
def test_random_games_come_out_as_a_list_of_turns_has_it(rules: Rules) -> None:
    unusual = 0
    for number in range(200):
        chance, game, taken = Random(number), Game(rules, (3, 1)), Turns()
        while not game.over:
            before, turn = game, chance.choice([PASS, *game.turns()])
            game = game.play(turn)
            taken.append((twin_color(before.position.player), twin(before.position.coloring), turn == PASS))
        final = twin(game.position.coloring)
        if rules is TERRITORY:
            expected, even = encore_scores(taken, final)
            unusual += not even
            assert scores(game) == expected
        else:
            assert isinstance(game.result, Score)
            winner = given_the_win(taken)
            unusual += winner is not None
            assert game.result.counted is (winner is None)
            assert winner is None or game.result.winner is winner
    assert unusual > 10


def encore_scores(taken: Turns, final: Stones) -> tuple[tuple[int, int], bool]:
    """What both players have at the end, and whether the encore had as many turns of each, all from the list alone."""
    first_stop = next(n for n, turn in enumerate(taken) if turn[2] and turn in taken[:n]) + 1
    encore = taken[first_stop:]
    even = len(encore) % 2 == 0
    boards = [*(stones for _, stones, _ in taken), final]
    points = {}
    for color in ("black", "white"):
        lost = sum(len(before.of(color) - later.of(color)) for before, later in pairwise(boards))
        passes = sum(passed for who, _, passed in encore if who == color)
        obligatory = not even and encore[0][0] != color
        points[color] = len(surrounded(final, color)) - lost - passes - obligatory
    return (points["black"], points["white"]), even


def given_the_win(taken: Turns) -> Color | None:
    """Who passed more often after the first of the two passes that ended the game."""
    passes = [who for who, _, passed in taken[taken.index(taken[-1]) + 1 :] if passed]
    black, white = passes.count("black"), passes.count("white")
    return None if black == white else BLACK if black > white else WHITE


@pytest.mark.clauses("spight/encore")
def test_in_the_encore_passes_cost_a_point_and_the_last_one_may_be_obligatory() -> None:
    stopped = after(Game(TERRITORY, (3, 1)), "B1, pass, pass, pass")
    assert (stopped.ended_by, stopped.position.phase, stopped.over) == ("spight/stop", Phase.FIRST_CLEANUP, False)
    assert stopped.standing() == "Black to play, encore."
    # Black passes twice and White once, and once more as must be: both lose two points.
    assert scores(after(stopped, "pass, pass, pass")) == (2 - 2, -2)
    # White, who began, passes twice, and Black has made as many turns with a last stone and an obligatory pass.
    begun = set_up(TERRITORY, ".X.", WHITE, Phase.FIRST_CLEANUP)
    assert scores(after(begun, "pass, A1, pass, pass, pass")) == (1 - 2, -3)


@pytest.mark.clauses("repeated-pass/win", "reading/repeated-pass-win")
def test_who_passed_more_often_since_the_first_of_the_two_passes_wins_whatever_the_count() -> None:
    two_sent = "B1, pass, A1, C1, B1, pass"
    given, counted = (after(Game(rules, (3, 1)), two_sent) for rules in (REPEATED, LEFT_OUT))
    assert given.result == without_score(WHITE)
    assert given.standing() == "The game is over. White wins."
    assert scores(counted) == (3, 0)
    assert scores(after(Game(REPEATED, (3, 1)), "B1, pass, pass, pass")) == (3, 0)


def test_a_pass_lifts_the_ban_on_a_ko() -> None:
    ko = set_up(FIRST, ".OX.")
    taken = after(ko, "A1")
    assert objection(taken, "B1") == ("spight/no-repeat", 0)
    assert board(after(taken, "pass, pass, B1")) == ".OX."


def test_who_passed_in_a_position_is_not_brought_back_to_it_by_plays() -> None:
    passed = after(Game(SECOND, (3, 1)), "B1, pass, A1, C1")
    assert objection(passed, "B1") == ("spight-two/end-of-game-ko", None)


def test_plays_need_an_empty_point_and_liberties() -> None:
    assert objection(set_up(FIRST, "O./.O"), "B2") == ("spight/presupposed#no-suicide", ["B2"])
    assert objection(set_up(FIRST, "X.O."), "A1") == ("spight/presupposed#empty", None)
    game = Game(FIRST, (2, 1))
    assert (board(game), turns(game)) == ("..", ["pass", "A1", "B1"])
    assert [after(game, sequence).position.player for sequence in ("A1", "pass", "A1, B1")] == [WHITE, WHITE, BLACK]


@pytest.mark.parametrize(("stones", "winner"), [("X...", BLACK), (".OX.", None), ("O.X.O", WHITE)])
def test_the_larger_area_wins(stones: str, winner: Color | None) -> None:
    result = passed_out(set_up(SECOND, stones)).result
    assert isinstance(result, Score)
    assert result.winner is winner
    assert scores(passed_out(set_up(SECOND, "X...O"))) == (1, 1)
