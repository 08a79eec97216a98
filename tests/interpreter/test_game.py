"""A game is an immutable value: playing leaves it as it was, and later games share their past with earlier ones."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from superko.interpreter.game import Game, GameOver
from superko.interpreter.history import PlayedHistory
from superko.spec.algebra import BLACK, WHITE
from superko.spec.algebra.grid import points_of
from superko.spec.history import History
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Unblock

from .games import after, board, objection, passed_out, set_up, territory, turns


def test_playing_leaves_the_game_as_it_was() -> None:
    start = Game(Rules(), 3)
    later, other = after(start, "B2"), after(start, "A1")
    assert board(start) == ".../.../..."
    assert (board(later), board(other)) == (".../.X./...", ".../.../X..")
    assert start.record.turn == 0


def test_a_game_cannot_be_changed() -> None:
    start = Game(Rules(), 3)
    with pytest.raises(AttributeError):
        start.result = None  # type: ignore[misc]
    with pytest.raises(AttributeError):
        start.record.turn = 5  # type: ignore[misc]


def test_the_previous_game_is_the_one_before_the_last_turn() -> None:
    start = Game(Rules(), 3)
    played = after(start, "B2")
    assert played.previous is start
    assert start.previous is None


def test_the_previous_game_brings_back_an_ended_phase_and_an_ended_game() -> None:
    before = after(Game(territory(), 2), "A1, pass")
    assert after(before, "pass").previous is before
    over = passed_out(before)
    assert over.previous is not None
    assert not over.previous.over


def test_the_same_turns_lead_to_equal_games() -> None:
    sequence = "B2, A1, pass, B1, pass, pass"
    assert after(Game(Rules(), 3), sequence) == after(Game(Rules(), 3), sequence)


def test_after_the_end_there_are_no_turns() -> None:
    over = passed_out(Game(Rules(), 2))
    assert (turns(over), over.moves(), over.unblocks(), over.pass_ends_phase()) == ([], (), (), False)
    for turn in (PASS, Move(1), Unblock(1)):
        with pytest.raises(GameOver, match="The game is over"):
            over.play(turn)
        with pytest.raises(GameOver, match="The game is over"):
            over.judge(turn)


# Games from a position


def test_a_game_starts_from_any_position_phase_and_player() -> None:
    game = set_up(territory(), ".X./O..", WHITE, Phase.SECOND_CLEANUP, captures={BLACK: 2})
    assert (board(game), game.position.player, game.position.phase) == (".X./O..", WHITE, Phase.SECOND_CLEANUP)
    assert game.record.tally.captures == {BLACK: 2, WHITE: 0}
    assert game.record.tally.second_cleanup_start == game.position.coloring


@pytest.mark.parametrize("position", ["XO", "OX/XO", "XXX/XXX"])
def test_a_position_to_start_from_has_no_stones_without_liberties(position: str) -> None:
    with pytest.raises(ValueError, match="no stones without liberties"):
        set_up(Rules(), position)


@pytest.mark.parametrize("phase", [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP, Phase.OVER])
def test_a_game_starts_in_a_phase_that_the_rules_have(phase: Phase) -> None:
    with pytest.raises(ValueError, match=f"no phase '{phase.value}' to start from"):
        set_up(Rules(), "...", phase=phase)


@pytest.mark.parametrize("counts", [{"captures": {BLACK: -1}}, {"captures": {WHITE: -3}}, {"handicap": -1}])
def test_captures_and_handicap_stones_are_counted_from_0(counts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="counted from 0 up"):
        set_up(Rules(), "...", **counts)


# Amended rules


def test_an_added_clause_forbids_and_is_named() -> None:
    def no_first_line(record: Any, play: Any) -> bool:
        """A move is not made on the first line."""
        return not play.point & 0b111

    house_rule = make_clause(no_first_line, "house/main/no-first-line", decides=Decision.LEGAL, during=(Phase.MAIN,))
    game = Game(Rules().adding(house_rule), (3, 2))
    assert objection(game, "A2") == ("house/main/no-first-line", None)
    assert turns(game) == ["pass", "A1", "B1", "C1"]


# Long games


def long_game(length: int) -> Game:
    """A game of random moves, with passes only where no move is legal."""
    chance = random.Random(length)
    game = Game(Rules(), 6)
    while game.record.turn < length:
        points = list(points_of(game.position.coloring.empty))
        chance.shuffle(points)
        legal = (Move(point) for point in points if game.judge(Move(point)).legal)
        game = game.play(next(legal, PASS))
        assert not game.over
    return game


def past_of(game: Game) -> list[Game]:
    games = []
    before: Game | None = game
    while before is not None:
        games.append(before)
        before = before.previous
    return games


def events(history: History) -> int:
    """How many events a history to play with holds."""
    assert isinstance(history, PlayedHistory)
    return len(history)


def test_a_long_game_shares_its_past_instead_of_copying_it() -> None:
    """Given 1,000 turns, then each game holds the one before it, and nothing that grows faster than the game."""
    games = past_of(long_game(1000))
    assert len(games) == 1001
    for later, earlier in pairwise(games):
        assert later.record.previous is earlier.record
        assert events(later.record.earlier) - events(earlier.record.earlier) in (0, 1)
        assert events(later.record.made) - events(earlier.record.made) in (0, 1)
        assert later.record.rules is earlier.record.rules
        assert len(later.record.tally.moves) <= 2
    boards = {id(game.position.coloring.board) for game in games}
    assert len(boards) == 1


REMEMBERING = (Decision.REMEMBERED, Decision.OCCURS, Decision.PASSED, Decision.MADE, Decision.COUNTS_AS_PASS)


@pytest.mark.parametrize("name", PRESETS)
def test_no_history_holds_what_no_clause_puts_there(name: str) -> None:
    rules = PRESETS[name]
    for clause in rules.in_force:
        rules = rules.dropping(clause.name) if clause.decides in REMEMBERING else rules
    record = after(Game(rules, 2), "pass, A1, pass").record
    assert [events(past) for past in (record.earlier, record.since_pass, record.passed_from, record.made)] == [0] * 4
    assert (record.pass_run, record.passes) == (0, 0)


def test_the_past_of_a_long_game_can_be_played_on_from_anywhere() -> None:
    games = past_of(long_game(300))
    early = games[-100]
    assert early.record.turn == 99
    assert early.turns()[0] == PASS
    assert early.play(PASS).record.turn == 100
