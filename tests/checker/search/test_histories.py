"""Classes of histories are those that plain play tells apart, and count the games that plain play counts."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import reduce

import pytest

from superko.checker.counting.histories import (
    HistoryClasses,
    history_classes,
)
from superko.checker.evidence.recorded import recorded_verdicts
from superko.interpreter.game import Game
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

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
