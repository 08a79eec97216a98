"""All small games: every one is played, up to symmetry and a common future, and counted as often as it occurs."""

from __future__ import annotations

from itertools import islice

from superko.checker.oracle.disagreement import Disagreement
from superko.checker.oracle.engine import Opener, Setting
from superko.checker.oracle.engines.reference_engine import ReferenceEngine
from superko.checker.oracle.games import GamesOfOneLength, GamesPlayed, small_games
from superko.checker.oracle.trial import Harness
from superko.interpreter.game import Game
from superko.spec.algebra.grid import squarest_first
from superko.spec.presets import PRESETS

from .liars import LIARS

RULES = PRESETS["tromp-taylor"]


def always() -> bool:
    return True


def introduced(opener: Opener) -> Harness:
    harness = Harness(opener)
    harness.introduction()
    return harness


def games_by_length(game: Game, longest: int) -> list[int]:
    """How many sequences of legal turns there are of each length, one by one."""
    games, numbers = [game], []
    for _ in range(longest + 1):
        numbers.append(len(games))
        games = [game.play(turn) for game in games for turn in game.turns()]
    return numbers


def test_games_are_counted_as_if_played_one_by_one() -> None:
    setting = Setting(2, 2, rules=RULES)
    met = list(small_games(introduced(ReferenceEngine), setting, RULES, always, most_turns=4))
    layers = [event for event in met if isinstance(event, GamesOfOneLength)]
    assert [layer.games for layer in layers] == games_by_length(setting.game(), 4)
    assert sum(layer.tried for layer in layers) == sum(isinstance(event, GamesPlayed) for event in met)
    assert not any(isinstance(event, Disagreement) for event in met)


def test_the_last_games_are_known_to_be_the_last() -> None:
    layers = [
        met
        for met in small_games(introduced(ReferenceEngine), Setting(1, 1, rules=RULES), RULES, always)
        if isinstance(met, GamesOfOneLength)
    ]
    assert [layer.last for layer in layers] == [False, False, True]


def test_where_the_search_is_cut_nothing_is_called_the_last() -> None:
    met = list(small_games(introduced(ReferenceEngine), Setting(2, 2, rules=RULES), RULES, always, most_lines=3))
    layers = [event for event in met if isinstance(event, GamesOfOneLength)]
    assert layers
    assert not any(layer.last for layer in layers)


def test_it_stops_when_the_time_is_up() -> None:
    asked = iter([True, True, False])
    met = list(small_games(introduced(ReferenceEngine), Setting(2, 2, rules=RULES), RULES, lambda: next(asked)))
    assert sum(isinstance(event, GamesPlayed) for event in met) == 2


def test_the_first_game_that_a_liar_gets_wrong_is_met_after_all_shorter_ones() -> None:
    setting = Setting(2, 1, rules=RULES)
    met = small_games(introduced(LIARS["forgets superko"].engine), setting, RULES, always)
    before = []
    for event in met:
        if isinstance(event, Disagreement):
            break
        before.append(event)
    assert isinstance(event, Disagreement)
    assert len(event.turns) == 2
    assert [layer.turns for layer in before if isinstance(layer, GamesOfOneLength)] == [0, 1]


def test_where_games_can_not_be_gone_on_with_longer_ones_are_not_called_complete() -> None:
    harness = introduced(LIARS["needs three passes"].engine)
    layers = [
        event
        for event in small_games(harness, Setting(1, 1, rules=RULES), RULES, always)
        if isinstance(event, GamesOfOneLength)
    ]
    assert [(layer.last, layer.complete) for layer in layers] == [(False, True), (False, True), (False, True)]
    layers = [
        event
        for event in small_games(harness, Setting(2, 1, rules=RULES), RULES, always, most_turns=4)
        if isinstance(event, GamesOfOneLength)
    ]
    assert not layers[-1].complete


def test_boards_come_by_size() -> None:
    sizes = [grid.size for grid in islice(squarest_first(9), 12)]
    assert sizes == sorted(sizes)
    assert all(grid.height <= grid.width for grid in squarest_first(9))
