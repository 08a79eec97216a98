"""What best play comes to: leads and values in words and as JSON; and rules under which games need not end."""

from __future__ import annotations

import shlex
from math import inf, isinf
from typing import TYPE_CHECKING

from ...interpreter.notation import turn_text
from ...interpreter.wording import points_text
from ...spec.algebra import Grid
from ...spec.rules import Rules
from ..solving.plain_solver import how_searched
from ..solving.solution import Solution
from ..telling.terminal import remark

if TYPE_CHECKING:
    from ..proofs.endless import EndlessGame


def lead_bounds_text(low: float, high: float, where: str = "") -> str:
    """What is known of a value, or where something holds.

    >>> lead_bounds_text(-25, 25, "If the game has a result, ")
    "If the game has a result, Black's lead is at least -25 and at most 25."
    """
    if low == -inf and high == inf:
        return "Nothing is known of the value."
    least = "" if low == -inf else f"at least {points_text(low)}"
    most = "" if high == inf else f"at most {points_text(high)}"
    return f"{where}Black's lead is {' and '.join(bound for bound in (least, most) if bound)}."


def lead_text(lead: float) -> str:
    """Who wins by how much.

    >>> lead_text(-1.5), lead_text(0)
    ('White wins by 1.5', 'A draw')
    """
    if lead == 0:
        return "A draw"
    return f"{'Black' if lead > 0 else 'White'} wins by {points_text(abs(lead))}"


def value_text(lead: float) -> str:
    """Who wins by how much, or that nobody does."""
    return "No result" if isinf(lead) else lead_text(lead)


def uncapitalised(text: str) -> str:
    """A sentence that begins with a name or not, as the second part of another."""
    return text if text.startswith(("Black", "White")) else text[0].lower() + text[1:]


def turns_of_line(grid: Grid, solution: Solution) -> list[str]:
    """The turns of the line."""
    return [turn_text(grid, best.turn) for best in solution.line]


def tell_how_searched(*rule_sets: Rules) -> None:
    """Say on standard error for which clauses every position is searched in its own game, where that is so."""
    for sentence in dict.fromkeys(filter(None, map(how_searched, rule_sets))):
        remark(sentence)


def endless_game_under(rules: Rules) -> EndlessGame | None:
    """A shortest game that amended rules let go on forever; None if there is no short one.

    The documents' own clauses end every game, so under them there is nothing to look for.
    """
    if not rules.amendments:
        return None
    from ..proofs.endless import endless_game_in_any_phase  # noqa: PLC0415 (it loads z3, which few searches need)

    return endless_game_in_any_phase(rules)


def endless_text(endless: EndlessGame, named: str) -> str:
    """That rules let a game go on forever, and how to step through it; `named` is what the command line calls them."""
    return (
        f"These rules let a game go on forever, so it need not have a value: {endless}. "
        f"`superko show {shlex.quote(named)}` steps through it."
    )
