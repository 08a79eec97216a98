"""Where games to try come from: recorded ones, all small ones, and random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Grid
from ....spec.rules import Rules
from ....spec.vocabulary import Turn
from ..disagreement import Disagreement
from ..engine import Introduction, Unsupported
from ..plan import Sharer, in_turns
from ..setting import Setting
from ..trial import Harness, following, trial
from .random_games import RandomPlayer
from .small_games import MOST_LINES, GamesOfOneLength, GamesPlayed, boards_by_size, small_games

MOST_POINTS_OF_SMALL_GAMES = 6
SIDES = ((2, 2), (3, 1), (3, 2), (4, 1), (3, 3), (5, 1), (4, 3), (4, 4), (5, 5), (6, 6), (7, 7), (9, 9))


@dataclass(frozen=True)
class Judged:
    """A rule set that an engine is judged by.

    Attributes:
        name: the text that names it.
        told: the rules that the engine is told.
        rules: the rules that the interpreter plays by: those, as the engine's declared deviations change them.
    """

    name: str
    told: Rules
    rules: Rules

    def setting(self, grid: Grid) -> Setting:
        """The empty board, under these rules."""
        return Setting(grid.width, grid.height, rules=self.told)


Met: TypeAlias = "Disagreement | GamesPlayed | tuple[Grid, GamesOfOneLength]"


def recorded_games(harness: Harness, by: Judged, games: Iterable[Story], plays: Introduction) -> Iterator[Met]:
    """The recorded games, as far as the rules and the engine allow them."""
    for recorded in games:
        setting = Setting.from_start(recorded.start, by.told)
        if not plays.plays_on(setting.grid) or (setting.is_set_up and not plays.set_up):
            continue
        try:
            setting.game(by.rules)
            yield from trial(harness, setting, by.rules, following(recorded.turns, setting))
        except (ValueError, Unsupported):
            continue
        yield GamesPlayed(recorded.shows)


def all_small_games(
    harness: Harness, by: Judged, plays: Introduction, go_on: Callable[[], bool], number: int
) -> Iterator[Met]:
    """All games on the smallest boards, the shorter ones first; every board has an equal part of the time.

    Args:
        harness: the harness that runs the engine.
        by: the rules.
        plays: what the engine can play.
        go_on: asked before every game.
        number: how many such searches are under way at once.
    """
    grids = [grid for grid in boards_by_size(MOST_POINTS_OF_SMALL_GAMES) if plays.plays_on(grid)]
    most = MOST_LINES // (number * (len(grids) or 1))

    def on(grid: Grid) -> Iterator[Met]:
        for met in small_games(harness, by.setting(grid), by.rules, go_on, most_lines=most):
            yield (grid, met) if isinstance(met, GamesOfOneLength) else met

    return in_turns([Sharer(on(grid)) for grid in grids], harness.effort_so_far)


def random_games(
    harness: Harness, by: Judged, chance: Random, plays: Introduction, grids: Sequence[Grid], go_on: Callable[[], bool]
) -> Iterator[Met]:
    """Random games on boards that the engine plays on, as long as there is time."""
    usual = [Grid(*sides) for sides in SIDES]
    boards = [grid for grid in grids or usual if plays.plays_on(grid)]
    if not boards:
        side = plays.smallest if plays.smallest > 1 else plays.largest
        boards = [Grid(side, side)]
    while go_on():
        (grid,) = chance.choices(boards, [1 / grid.size for grid in boards])
        player = RandomPlayer.for_board(chance, grid, by.rules)
        yield from trial(harness, by.setting(grid), by.rules, until(go_on, player))
        yield GamesPlayed(f"random games on {grid}", random_on=str(grid))


def until(go_on: Callable[[], bool], player: RandomPlayer) -> Callable[[Game, Sequence[Turn]], Turn | None]:
    """The same player, that ends the game when the time is up."""
    return lambda game, options: player(game, options) if go_on() else None


def first_games(met: Iterator[Met], games: int | None) -> Iterator[Met]:
    """What is met in the first games; in all of them for None."""
    played = 0
    for one in met:
        if played == games:
            return
        played += isinstance(one, GamesPlayed)
        yield one
