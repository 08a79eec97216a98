"""The terms of a score as a table."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from ...interpreter.explanations import term_word
from ...interpreter.result import Score
from ...spec.algebra import BLACK, WHITE


def show_terms(console: Console, heading: str, score: Score) -> None:
    """Print the terms of both players' scores, each with the clause that gives it, and the sums."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=True)
    table.add_column(heading, footer="sum", overflow="fold")
    for name, points in (("Black", score.black), ("White", score.white)):
        table.add_column(name, footer=written(points), justify="right")
    table.add_column("by", no_wrap=True)
    for clause in score.terms[BLACK]:
        table.add_row(term_word(clause), *(written(score.terms[color][clause]) for color in (BLACK, WHITE)), clause)
    console.print(table)


def written(number: float) -> str:
    """A half-integer, without a fraction where it has none.

    >>> written(6.5), written(-7.0)
    ('6.5', '-7')
    """
    return f"{number:.1f}".removesuffix(".0")
