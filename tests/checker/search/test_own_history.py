"""Histories: what is remembered of each move is for the rules to say, and engines follow it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import reduce

import pytest

from superko.checker.counting.histories import (
    HistoryClasses,
    history_classes,
)
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.graph.graph import explore
from superko.checker.phase.dependence import key_of
from superko.checker.solving.solution import Value, solve
from superko.interpreter.game import Game
from superko.spec.algebra import BLACK, WHITE, Condition, Grid
from superko.spec.composition import as_made
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Event, Moment, Play, Record, Remembered
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


# Classes of histories are those that plain play tells apart, and count the games that plain play counts.


LINE_OF_TWO, LINE_OF_THREE = Grid(2, 1), Grid(3, 1)
SUPERKO = Rules(suicide=False)
SIMPLE = replace(SUPERKO, ko=Ko.SIMPLE)
SITUATIONAL = [replace(SUPERKO, ko=Ko.SITUATIONAL, suicide=suicide) for suicide in (False, True)]
BANS = (
    "tromp-taylor",
    "new-zealand-like",
    "chinese-like",
    "aga",
    "wmsg",
    "new-zealand",
    "chinese-2002",
    "french",
    "ikeda",
    "spight",
    "spight-two",
    "repeated-pass",
)


class Played:
    """Every game played to its end, and nothing known of two histories but what follows each."""

    def __init__(self, start: Game) -> None:
        self.classes: dict[Hashable, int] = {}
        self.games = self.longest = 0
        self._class_of(start)

    def _class_of(self, game: Game) -> int:
        if game.over:
            self.games, self.longest = self.games + 1, max(self.longest, game.record.turn)
            return -1
        following = frozenset(
            (turn, after.ended_by, self._class_of(after)) for turn in game.turns() for after in [game.play(turn)]
        )
        board = (game.position.coloring, game.position.player)
        return self.classes.setdefault((board, following), len(self.classes))


def numbers(classes: HistoryClasses) -> tuple[int, int, int]:
    return len(classes.following), classes.games, len(classes.longest)


@pytest.mark.parametrize("name", BANS)
def test_on_two_points_they_are_those_of_plain_play_under_every_ban(name: str) -> None:
    played = Played(Game(PRESETS[name], (2, 1)))
    assert numbers(history_classes(PRESETS[name], LINE_OF_TWO)) == (len(played.classes), played.games, played.longest)


@pytest.mark.parametrize("name", ["tromp-taylor", "french", "ikeda", "new-zealand-like"])
def test_on_three_points_they_are_those_of_plain_play(name: str) -> None:
    played = Played(Game(PRESETS[name], (3, 1)))
    assert numbers(history_classes(PRESETS[name], LINE_OF_THREE)) == (len(played.classes), played.games, played.longest)


def test_under_simple_ko_the_longest_game_of_three_points_ends_after_139_turns() -> None:
    classes = history_classes(SIMPLE, LINE_OF_THREE)
    assert len(classes.longest) == 139
    assert reduce(Game.play, classes.longest, Game(SIMPLE, (3, 1))).over


def test_what_a_class_leads_to_stands_before_it() -> None:
    classes = history_classes(SUPERKO, LINE_OF_THREE)
    assert all(after < number for number, following in enumerate(classes.following) for _, _, after in following)


def test_of_most_histories_the_class_is_known_without_looking_on() -> None:
    assert history_classes(SUPERKO, LINE_OF_THREE).looked_up > 200


def test_games_that_can_go_on_forever_are_refused() -> None:
    with pytest.raises(ValueError, match="a game can go on forever"):
        history_classes(PRESETS["japanese-1989"], LINE_OF_THREE)


def test_the_games_that_are_recorded_with_classes_are_those_counted_by_layers() -> None:
    games = {
        name: recorded["counts"]["games"]
        for name, recorded in recorded_verdicts().items()
        if name.startswith("fact/histories ")
    }
    by_layers = {
        name: recorded["counts"]["games"]
        for name, recorded in recorded_verdicts().items()
        if name.startswith("fact/games ") and name.replace("games", "histories", 1) in games
    }
    assert sum(" 3x1 " in name for name in by_layers) > 3
    assert {name: games[name.replace("games", "histories", 1)] for name in by_layers} == by_layers
