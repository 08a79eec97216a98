"""The rules nearest to what an engine does: which small change of the rules it claims settles what was found.

They are claimed only where luck can't have done it: in enough games in which the changed rules say otherwise than those
claimed, the engine said what the changed rules say. Other changes that would settle it, and that none of these games
tells from the one that is claimed, are named beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, turn_text
from ...interpreter.rule_names import KEY_OF_PARAMETER
from ...interpreter.wording import one_of
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .aspects import Aspect, observation
from .deviations import DEVIATIONS, allowing_for
from .disagreement import Disagreement
from .engine import Introduction, Unsupported
from .games.random_games import RandomPlayer
from .games.sources import Judged
from .naming import changes, other_parameters
from .reasons import says_otherwise
from .setting import Setting
from .trial import Choose, Harness, following, trial

SELF_PLAY = KEY_OF_PARAMETER["self_play_opts"]
CHANGES_TO_CONFIRM = 8
ENOUGH_GAMES = 8
MOST_ALIKE = 2
BOTH = " and "
MOST_GAMES = 120
GRIDS_TO_CONFIRM = (Grid(3, 2), Grid(3, 3), Grid(4, 4), Grid(5, 5))

Changed: TypeAlias = tuple[str, Rules]
Played: TypeAlias = tuple[Setting, tuple[str, ...]]


def nearest_rules(
    harness: Harness,
    by: Judged,
    found: Sequence[Disagreement],
    chance: Random,
    plays: Introduction,
    go_on: Callable[[], bool] = lambda: True,
) -> str:
    """The smallest change of the rules under which none of the disagreements is left, in words; "" if none is sure.

    Each such change is also tried with random games, and dropped once the engine says otherwise than it does. The first
    one that stands is claimed if enough of these games tell it from the rules.
    """
    agreed = [game for games in harness.agreed[by.told].values() for game in games]
    disputed = [one for one in found if one.aspect is not Aspect.ANSWER]
    settling = (
        (words, rules)
        for words, rules in _changed(by.rules)
        if not any(says_otherwise(rules, game, harness.asked) for game in agreed)
        and all(_agrees(harness, one.setting, rules, one.turns) for one in disputed)
    )
    standing = list(islice(settling, CHANGES_TO_CONFIRM)) if disputed else []
    while standing and go_on():
        words, rules = standing[0]
        games = _games_that_agree(harness, by, rules, chance, plays, go_on)
        if games is None:
            standing = standing[1:]
            continue
        telling = [game for game in games if _tells_apart(game, rules, by.rules, harness.asked)]
        if len(telling) < ENOUGH_GAMES:
            return ""
        alike = [
            name
            for name, other in standing[1:]
            if BOTH not in name and not any(_tells_apart(game, rules, other, harness.asked) for game in games)
        ]
        or_else = f" (or {one_of(alike[:MOST_ALIKE])}, which nothing told from it)" if alike else ""
        agree = f"{len(telling)} further random games in which that makes a difference agree"
        return f"{by.name}, but {words}{or_else}: {agree}"
    return ""


def _changed(rules: Rules) -> Iterator[Changed]:
    """The rules with one thing changed, then those with two; deviations that make no difference are left out."""
    deviating = [(name, amended) for name in DEVIATIONS if (amended := allowing_for([name])(rules)) != rules]
    yield from deviating
    yield from ((change.words, change.rules) for change in changes(rules) if not change.words.startswith(SELF_PLAY))
    for name, amended in deviating:
        further = ((words, both) for words, both in other_parameters(amended) if not words.startswith(SELF_PLAY))
        yield from ((f"{name}{BOTH}{words}", both) for words, both in further)


def _agrees(harness: Harness, setting: Setting, rules: Rules, turns: Sequence[str]) -> bool:
    try:
        return next(trial(harness, setting, rules, following(turns, setting)), None) is None
    except (Unsupported, ValueError):
        return False


def _games_that_agree(
    harness: Harness,
    by: Judged,
    rules: Rules,
    chance: Random,
    plays: Introduction,
    go_on: Callable[[], bool],
) -> list[Played] | None:
    """Random games in which the engine does what changed rules say; None once it does not.

    As many as it takes to tell them from the rules often enough, or as there is time for.
    """
    grids = [grid for grid in GRIDS_TO_CONFIRM if plays.plays_on(grid)] or [Grid(plays.largest, plays.largest)]
    played: list[Played] = []
    telling = 0
    for grid in islice(cycle(grids), MOST_GAMES):
        setting, last = by.setting(grid), Last()
        player = RandomPlayer.for_board(chance, grid, rules)
        if next(trial(harness, setting, rules, last.remembering(player)), None) is not None:
            return None
        played.append((setting, last.turns))
        telling += _tells_apart(played[-1], rules, by.rules, harness.asked)
        if telling >= ENOUGH_GAMES or not go_on():
            break
    return played


class Last:
    """Remembers the turns of a game that a player chooses."""

    def __init__(self) -> None:
        self.turns: tuple[str, ...] = ()

    def remembering(self, player: RandomPlayer) -> Choose:
        """The same player."""

        def choose(game: Game, options: Sequence[Turn]) -> Turn | None:
            chosen = player(game, options)
            grid = game.position.coloring.board.grid
            turns = game.turns_taken if chosen is None else (*game.turns_taken, chosen)
            self.turns = tuple(turn_text(grid, turn) for turn in turns)
            return chosen

        return choose


def _tells_apart(played: Played, rules: Rules, other: Rules, asked: frozenset[Aspect]) -> bool:
    """Whether two rule sets say something else, of what the engine was asked, anywhere in a game."""
    setting, turns = played
    one, another = setting.game(rules), setting.game(other)
    for turn in (None, *turns):
        if turn is not None:
            one, another = (game.taking(parse_turn(setting.grid, turn)) for game in (one, another))
        if observation(one, asked) != observation(another, asked):
            return True
        if one.over:
            return False
    return False
