"""Where best play comes out otherwise under two rule sets, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from ...interpreter.game import Game
from ...interpreter.notation import board_text, turn_text
from ...interpreter.wording import PLAYERS, counted
from ..solving.budget import Budget
from ..solving.solution import solve
from ..values.difference import ComparedPositions, Otherwise
from .replay_report import say, show_board
from .solve_report import both_as_json, both_text, line_text

FROM_SET_UP = "Games begin where they are set up; what is said of all games is said of those.\n"
# A line of best play is found quickly once a value is known; where it is not, it is left out.
NODES_FOR_A_LINE = 3_000_000


def show_differences(
    console: Console,
    names: Sequence[str],
    position: Otherwise | None,
    game: Otherwise | None,
    positions: Sequence[ComparedPositions],
    games: Sequence[ComparedPositions],
) -> None:
    """Print the smallest position and the shortest game, or that there are none, and what was covered."""
    if position is not None:
        say(console, f"The smallest position from which best play comes out otherwise, on {positions[-1].board}:\n")
        _show(console, names, position)
    for covered in positions:
        say(console, f"{covered.board}: {of_positions(covered)}")
    say(console, "" if positions else FROM_SET_UP)
    if game is not None:
        turns = game.games[0].turns_taken
        grid = game.games[0].position.coloring.board.grid
        told = " ".join(turn_text(grid, turn) for turn in turns) or "no turn"
        say(console, f"The shortest game from which best play comes out otherwise, on {games[-1].board}: {told}.\n")
        _show(console, names, game)
    for covered in games:
        say(console, f"{covered.board}: {of_games(covered)}")
    if position is None and game is None:
        say(console, f"\nNo difference between {names[0]} and {names[1]} was found.")


def _show(console: Console, names: Sequence[str], found: Otherwise) -> None:
    show_board(console, found.games[0])
    if not found.games[0].over:
        say(console, f"{PLAYERS[found.games[0].position.player]} to play.")
    for name, game, value in zip(names, found.games, found.values, strict=True):
        line = line_of(game)
        say(console, f"  {name}: Black's lead is {both_text(value)}" + (f"; best play: {line}." if line else "."))
    say(console, "")


def line_of(game: Game) -> str:
    """One line of best play from a game; nothing, if the game is over or it takes too long to find."""
    if game.over:
        return ""
    found = solve(game, Budget(nodes=NODES_FOR_A_LINE))
    return line_text(game.position.coloring.board.grid, found) if found.ended.over else ""


def of_positions(covered: ComparedPositions) -> str:
    """What was covered by positions, in a few words."""
    every = "every position" if covered.everything else counted(covered.compared + covered.undecided, "position")
    return f"{every} compared{undecided(covered)}."


def of_games(covered: ComparedPositions) -> str:
    """What was covered by games, in a few words."""
    if covered.turns < 0:
        return "no games were compared to the end of a turn."
    every = "every game" if covered.everything else f"every game of up to {counted(covered.turns, 'turn')}"
    return f"{every} compared{undecided(covered)}."


def undecided(covered: ComparedPositions) -> str:
    """How many values were not found, if there are such.

    >>> undecided(ComparedPositions("2x1", undecided=2)), undecided(ComparedPositions("2x1"))
    (', 2 of them undecided', '')
    """
    return f", {covered.undecided} of them undecided" if covered.undecided else ""


def differences_as_json(
    names: Sequence[str],
    position: Otherwise | None,
    game: Otherwise | None,
    positions: Sequence[ComparedPositions],
    games: Sequence[ComparedPositions],
) -> dict[str, object]:
    """What a comparison came to, as it goes into a file."""
    return {
        "rules": list(names),
        "position": position and _as_json(names, position),
        "game": game and _as_json(names, game),
        "positions": [_covered_as_json(some) for some in positions],
        "games": [{**_covered_as_json(some), "turns": some.turns} for some in games],
    }


def _as_json(names: Sequence[str], found: Otherwise) -> dict[str, Any]:
    game = found.games[0]
    grid = game.position.coloring.board.grid
    values = zip(names, found.games, found.values, strict=True)
    return {
        "size": str(grid),
        "board": board_text(game.position.coloring),
        "player": game.position.player.value,
        "turns": [turn_text(grid, turn) for turn in game.turns_taken],
        "values": [{"rules": name, **both_as_json(value), "line": line_of(some)} for name, some, value in values],
    }


def _covered_as_json(some: ComparedPositions) -> dict[str, object]:
    return {
        "board": some.board,
        "compared": some.compared,
        "undecided": some.undecided,
        "everything": some.everything,
    }
