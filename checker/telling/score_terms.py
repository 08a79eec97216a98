"""What each term of a score is called in plain words, whichever document's clause it comes from."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from ...interpreter.result import Score
from ...spec.algebra import BLACK, WHITE

WORDS: Mapping[str, str] = {
    "surrounded": "territory",
    "independent-life": "territory",
    "reach": "territory",
    "aga/12-count-territory": "territory",
    "region-without-stones": "regions without stones",
    "stones": "stones",
    "points": "stones",
    "aga/12-count-area": "area",
    "captures": "captures",
    "prisoners": "captures lost",
    "moves": "cleanup moves",
    "new-stones": "cleanup stones left",
    "tax": "group tax",
    "komi": "komi",
    "compensation": "komi",
    "button": "button",
    "n": "handicap",
    "n-1": "handicap",
    "handicap-n": "handicap",
    "handicap-n-1": "handicap",
}


def term_word(clause: str) -> str:
    """What the term that a clause gives is called; the clause's name, if it is none of the documents'.

    >>> term_word("katago-v2/area/score-none#surrounded"), term_word("aga/12-count-territory")
    ('territory', 'territory')
    >>> term_word("katago-v2/territory/komi"), term_word("katago-v2/mine/gift")
    ('komi', 'katago-v2/mine/gift')
    """
    name, _, part = clause.partition("#")
    return next((WORDS[key] for key in (part, name, name.rsplit("/", 1)[-1]) if key in WORDS), clause)


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
