"""A history of an author's own: what is remembered of each move is for the rules to say, and engines follow it."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pytest

from superko.checker.graph.graph import explore
from superko.checker.phase.dependence import key_of
from superko.checker.solving.solution import Value, solve
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Condition, Grid
from superko.spec.composition import as_made
from superko.spec.history import Event
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Moment, Play, Record, Remembered
from tests.checker.solving.plain_play import plain_values

PLAIN = PRESETS["chinese-like"].dropping("katago-v2/main/legal-simple-ko")


def who_and_where(record: Record, play: Play[int]) -> Event:
    """What is remembered of a move is who made it, and at which point."""
    return play.player, play.point


def not_again(record: Record, play: Play[int]) -> Condition:
    """Nobody plays twice at the same point."""
    return record.made.lacks(as_made(record, play))


def seldom(record: Record, play: Play[int]) -> Condition:
    """Nobody plays three times at the same point."""
    return record.made.times(as_made(record, play)) < 2


def board_and_captures(record: Record, play: Play[int]) -> Event:
    """What is remembered of a move is the board that it leads to, and how many black stones were captured before."""
    return play.after, record.tally.captures[BLACK]


def followed(record: Record, play: Play[int]) -> Condition:
    """White plays only where Black has played before."""
    first = record.made.contains((BLACK, play.point))
    return True if play.player is BLACK else first


def forgets_at_a_pass(moment: Moment) -> frozenset[Remembered]:
    """A pass lifts the ban."""
    return frozenset({Remembered.MADE}) if moment is Moment.PASS else frozenset()


def with_own(event: Callable[..., Event], ban: Callable[..., Condition]) -> Rules:
    made = make_clause(event, "house/made", decides=Decision.MADE)
    return PLAIN.adding(made).adding(make_clause(ban, "house/ban", decides=Decision.LEGAL))


ONCE, TWICE = with_own(who_and_where, not_again), with_own(who_and_where, seldom)
BOARDS, FOLLOWED = with_own(board_and_captures, not_again), with_own(who_and_where, followed)
LIFTED = ONCE.adding(make_clause(forgets_at_a_pass, "house/lifted", decides=Decision.FORGETS))
RULES = {"once": ONCE, "twice": TWICE, "boards": BOARDS, "followed": FOLLOWED, "lifted": LIFTED}


def test_what_is_remembered_of_a_move_is_what_its_clause_says() -> None:
    game = Game(ONCE, (3, 1)).play("A1", "B1", "pass", "C1")
    assert set(game.record.made) == {(BLACK, 1), (WHITE, 2), (WHITE, 4)}
    turns = ("A1", "B1", "pass", "C1")
    assert "A1" not in Game(ONCE, (3, 1)).play(*turns).legal
    assert "A1" in Game(LIFTED, (3, 1)).play(*turns).legal


@pytest.mark.parametrize("name", RULES)
def test_best_play_is_what_a_search_of_whole_games_finds(name: str) -> None:
    for size in ((2, 1), (3, 1)):
        game = Game(RULES[name], size)
        values = plain_values(game, 100_000)
        assert values is not None
        assert solve(game).both == Value(*values)


@pytest.mark.parametrize("name", ["once", "twice", "boards"])
def test_situations_hold_the_turns_that_moves_before_can_only_forbid(name: str) -> None:
    own, plain = (explore(rules, Grid(2, 1), symmetry=False) for rules in (RULES[name], PLAIN))
    assert own.nodes.tolist() == plain.nodes.tolist()


def test_situations_refuse_rules_by_which_a_move_makes_another_one_legal() -> None:
    with pytest.raises(Refusal, match="Moves made before make a move legal"):
        explore(FOLLOWED, Grid(2, 1))


def test_games_in_which_a_move_was_made_once_and_twice_are_not_taken_for_one() -> None:
    key, legal = key_of(TWICE), dict[Hashable, object]()
    games = [Game(TWICE, (3, 1))]
    for _ in range(13):
        for game in games:
            turns = game.turns()
            assert legal.setdefault((game.record.turn, key(game.record)), turns) == turns
        games = [later for game in games for turn in game.turns() if not (later := game.taking(turn)).over]
