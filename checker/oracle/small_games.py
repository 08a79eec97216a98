"""All small games, the shorter ones first: each is played to an engine, until it disagrees or the time is up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from ...interpreter.vertices import turn_text
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..games.lockstep import Line, Lockstep, turns_of
from .disagreement import Disagreement, breakdown, refusal
from .engine import EngineBroke, TurnRefused
from .setting import Setting
from .trial import Seat


@dataclass(frozen=True)
class Layer:
    """All games of some length were played to the engine.

    Of games that the rules can't tell apart from then on, or that are images of each other, one was.

    Attributes:
        turns: the number of turns.
        games: how many games of that length there are.
        tried: how many of them were played.
        last: whether no game is longer.
    """

    turns: int
    games: int
    tried: int
    last: bool


def small_games(
    seat: Seat, setting: Setting, rules: Rules, go_on: Callable[[], bool], most_turns: int | None = None
) -> Iterator[Disagreement | Layer]:
    """Play all games on a board, by their length, and tell what is met, and every length that is done with.

    Args:
        seat: where the engine sits.
        setting: the board, which must not be set up.
        rules: the rules that the interpreter plays by.
        go_on: asked before every game.
        most_turns: the most turns of a game; None for no bound.

    Raises:
        Unsupported: the engine can't play such games.
    """
    games = Lockstep((rules,), setting.grid)
    lines, turns = [games.start], 0
    while lines and (most_turns is None or turns <= most_turns):
        longer: dict[Hashable, Line] = {}
        for line in lines:
            if not go_on():
                return
            found = list(played_to(seat, setting, line))
            yield from found
            if not line.over and not any(one.breaks_off for one in found):
                disputed = {turn for one in found for turn in one.disputed}
                options = [turn for turn in line.games[0].turns() if turn not in disputed]
                for one in games.continued(line, options):
                    games.gather(longer, one)
        yield Layer(turns, sum(line.number for line in lines), len(lines), last=not longer)
        lines, turns = list(longer.values()), turns + 1


def played_to(seat: Seat, setting: Setting, line: Line) -> Iterator[Disagreement]:
    """Play one game to the engine, and compare what it has come to."""
    game = line.games[0]
    turns = [turn_text(setting.grid, turn) for turn in turns_of(game)]
    try:
        seat.start(setting, turns)
        yield from seat.compare(game, setting.rules)
    except TurnRefused as refused:
        before = game if game.undo is None else game.undo
        yield refusal(before, refused, setting.rules)
    except EngineBroke as broke:
        seat.broken()
        yield breakdown(game, broke, setting.rules)


def boards_by_size(most_points: int) -> list[Grid]:
    """The boards of up to some number of points, smaller ones first, no higher than wide, squarer ones first.

    >>> [str(grid) for grid in boards_by_size(4)]
    ['1x1', '2x1', '3x1', '2x2', '4x1']
    """
    grids = [Grid(width, height) for width in range(1, most_points + 1) for height in range(1, width + 1)]
    return sorted((grid for grid in grids if grid.size <= most_points), key=lambda grid: (grid.size, grid.width))
