"""Checks over the games of a board: all of them, or those of up to a number of turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..evidence.cases import Decide
from ..evidence.checks import Scope, Sides, check, games_up_to

SECONDS_WHEN_STANDARD = 10.0
SECONDS_WHEN_DEEP = 20.0


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
