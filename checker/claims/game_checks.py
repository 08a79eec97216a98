"""Checks over the games of a board: all of them, or those of up to a number of turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..evidence.checks import Decide, Scope, Sides, check
from ..play.lockstep import Line, Lockstep

SECONDS_WHEN_STANDARD = 10.0
SECONDS_WHEN_DEEP = 20.0


def layers(games: Lockstep, depth: int | None) -> Iterator[list[Line]]:
    """The lines of each length, from none up to a number of turns, as long as there are any."""
    lines, turns = [games.start], 0
    while lines and (depth is None or turns <= depth):
        yield lines
        lines, turns = games.longer(lines), turns + 1


def lines_of(games: Lockstep, depth: int | None) -> Iterator[Line]:
    """All lines of up to a number of turns, the shorter ones first."""
    return (line for lines in layers(games, depth) for line in lines)


def games_up_to(depth: int | None) -> str:
    """Which games are spoken of, in words.

    >>> games_up_to(None), games_up_to(8)
    ('all games', 'games of up to 8 turns')
    """
    return "all games" if depth is None else f"games of up to {depth} turns"


def check_games(
    claim: str,
    decide: Decide,
    quick: Iterable[tuple[Sides, int | None]],
    deep: Iterable[tuple[Sides, int | None]] = (),
    rules: str = "",
    cost: float = 0.3,
    standard: Iterable[tuple[Sides, int | None]] = (),
    *,
    under: tuple[Rules, ...],
    whatever_else: bool = False,
) -> None:
    """Register a function that decides a claim for the games on a board, for each board with the most turns.

    The function takes the rules of `under`, the most turns by the name of `depth`, and the board by that of `grid`.

    Raises:
        KeyError: there is no such claim.
        ValueError: the claim is already decided there.
    """
    scopes = (
        (Scope.QUICK, quick, cost),
        (Scope.STANDARD, standard, SECONDS_WHEN_STANDARD),
        (Scope.DEEP, deep, SECONDS_WHEN_DEEP),
    )
    for scope, boards, seconds in scopes:
        for (width, height), depth in boards:
            grid = Grid(width, height)
            label = ", ".join(part for part in (rules, games_up_to(depth)) if part)
            made = check(claim, str(grid), label, seconds, scope, under=under, whatever_else=whatever_else)
            made(partial(decide, depth=depth, grid=grid))
