"""What every position of a board is worth, as tables of which the digest is recorded."""

from __future__ import annotations

from collections.abc import Callable

from ....spec.algebra import BLACK, Color, Coloring, Grid
from ....spec.algebra.integers import integer_board
from ....spec.rules import Rules
from ....spec.vocabulary import Position
from ...evidence.verdict import Seen, answer, one_case
from ...values.positions import PositionTable
from .situations import LEGAL_POSITIONS
from .values import published_value


@one_case(method="best play", acts="found a player who leads")
def every_position_is_worth(rules: Rules, grid: Grid, found_by: Callable[[Rules, Grid], PositionTable]) -> Seen:
    """Make a table of all positions of a board, and compare their number and the empty board with what is published."""
    table = found_by(rules, grid)
    numbers = table.numbers()
    counts = {
        "positions": sum(numbers.values()),
        "ahead": sum(number for lead, number in numbers.items() if lead > 0),
        "behind": sum(number for lead, number in numbers.items() if lead < 0),
        "better_to_wait": table.better_to_wait(),
    }
    empty = table.lead_at(Position(Coloring(integer_board(grid.width, grid.height), 0, 0), BLACK))
    # What is published is of bans by which the start counts, too, and of games without result; under French rules 3x3
    # is worth 2, and 4x4 is worth 1 where a game that goes round counts 0.
    is_published = rules.document == Rules().document and not rules.amendments
    published = published_value(rules, grid) if is_published else None
    is_so = counts["positions"] == len(Color) * LEGAL_POSITIONS[grid.width, grid.height] and published in (None, empty)
    leads = ", ".join(f"{lead:g}: {number:,}" for lead, number in numbers.items())
    notes = (
        f"With Black to play the empty board is worth {empty:g}. Positions by the lead of the player to move: {leads}. "
        f"The table has the digest {table.digest}."
    )
    return answer(is_so, counts, notes=notes, acted=counts["ahead"] + counts["behind"])
