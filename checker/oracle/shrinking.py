"""Shrinking: from a game on which an engine is wrong to the shortest one, on the smallest board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TypeAlias

from ...interpreter.notation import COLUMNS
from ...spec.algebra import Grid
from ...spec.algebra.grid import squarest_first
from ...spec.rules import Rules
from .coverage import SmallGamesCovered
from .engine import Introduction, Setting
from .games import Met, player_on, small_games
from .plan import TrialBudget, in_turns
from .trial import Disagreement, Harness, Same, shown_by, trial

_MOST_POINTS_TO_SEARCH = 9
_FEWEST_POINTS_FOR_CHANCE = 3
_Game: TypeAlias = tuple[Setting, tuple[str, ...]]
_SHARE_OF_SMALLER_BOARDS = 0.5
_SHARE_OF_ALL_GAMES = 4.0
_UNITS_OF_TURNS = (8, 4, 2, 1)


@dataclass(frozen=True)
class _Shrinking:
    """A search for a smaller disagreement of the same sort."""

    harness: Harness
    plays: Introduction
    same: Same
    go_on: Callable[[], bool]
    chance: Random
    rewinding: bool

    def shown(self, setting: Setting, rules: Rules, turns: tuple[str, ...]) -> Disagreement | None:
        """The first disagreement of that sort in a game."""
        return shown_by(self.harness, setting, rules, turns, self.same, self.rewinding)


def shrunk(
    harness: Harness,
    disagreement: Disagreement,
    plays: Introduction,
    budget: TrialBudget,
    chance: Random,
    same: Same,
) -> tuple[Disagreement, int | None]:
    """A smaller disagreement of the same kind, and up to which length all games on its board were found not to show it.

    Returns:
        The smallest disagreement that was found, and the number of turns up to which no game on its board shows one of
        the same kind, as each was played; None where that was not found out.
    """
    search = _Shrinking(harness, plays, same, budget.lasts, chance, bool(disagreement.undone))
    disagreement = _with_fewer_turns(search, disagreement)
    if disagreement.setting.is_set_up:
        return disagreement, None
    disagreement = _cropped_as_far_as_possible(search, disagreement)
    some_time = replace(search, go_on=budget.part(_SHARE_OF_SMALLER_BOARDS).lasts)
    while (smaller := _met_on_a_smaller_board(some_time, disagreement)) is not None:
        disagreement = _cropped_as_far_as_possible(search, smaller)
    return _shortest(search, disagreement)


def _made_smaller(
    search: _Shrinking, disagreement: Disagreement, parts: Callable[[Disagreement], Iterator[_Game]]
) -> Disagreement:
    """The first part of a game that is smaller and still shows it, and of that the first, as long as there is one."""
    games = parts(disagreement)
    while search.go_on() and (game := next(games, None)) is not None:
        setting, turns = game
        shown = search.shown(setting, disagreement.rules, turns)
        if shown is not None and shown.size < disagreement.size:
            disagreement, games = shown, parts(shown)
    return disagreement


def _with_fewer_turns(search: _Shrinking, disagreement: Disagreement) -> Disagreement:
    """Leave turns out, many at once and then one by one, as long as the rest still shows it."""
    for unit in _UNITS_OF_TURNS:
        disagreement = _made_smaller(search, disagreement, partial(_parts, unit))
    return disagreement


def _parts(unit: int, disagreement: Disagreement) -> Iterator[_Game]:
    turns = disagreement.turns_that_show_it
    for start in range(len(turns) - unit, -1, -1):
        yield disagreement.setting, turns[:start] + turns[start + unit :]


def _cropped_as_far_as_possible(search: _Shrinking, disagreement: Disagreement) -> Disagreement:
    """Leave out columns and rows, and then turns."""
    return _with_fewer_turns(search, _made_smaller(search, disagreement, partial(_cropped, search.plays)))


def _met_on_a_smaller_board(search: _Shrinking, disagreement: Disagreement) -> Disagreement | None:
    """Look for it on all smaller boards at once, in all games by their length and in random ones."""
    grids = squarest_first(min(disagreement.setting.grid.size - 1, _MOST_POINTS_TO_SEARCH))
    settings = [
        replace(disagreement.setting, width=grid.width, height=grid.height)
        for grid in grids
        if search.plays.plays_on(grid)
    ]
    rules, rewinding = disagreement.rules, search.rewinding
    sources: list[tuple[Iterator[Met | None], float]] = [
        (small_games(search.harness, setting, rules, search.go_on, rewinding=rewinding), 1 / setting.grid.size**2)
        for setting in settings
    ]
    sources += [
        (_met_in_random_games(search, setting, rules), 1 / setting.grid.size**2)
        for setting in settings
        if setting.grid.size >= _FEWEST_POINTS_FOR_CHANCE
    ]
    met = in_turns(sources, search.harness.effort_so_far)
    return next((smaller for smaller in met if isinstance(smaller, Disagreement) and search.same(smaller)), None)


def _met_in_random_games(search: _Shrinking, setting: Setting, rules: Rules) -> Iterator[Disagreement | None]:
    while search.go_on():
        player = player_on(search.chance, setting.grid, rules)
        yield from trial(search.harness, setting, rules, player, search.rewinding)
        yield None


def _cropped(plays: Introduction, disagreement: Disagreement) -> Iterator[_Game]:
    """The game without one of the columns, without one of the rows, or on a square board without one of both."""
    setting, turns = disagreement.setting, disagreement.turns_that_show_it
    columns = [(column, None) for column in range(setting.width)]
    rows = [(None, row) for row in range(setting.height)]
    both = [(column, row) for column in range(setting.width) for row in range(setting.height)]
    for column, row in both if plays.square else [*columns, *rows]:
        width, height = setting.width - (column is not None), setting.height - (row is not None)
        if width and height and plays.plays_on(Grid(width, height)):
            kept = (_moved(turn, column, row) for turn in turns)
            yield replace(setting, width=width, height=height), tuple(turn for turn in kept if turn)


def _moved(turn: str, column: int | None, row: int | None) -> str | None:
    """The turn on a board without a column and a row, counted from the bottom left and from 0; None if it was there."""
    if turn == "pass":
        return turn
    *unblock, vertex = turn.split()
    letters = vertex.rstrip("0123456789")
    across, up = COLUMNS.index(letters), int(vertex.removeprefix(letters)) - 1
    if across == column or up == row:
        return None
    across -= column is not None and across > column
    up -= row is not None and up > row
    return " ".join([*unblock, f"{COLUMNS[across]}{up + 1}"])


def _shortest(search: _Shrinking, disagreement: Disagreement) -> tuple[Disagreement, int | None]:
    """Look for a shorter game on the same board: among all, by classes and then each, and among random ones."""
    setting, rules = disagreement.setting, disagreement.rules
    if setting.grid.size > _MOST_POINTS_TO_SEARCH or not disagreement.turns_that_show_it:
        return disagreement, None
    excluded: int | None = None
    longest = disagreement.length - 1
    sources: list[tuple[Iterator[Met | None], float]] = [
        (
            small_games(search.harness, setting, rules, search.go_on, longest, each=each, rewinding=search.rewinding),
            _SHARE_OF_ALL_GAMES,
        )
        for each in (False, True)
    ]
    sources.append((_met_in_random_games(search, setting, rules), 1))
    for met in in_turns(sources, search.harness.effort_so_far):
        if isinstance(met, SmallGamesCovered):
            excluded = met.turns if met.each else excluded
        elif isinstance(met, Disagreement) and search.same(met) and met.length < disagreement.length:
            disagreement = _with_fewer_turns(search, met)
        if excluded == disagreement.length - 1:
            break
    return disagreement, excluded
