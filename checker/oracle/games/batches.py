"""Games in batches: an engine that plays many at once is compared with the rules, array by array.

Where something differs in a game, that game is played again, alone, and told of as any other; so what is met here is
shrunk and named in the ordinary way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import cycle
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ....interpreter.game import Game
from ....interpreter.many import Games, start
from ....interpreter.many.batch import turn_of
from ....interpreter.notation import turn_text
from ....spec.algebra import Grid
from ..disagreement import breakdown
from ..engine import Breakage, EngineBroke, Introduction, TurnRefused
from ..engines.batch_engine import BatchEngine
from ..engines.reference_batch import told_of
from ..trial import Harness, following, trial
from .small_games import GamesPlayed
from .sources import Judged, Met

SIDES_IN_BATCHES = ((5, 5), (9, 9))
GAMES_AT_ONCE = 512
GAMES_ONE_BY_ONE = 8
TURNS_FOR_EACH_POINT = 3
LIKELY_PASSES = (0.0, 0.02, 0.3)
MOST_LOOKED_AT = 32
MOST_PLAYED_AGAIN = 4
ONLY_AMONG_OTHERS = "It says otherwise of this game among others than of the same game alone."

Chance: TypeAlias = np.random.Generator
Numbers: TypeAlias = npt.NDArray[np.int64]


def games_in_batches(
    harness: Harness,
    by: Judged,
    chance: Random,
    plays: Introduction,
    grids: Sequence[Grid],
    go_on: Callable[[], bool],
    compiling: bool = True,
) -> Iterator[Met]:
    """Random games, many at once, on boards that the engine plays on, as long as there is time.

    Args:
        harness: the harness that runs the engine.
        by: the rules.
        chance: where chance comes from.
        plays: what the engine can play.
        grids: the boards, or none for the usual ones.
        go_on: asked before every turn.
        compiling: whether there is time to compile the rules; otherwise a few games are played one by one.
    """
    usual = [Grid(*sides) for sides in SIDES_IN_BATCHES]
    for grid in cycle([grid for grid in grids or usual if plays.plays_on(grid)]):
        engine = harness.batch_engine()
        if engine is None or not go_on():
            return
        games = start(by.rules, grid.width, grid.height, GAMES_AT_ONCE if compiling else GAMES_ONE_BY_ONE, compiling)
        if compiling and not games.is_compiled:
            games = start(by.rules, grid.width, grid.height, GAMES_ONE_BY_ONE)
        drawn = np.random.default_rng(chance.randrange(1 << 32))
        differing, taken, broke = _played(harness, engine, by, games, drawn, go_on)
        yield from _again(harness, by, grid, [taken[number] for number in differing], broke)
        yield GamesPlayed(f"games in batches on {grid}", len(games), random_on=str(grid))


def _played(
    harness: Harness,
    engine: BatchEngine,
    by: Judged,
    games: Games,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[list[int], list[list[int]], EngineBroke]:
    """Play a batch on both sides until something differs: in which games, the turns of each, how it broke."""
    taken: list[Numbers] = []
    likely_pass = chance.choice(LIKELY_PASSES)
    differing, broke = list[int](), EngineBroke(Breakage.NONSENSE, ONLY_AMONG_OTHERS)
    played = np.ones(len(games), dtype=np.bool_)
    try:
        engine.start_many(by.setting(Grid(games.width, games.height)), len(games))
        while go_on() and len(taken) < TURNS_FOR_EACH_POINT * games.pass_turn and played.any():
            expected = told_of(games)
            differing = harness.compare_many(engine.observe_many(), expected, played)
            if differing:
                break
            turns = _chosen(games, chance, likely_pass)
            taken.append(turns)
            played = turns >= 0
            games.play(turns)
            engine.play_many(turns)
    except (TurnRefused, EngineBroke) as error:
        # Which game it was is found by playing them again.
        if isinstance(error, EngineBroke):
            harness.broken()
            broke = error
        differing = [*range(len(games))]
    turns_of_each = np.array(taken, dtype=np.int64).reshape(len(taken), len(games)).T
    return differing, [turns[turns >= 0].tolist() for turns in turns_of_each], broke


def _again(
    harness: Harness, by: Judged, grid: Grid, games: Sequence[Sequence[int]], broke: EngineBroke
) -> Iterator[Met]:
    """What is met when games are played again, each alone, until a few of them have shown something."""
    setting, shown = by.setting(grid), 0
    for numbers in games[:MOST_LOOKED_AT]:
        turns = [turn_text(grid, turn_of(grid, number)) for number in numbers]
        met = list(trial(harness, setting, by.rules, following(turns, setting)))
        yield from met
        shown += bool(met)
        if shown == MOST_PLAYED_AGAIN:
            return
    if games and not shown:
        game = reduce(Game.taking, (turn_of(grid, number) for number in games[0]), setting.game(by.rules))
        yield breakdown(game, broke, setting.rules)


def _chosen(games: Games, chance: Chance, likely_pass: float) -> Numbers:
    turns = games.random_turns(chance, passing=False)
    passing = (chance.random(len(games)) < likely_pass) & games.legal_turns()[:, games.pass_turn]
    return np.where(passing, games.pass_turn, turns)
