"""`superko compare --values`: where best play comes out otherwise under two rule sets."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.wording import PLAYERS, counted
from ...spec.algebra import Grid
from ..play.comparison import Begin
from ..solving.budget import Budget
from ..solving.certificate import worth_text
from ..solving.solution import solve
from ..telling.data import as_data, tell_json
from ..telling.effort import Effort
from ..telling.options import (
    Beginning,
    NamedRules,
    boards_up_to,
    refusing,
)
from ..telling.progress import progress_bar
from ..telling.report import Console, say, show_board
from ..telling.terminal import Exit, leave_interrupted
from ..values.valuing import (
    Both,
    ComparedPositions,
    DecidingTurn,
    GoOn,
    Otherwise,
    Valuing,
    in_games,
    in_positions,
    parting_of,
    stand_alike,
)
from .leads import tell_how_searched, turns_of_line
from .opening import show_both

_FROM_SET_UP = "Games begin where they are set up; what is said of all games is said of those.\n"
# A line of best play is found quickly once a value is known; where it is not, it is left out.
_NODES_FOR_A_LINE = 3_000_000
# For each position, under each rule set.
_MOST_NODES = 1_000_000


@dataclass
class Differences:
    """Where best play comes out otherwise, as far as was searched.

    Attributes:
        position: the smallest position, if one was found.
        game: the shortest game from an empty board, if one was found.
        positions: what was covered by positions, for each board.
        games: what was covered by games, for each board.
    """

    position: Otherwise | None = None
    game: Otherwise | None = None
    positions: list[ComparedPositions] = field(default_factory=list)
    games: list[ComparedPositions] = field(default_factory=list)


def compare_values(
    first: NamedRules,
    second: NamedRules,
    beginning: Beginning,
    up_to: str,
    depth: int | None,
    effort: Effort,
    json_wanted: bool,
) -> None:
    """Find where best play comes out otherwise, and print it; then exit as `superko compare` says."""
    differences, interrupted = Differences(), True
    names, both = (first.text, second.text), (first.rules, second.rules)
    tell_how_searched(*both)
    with refusing():
        grid = beginning.grid
        if grid is None and not beginning.is_empty:
            raise ValueError("Name a board to start on it otherwise, by --board.")
        grids = boards_up_to(up_to) if grid is None else [grid]
        begin = None if beginning.is_empty else beginning.game
        with suppress(KeyboardInterrupt):
            search(both, grids, depth, effort, differences, json_wanted, begin)
            interrupted = False
    if json_wanted:
        fields = differences_as_json(names, differences)
        tell_json("compare-values", fields)
    else:
        show_differences(Console(), names, differences, interrupted)
    if differences.position is not None or differences.game is not None:
        sys.exit(Exit.DIFFERENCE)
    if interrupted:
        leave_interrupted()


def search(
    both: Both,
    grids: Sequence[Grid],
    depth: int | None,
    effort: Effort,
    differences: Differences,
    quiet: bool,
    begin: Begin | None = None,
) -> None:
    """Go through boards until both differences are found; the time that is left is shared by what is left to do."""
    end = time.monotonic() + (effort.seconds or 0)
    with progress_bar("reading the rules", quiet=quiet, counts=False) as bar:

        def until(seconds: float | None) -> GoOn:
            deadline = time.monotonic() + (seconds or 0)

            def go_on(covered: ComparedPositions) -> bool:
                bar.doing(f"{covered.board}: {covered.compared:,} compared")
                return time.monotonic() < deadline if seconds is not None else covered.compared < (effort.count or 0)

            return go_on

        def a_share(shares: int) -> float | None:
            return None if effort.seconds is None else (end - time.monotonic()) / shares

        for number, grid in enumerate(grids):
            left = 1 if begin else 2 * (len(grids) - number)
            if differences.position is None and begin is None:
                seconds = a_share(left)
                position = in_positions(both, grid, _MOST_NODES, go_on=until(seconds), seconds=seconds, each_game=True)
                differences.position = position.first
                differences.positions.append(position.covered)
            if differences.game is None:
                seconds = a_share(max(left - 1, 1))
                game = in_games(both, grid, _MOST_NODES, depth, until(seconds), begin, seconds, each_game=True)
                differences.game = game.first
                differences.games.append(game.covered)
            if differences.position is not None and differences.game is not None:
                return


def show_differences(console: Console, names: Sequence[str], differences: Differences, interrupted: bool) -> None:
    """Print the smallest position and the shortest game, or that there are none, and what was covered."""
    position, game = differences.position, differences.game
    if position is None and game is None:
        until_then = " until then" if interrupted else ""
        say(console, f"No difference between {names[0]} and {names[1]} was found{until_then}.\n")
    if position is not None:
        board = differences.positions[-1].board
        say(console, f"The smallest position whose value differs, on {board}:\n")
        _show(console, names, position)
    for covered in differences.positions:
        say(console, f"{covered.board}: {of_positions(covered)}")
    say(console, "" if differences.positions else _FROM_SET_UP)
    if game is not None:
        turns = game.games[0].turns_taken
        grid = game.games[0].grid
        played = " ".join(turn_text(grid, turn) for turn in turns) or "no turn"
        board = differences.games[-1].board
        say(console, f"The shortest game after which the value differs, on {board}: {played}.\n")
        _show(console, names, game)
    for covered in differences.games:
        say(console, f"{covered.board}: {of_games(covered)}")


def _show(console: Console, names: Sequence[str], difference: Otherwise) -> None:
    if stand_alike(difference.games):
        _show_standing(console, difference.games[0])
    else:
        for name, game in zip(names, difference.games, strict=True):
            say(console, f"{name}:")
            _show_standing(console, game)
    for name, game, value in zip(names, difference.games, difference.values, strict=True):
        line = " ".join(_line_of(game))
        say(console, f"  {name}: {worth_text(value)}" + (f"; best play: {line}." if line else "."))
    if parting := parting_from(difference):
        say(console, f"{_where(parting)} {parting.says(names)}")
    show_both(console, difference.games, names)
    say(console, "")


def _show_standing(console: Console, game: Game) -> None:
    """Print the board and whose turn it is."""
    show_board(console, game)
    if not game.over:
        say(console, f"{PLAYERS[game.position.player]} to play.")


def parting_from(difference: Otherwise) -> DecidingTurn | None:
    """Where the rule sets part, if they do so only after this, the game is not over, and that is found soon."""
    if not stand_alike(difference.games) or any(game.over for game in difference.games):
        return None
    first, second = (Valuing([game], _NODES_FOR_A_LINE, each_game=True) for game in difference.games)
    return parting_of(difference.games, difference.values, (first, second))


def _where(parting: DecidingTurn) -> str:
    """After which turns rule sets part, in words."""
    turns = turns_before(parting)
    sooner = "" if parting.is_shortest else ", if no sooner,"
    return f"They differ{sooner} after {' '.join(turns)}:" if turns else "They differ at once:"


def turns_before(parting: DecidingTurn) -> list[str]:
    """The turns from the beginning of a game to where rule sets part."""
    game = parting.games[0]
    return [turn_text(game.grid, turn) for turn in game.turns_taken]


def _line_of(game: Game) -> list[str]:
    """One line of best play from a game; nothing, if the game is over or it takes too long to find."""
    if game.over:
        return []
    solution = solve(game, budget=Budget(nodes=_NODES_FOR_A_LINE))
    return turns_of_line(game.grid, solution) if solution.ended.over else []


def of_positions(covered: ComparedPositions) -> str:
    """What was covered by positions, in a few words."""
    every = "every position" if covered.everything else counted(covered.compared + covered.undecided, "position")
    return f"{every} compared{_undecided(covered)}."


def of_games(covered: ComparedPositions) -> str:
    """What was covered by games, in a few words."""
    if covered.turns < 0:
        return "no games were compared to the end of a turn."
    every = "every game" if covered.everything else f"every game of up to {counted(covered.turns, 'turn')}"
    return f"{every} compared{_undecided(covered)}."


def _undecided(covered: ComparedPositions) -> str:
    """How many values were not found, if there are such.

    >>> _undecided(ComparedPositions("2x1", undecided=2)), _undecided(ComparedPositions("2x1"))
    (', 2 of them undecided', '')
    """
    return f", {covered.undecided} of them undecided" if covered.undecided else ""


COVERED = ("board", "compared", "undecided", "everything")


def differences_as_json(names: Sequence[str], differences: Differences) -> dict[str, object]:
    """What a comparison came to, as it goes into a file."""
    return {
        "names": names,
        "position": differences.position and _as_json(names, differences.position),
        "game": differences.game and _as_json(names, differences.game),
        "positions": [as_data(covered, *COVERED) for covered in differences.positions],
        "games": [{**as_data(covered, *COVERED), "depth": covered.turns} for covered in differences.games],
    }


def _as_json(names: Sequence[str], difference: Otherwise) -> dict[str, Any]:
    game = difference.games[0]
    grid = game.grid
    values = zip(names, difference.games, difference.values, strict=True)
    parting = parting_from(difference)
    return {
        "board": game.position.coloring,
        "player": game.position.player,
        "turns": [turn_text(grid, turn) for turn in game.turns_taken],
        "values": [
            {"name": name, **as_data(value), "line": _line_of(game_under)} for name, game_under, value in values
        ],
        "parting": parting and {"turns": turns_before(parting), "says": parting.says(names)},
    }
