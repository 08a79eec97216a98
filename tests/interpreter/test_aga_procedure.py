"""What no line of `conversations/aga-procedure.txt` can say: points that are none, and rules that are not the AGA's."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.aga_procedure import Procedure, ProcedureStage
from superko.interpreter.game import Game
from superko.interpreter.result import Score
from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.algebra.grid import points_of
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import PASS, Move, Unblock


def agreeing() -> Procedure:
    """Four strings, and both have just passed: Black is to speak."""
    return Procedure(Game(PRESETS["aga"], rows="X.O.X.O").record).play(PASS).play(PASS)


Say = Callable[[Procedure], object]


@pytest.mark.parametrize(
    ("say", "message"),
    [
        (lambda game: game.name(1 << 7), "Name one point of the 7x1 board"),
        (lambda game: game.name(-1), "Name one point"),
        (lambda game: game.name(0), "Name one point"),
        (lambda game: game.name(0b101), "Name one point"),
        (lambda game: game.dispute(1 << 9), "Name one point"),
        (lambda game: game.compare_dead_stones({BLACK: 1 << 8}), "Name points of the 7x1 board"),
        (lambda game: game.compare_dead_stones({WHITE: -1}), "Name points"),
        (lambda game: game.play(Move(0)), "Name one point"),
        (lambda game: game.play(Move(1 << 7)), "Name one point"),
        (lambda game: game.play(Unblock(1)), "a pass or a move"),
    ],
)
def test_what_cannot_be_said_gets_one_plain_sentence(say: Say, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        say(agreeing())


def test_the_procedure_is_that_of_aga_rules() -> None:
    with pytest.raises(ValueError, match="aga rules, not of katago-v2"):
        Procedure.start(PRESETS["chinese-like"], 3, 3)


# Whatever players do in an AGA game, no turn is lost, no stone is made or lost, and legal play ends.


Input: TypeAlias = tuple[str, int, Color]

SIDES = st.integers(1, 4)
LIKELY = {
    "move": 8,
    "attempt": 2,
    "pass": 10,
    "object": 2,
    "name": 8,
    "dispute": 8,
    "disagree": 1,
    "agree": 1,
    "restore": 1,
}
INPUTS = st.lists(
    st.tuples(
        st.sampled_from([kind for kind, weight in LIKELY.items() for _ in range(weight)]),
        st.integers(0, 1 << 16),
        st.sampled_from(Color),
    ),
    min_size=20,
    max_size=60,
)


def standing(game: Procedure) -> int:
    return game.record.position.coloring.black | game.record.position.coloring.white


def one_of(points: int, number: int) -> int:
    """A point among those given; where there is none, one off the board."""
    choices = list(points_of(points)) or [1 << 20]
    return choices[number % len(choices)]


def saying(game: Procedure, kind: str, number: int, player: Color) -> Procedure:
    """The game after an input; among others points off the board, occupied ones and empty ones are named."""
    c = game.record.position.coloring
    anywhere = one_of(c.board.everything << 1 | 1, number)
    inputs: dict[str, Callable[[], Procedure]] = {
        "move": lambda: game.play(Move(one_of(c.empty, number))),
        "attempt": lambda: game.play(Move(anywhere), player),
        "pass": lambda: game.play(PASS),
        "object": game.object_to_last_move,
        "name": lambda: game.name(one_of(c.of(game.player.opponent), number) if number % 4 else anywhere),
        "dispute": lambda: game.dispute(one_of(game.named, number) if number % 4 else anywhere),
        "disagree": lambda: game.compare_dead_stones({player: one_of(standing(game), number)}),
        "agree": lambda: game.compare_dead_stones(dict.fromkeys(Color, standing(game) & number)),
        "restore": lambda: game.restore(number % (game.record.turn + 1), agreed_by=tuple(Color)),
    }
    return inputs[kind]()


def taking(game: Procedure, given_input: Input) -> Procedure:
    """The game after an input, or the same one where it cannot be given."""
    try:
        return saying(game, *given_input)
    except ValueError:
        return game


def stones_given(game: Procedure) -> dict[Color, int]:
    """The stones that each player has played or passed: none at an occupied point, and in the end equally many."""
    number = dict.fromkeys(Color, 0)
    for taken in game.turns_back():
        empty = taken.before.record.position.coloring.empty
        number[taken.player] += bool(taken.turn.point & empty) if isinstance(taken.turn, Move) else 1
    if game.stage is ProcedureStage.OVER and game.last is not None and game.last.player is BLACK:
        number[WHITE] += 1
    return dict.fromkeys(Color, max(number.values())) if game.stage is ProcedureStage.OVER else number


def check(game: Procedure) -> None:
    c = game.record.position.coloring
    assert c.black & c.white == 0
    there = {color: c.of(color).bit_count() + game.record.tally.captures[color] for color in Color}
    assert there == stones_given(game), "every stone given is on the board or a prisoner"
    assert game.record.turn == len(list(game.turns_back())), "every turn stands"
    if game.last is not None:
        assert game.player is game.last.player.opponent
    if game.stage is not ProcedureStage.OVER:
        assert game.named & ~standing(game) == 0
        assert game.disputed & ~game.named == 0
    assert game.named == 0 or game.stage is not ProcedureStage.PLAYING


@given(SIDES, SIDES, INPUTS)
def test_whatever_is_said_stones_are_conserved_and_no_turn_is_lost(
    width: int, height: int, inputs: list[Input]
) -> None:
    game = Procedure.start(PRESETS["aga"], width, height)
    for given_input in inputs:
        game = taking(game, given_input)
        check(game)


@given(SIDES, SIDES, INPUTS)
def test_an_objection_comes_to_a_pass_of_the_offender(width: int, height: int, inputs: list[Input]) -> None:
    """Given an illegal move, when it is noted, then that player's last turns have become one pass."""
    game = Procedure.start(PRESETS["aga"], width, height)
    for given_input in inputs:
        game = taking(game, given_input)
        if game.last is None or game.last.illegal is None:
            continue
        noted = game.object_to_last_move()
        check(noted)
        assert noted.last is not None
        assert (noted.last.player, noted.last.turn) == (game.last.player, PASS)
        before = noted.last.before
        assert before.last is None or before.last.player is not noted.last.player
        assert any(before is taken.before for taken in game.turns_back())


@given(SIDES, SIDES, INPUTS)
def test_without_illegal_moves_both_ways_of_counting_give_the_same_difference(
    width: int, height: int, inputs: list[Input]
) -> None:
    games = [Procedure.start(PRESETS[name], width, height) for name in ("aga", "aga-area")]
    for given_input in inputs:
        later = [taking(game, given_input) for game in games]
        if not any(taken.illegal for taken in later[0].turns_back()):
            games = later
    while games[0].stage is not ProcedureStage.OVER:
        games = [game.play(PASS) for game in games]
    by_territory, by_area = (game.result for game in games)
    assert isinstance(by_territory, Score)
    assert isinstance(by_area, Score)
    assert by_territory.black - by_territory.white == by_area.black - by_area.white
    assert by_territory.winner is by_area.winner


@pytest.mark.parametrize("reading", ["board", "board-and-player"])
@given(width=st.integers(1, 3), height=st.integers(1, 2), seed=st.integers(0, 1 << 32))
def test_legal_play_with_every_kind_of_statement_ends(reading: str, width: int, height: int, seed: int) -> None:
    """Given only legal turns, when players dispute as long as they can, then the game ends all the same."""
    game = Procedure.start(PRESETS["aga"].reading({"reading/aga-repetition": reading}), width, height)
    positions = 3 ** (width * height) * len(Color)
    random, statements = Random(seed), 0
    while game.stage is not ProcedureStage.OVER:
        later = random.choice(legally_continued(game))
        statements = statements + 1 if later.record.turn == game.record.turn else 0
        game = later
        assert statements <= 2 * width * height + 1
        assert game.record.turn <= 4 * positions
    check(game)


def legally_continued(game: Procedure) -> list[Procedure]:
    """The games after each legal turn and each statement, but no agreement."""
    c = game.record.position.coloring
    later = [game.play(PASS), *(game.play(Move(point)) for point in points_of(c.empty))]
    legal = [later_game for later_game in later if later_game.last is not None and not later_game.last.illegal]
    inputs = [
        (kind, number, BLACK) for kind in ("name", "dispute", "disagree") for number in range(2 * c.board.grid.size)
    ]
    said = [
        later_game for later_game in (taking(game, given_input) for given_input in inputs) if later_game is not game
    ]
    return [*legal, *said]
