"""All small games, the shorter ones first: each is played to an engine, until it disagrees or the time is up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from ....interpreter.notation import turn_text
from ....spec.algebra import Grid
from ....spec.rules import Rules
from ....spec.vocabulary import Turn
from ...phase.model import Model
from ...play.lockstep import Line, Lockstep
from ..disagreement import Disagreement, breakdown, refusal
from ..engine import EngineBroke, TurnRefused
from ..setting import Setting
from ..trial import Harness

MOST_LINES = 100_000


@dataclass(frozen=True)
class GamesOfOneLength:
    """All games of one length were played to the engine.

    One was played of those that are images of each other, and of those from which the same games can follow.

    Attributes:
        turns: the number of turns.
        games: how many games of that length there are.
        tried: how many of them were played.
        last: whether no game is longer.
        complete: whether none was left out because a shorter one could not be gone on with.
    """

    turns: int
    games: int
    tried: int
    last: bool
    complete: bool


@dataclass(frozen=True)
class GamesPlayed:
    """A game was played to the engine, or several.

    Attributes:
        what: what sort of game, in a few words.
        games: how many.
        random_on: the board, if it was a random game.
    """

    what: str
    games: int = 1
    random_on: str = ""


def small_games(
    harness: Harness,
    setting: Setting,
    rules: Rules,
    go_on: Callable[[], bool],
    most_turns: int | None = None,
    most_lines: int = MOST_LINES,
) -> Iterator[Disagreement | GamesOfOneLength | GamesPlayed]:
    """Play all games on a board, by their length, and tell what is met, every game, and every length that is done with.

    Args:
        harness: the harness that runs the engine.
        setting: the board, which must not be set up.
        rules: the rules that the interpreter plays by.
        go_on: asked before every game.
        most_turns: the most turns of a game; None for no bound.
        most_lines: how many games of a length are held in memory at the most; beyond that, no longer ones are played.

    Raises:
        Unsupported: the engine can't play such games.
    """
    games = Lockstep(Model.each((rules,), setting.grid))
    lines, turns, complete = [games.start], 0, True
    while lines and (most_turns is None or turns <= most_turns):
        longer: dict[Hashable, Line] = {}
        all_gone_on_with = True
        for line in lines:
            if not go_on():
                return
            options = line.games[0].turns()
            found = list(played_to(harness, setting, line, options))
            yield from found
            all_gone_on_with &= not any(one.breaks_off or one.disputed for one in found)
            yield GamesPlayed(f"games of {turns} turns on {setting.grid}")
            if turns != most_turns and len(longer) <= most_lines and not any(one.breaks_off for one in found):
                disputed = {turn for one in found for turn in one.disputed}
                for one in games.continued(line, (turn for turn in options if turn not in disputed)):
                    games.gather(longer, one)
        number = sum(line.number for line in lines)
        last = not longer and turns != most_turns and all_gone_on_with
        yield GamesOfOneLength(turns, number, len(lines), last, complete)
        complete &= all_gone_on_with
        lines, turns = list(longer.values()) if len(longer) <= most_lines else [], turns + 1


def played_to(harness: Harness, setting: Setting, line: Line, options: Sequence[Turn]) -> Iterator[Disagreement]:
    """Play one game to the engine, and compare what it has come to; the options are the turns that are legal then."""
    game = line.games[0]
    turns = [turn_text(setting.grid, turn) for turn in game.turns_taken]
    try:
        harness.start(setting, turns)
        yield from harness.compare(game, setting.rules, options)
    except TurnRefused as refused:
        before = game if game.undo is None else game.undo
        yield refusal(before, refused, setting.rules)
    except EngineBroke as broke:
        harness.broken()
        yield breakdown(game, broke, setting.rules)


def boards_by_size(most_points: int) -> list[Grid]:
    """The boards of up to some number of points, smaller ones first, no higher than wide, squarer ones first.

    >>> [str(grid) for grid in boards_by_size(4)]
    ['1x1', '2x1', '3x1', '2x2', '4x1']
    """
    grids = [Grid(width, height) for width in range(1, most_points + 1) for height in range(1, width + 1)]
    return sorted((grid for grid in grids if grid.size <= most_points), key=lambda grid: (grid.size, grid.width))
