"""Reports of checks as text: entries with an id, verdicts, and witnesses as diagrams and requests."""

from __future__ import annotations

import re
from textwrap import fill

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...interpreter.explanations import term_word
from ...interpreter.result import Score
from ...interpreter.wording import points_text
from ...spec.algebra import BLACK, WHITE

INDENT = "  "
# Settings that are written without spaces may go to the next line too, each whole.
AFTER_COMMA = re.compile(r",(?=[a-z])")


def wrapped(text: str, width: int, depth: int = 1) -> str:
    """A text in lines that begin with some indents; only words, never parts of them, go to the next line.

    >>> print(wrapped("without katago-v2/cleanup/legal-once it goes on", 30))
      without
        katago-v2/cleanup/legal-once
        it goes on
    """
    first = INDENT * depth
    return fill(
        AFTER_COMMA.sub(", ", text),
        width,
        initial_indent=first,
        subsequent_indent=first + INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )


def show_heading(console: Console, text: str) -> None:
    """Print an id, whole."""
    console.print(Text(text, style="bold"), soft_wrap=True)


def show_line(console: Console, text: str, word: str = "", style: str = "", depth: int = 1) -> None:
    """Print what is told of an id, below it; its first word may have a style of its own."""
    told = Text(wrapped(f"{word} {text}" if word else text, console.width, depth))
    if word:
        told.stylize(style, len(INDENT * depth), len(INDENT * depth) + len(word))
    console.print(told, soft_wrap=True)


def show_terms(console: Console, heading: str, score: Score) -> None:
    """Print the terms of both players' scores, each with the clause that gives it, and the sums."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=True)
    table.add_column(heading, footer="sum", overflow="fold")
    for name, points in (("Black", score.black), ("White", score.white)):
        table.add_column(name, footer=points_text(points), justify="right")
    table.add_column("by", no_wrap=True)
    for clause in score.terms[BLACK]:
        table.add_row(term_word(clause), *(points_text(score.terms[color][clause]) for color in (BLACK, WHITE)), clause)
    console.print(table)
