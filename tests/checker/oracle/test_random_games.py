"""Random games: they are long and lively enough to come to whatever the rules have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from superko.checker.oracle.games import RandomPlayer
from superko.interpreter.game import Game
from superko.interpreter.result import NoResult
from superko.spec.algebra import Grid
from superko.spec.presets import PRESETS
from superko.spec.vocabulary import Move, Pass, Phase, Unblock


def games(preset: str, grid: Grid, number: int, seed: int = 1) -> Iterator[list[Game]]:
    """Some random games, each from its start, turn by turn."""
    chance = Random(seed)
    for _ in range(number):
        game = Game(PRESETS[preset], grid)
        player = RandomPlayer.for_board(chance, grid, game.rules)
        course = [game]
        while (turn := player(course[-1], course[-1].turns())) is not None:
            course.append(course[-1].play(turn))
        yield course


def some_game(preset: str, grid: Grid, shows: Callable[[list[Game]], bool], number: int = 150) -> bool:
    return any(shows(course) for course in games(preset, grid, number))


def test_territory_games_reach_every_phase_and_kind_of_turn() -> None:
    seen: Counter[object] = Counter()
    for course in games("japanese-like", Grid(3, 2), 60):
        seen.update(game.position.phase for game in course)
        seen.update(type(game.record.last) for game in course)
        seen.update(bool(game.position.marks) for game in course)
    assert {*Phase, Pass, Move, Unblock, True} <= seen.keys()


@pytest.mark.parametrize("preset", ["chinese-like", "japanese-like"])
def test_games_without_result_are_reached(preset: str) -> None:
    assert some_game(preset, Grid(3, 1), lambda course: isinstance(course[-1].result, NoResult))


def test_self_captures_are_reached() -> None:
    assert some_game("tromp-taylor", Grid(3, 2), lambda course: any(_self_captured(game) for game in course), 20)


def _self_captured(game: Game) -> bool:
    before = game.previous
    if before is None:
        return False
    player = before.position.player
    return game.record.tally.captures[player] > before.record.tally.captures[player]


def test_the_same_seed_gives_the_same_games() -> None:
    courses, other = (list(games("aga", Grid(3, 3), 3, seed=5)) for _ in range(2))
    assert [course[-1].record.position for course in courses] == [course[-1].record.position for course in other]


def test_a_long_game_is_ended() -> None:
    player = RandomPlayer(Random(0), likely_pass=0, longest=3)
    game = Game(PRESETS["tromp-taylor"], 5)
    while (turn := player(game, game.turns())) is not None:
        game = game.play(turn)
    assert game.record.turn == 3


def test_no_turn_is_taken_where_none_is_offered() -> None:
    player = RandomPlayer(Random(0), likely_pass=0, longest=9)
    assert player(Game(PRESETS["aga"], 2), []) is None
