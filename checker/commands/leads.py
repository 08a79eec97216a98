"""A line of best play as text, and rules under which games need not end."""

from __future__ import annotations

import shlex
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from ...interpreter.clauses_of_authors import as_texts
from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..evidence.workers import Lost, in_processes
from ..solving.solution import Solution, how_searched
from ..telling.terminal import remark

if TYPE_CHECKING:
    from ..proofs.endless import EndlessGame

LEAST_SECONDS = 5.0


def turns_of_line(grid: Grid, solution: Solution) -> list[str]:
    """The turns of the line."""
    return [turn_text(grid, best.turn) for best in solution.line]


def tell_how_searched(*rule_sets: Rules) -> None:
    """Say on standard error for which clauses every position is searched in its own game, where that is so."""
    for sentence in dict.fromkeys(filter(None, map(how_searched, rule_sets))):
        remark(sentence)


def endless_game_under(rules: Rules, seconds: float | None = None) -> EndlessGame | None:
    """A shortest game that amended rules let go on forever; None if there is no short one, or none is found in time.

    The documents' own clauses end every game, so under them there is nothing to look for. That a game goes on is shown
    in a process in which no author's file runs; where a clause can't be read, nobody can tell.

    Args:
        rules: the rules.
        seconds: how long a search for a value was to take; this one takes no longer, or five seconds.
    """
    texts = as_texts(rules)
    if not rules.amendments or texts is None:
        return None
    from ..proofs.endless import EndlessGame, endless_turns  # noqa: PLC0415 (they load z3)

    search = partial(endless_turns, seconds=inf if seconds is None else max(seconds, LEAST_SECONDS))
    (answer,) = in_processes(search, [texts], workers=1)
    if answer is None or isinstance(answer, Lost):
        return None
    phase, grid, opening, loop = answer
    return EndlessGame(Game(rules, grid, phase=phase), opening, loop)


def endless_text(endless: EndlessGame, named: str) -> str:
    """That rules let a game go on forever, and how to step through it; `named` is what the command line calls them."""
    return (
        f"These rules let a game go on forever, so it need not have a value: {endless}. "
        f"`superko show {shlex.quote(named)}` steps through it."
    )
