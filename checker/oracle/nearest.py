"""The rules nearest to what an engine does: which small change of the rules it claims settles what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random

from ...interpreter.rule_names import KEY_OF_PARAMETER
from ...spec.algebra import Grid
from ...spec.rules import Rules
from .aspects import Aspect
from .deviations import DEVIATIONS, allowing_for
from .disagreement import Disagreement
from .engine import Introduction, Unsupported
from .games.random_games import RandomPlayer
from .games.sources import Judged
from .naming import changes, other_parameters
from .setting import Setting
from .trial import Harness, following, trial

SELF_PLAY = KEY_OF_PARAMETER["self_play_opts"]
CHANGES_TO_CONFIRM = 8
GAMES_TO_CONFIRM = 20
GRIDS_TO_CONFIRM = (Grid(3, 2), Grid(3, 3), Grid(4, 4), Grid(5, 5))


def nearest_rules(
    harness: Harness,
    by: Judged,
    found: Sequence[Disagreement],
    chance: Random,
    plays: Introduction,
    go_on: Callable[[], bool] = lambda: True,
) -> str:
    """The smallest change of the rules under which none of the disagreements is left, in words; "" if none is known.

    Each such change is also tried with random games, and the first is taken under which all of them agree: rules under
    which some do not are not what the engine follows.
    """
    disputed = [one for one in found if one.aspect is not Aspect.ANSWER]
    settling = (
        (words, rules)
        for words, rules in _changed(by.rules)
        if all(_agrees(harness, one.setting, rules, one.turns) for one in disputed)
    )
    for words, rules in islice(settling, CHANGES_TO_CONFIRM) if disputed else ():
        if not go_on():
            break
        if _all_agree(harness, by, rules, chance, plays):
            return f"{by.name}, but {words}: all of {GAMES_TO_CONFIRM} further random games agree"
    return ""


def _changed(rules: Rules) -> Iterator[tuple[str, Rules]]:
    """The rules with one thing changed, then those with two; deviations that make no difference are left out."""
    deviating = [(name, amended) for name in DEVIATIONS if (amended := allowing_for([name])(rules)) != rules]
    yield from deviating
    yield from ((change.words, change.rules) for change in changes(rules) if not change.words.startswith(SELF_PLAY))
    for name, amended in deviating:
        yield from ((f"{name} and {words}", both) for words, both in other_parameters(amended))


def _agrees(harness: Harness, setting: Setting, rules: Rules, turns: Sequence[str]) -> bool:
    try:
        return next(trial(harness, setting, rules, following(turns, setting)), None) is None
    except (Unsupported, ValueError):
        return False


def _all_agree(harness: Harness, by: Judged, rules: Rules, chance: Random, plays: Introduction) -> bool:
    """Whether the engine does what the rules say in some random games."""
    grids = [grid for grid in GRIDS_TO_CONFIRM if plays.plays_on(grid)] or [Grid(plays.largest, plays.largest)]
    games = (
        trial(harness, by.setting(grid), rules, RandomPlayer.for_board(chance, grid, rules))
        for grid in islice(cycle(grids), GAMES_TO_CONFIRM)
    )
    return all(next(met, None) is None for met in games)
