"""What commands print: entries with an id, verdicts, boards, turns and scores."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from textwrap import fill
from time import monotonic
from typing import IO

import rich.console
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ...interpreter.clauses_of_authors import played_as_python
from ...interpreter.game import Game
from ...interpreter.judgement import term_word
from ...interpreter.notation import diagram
from ...interpreter.result import NoResult, Result, Score, outcome_text
from ...interpreter.wording import points_text
from ...spec.algebra import BLACK, WHITE
from ...spec.rules import Rules
from ...spec.vocabulary import Move
from .terminal import HarmlessStream, harmless, remark

INDENT = "  "
_WIDEST = 10_000
LETTERS_OF_TWO_NUMBERS = len("  Black  White  ")
# Settings that are written without spaces may go to the next line too, each whole.
AFTER_COMMA = re.compile(r",(?=[a-z])")


class Console(rich.console.Console):
    """A console of rich's that writes colors and bars, and its texts harmless."""

    @property
    def file(self) -> IO[str]:
        """What it writes to: beneath whatever takes the place of the standard streams meanwhile."""
        file = super().file
        HarmlessStream.last_written = monotonic()
        while (inner := getattr(file, "rich_proxied_file", None)) is not None:
            file = inner
        return file

    @file.setter
    def file(self, new_file: IO[str]) -> None:
        self._file = new_file

    def render(
        self, renderable: rich.console.RenderableType, options: rich.console.ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The segments of what is printed, harmless."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))


def tell_of_python(*rule_sets: Rules) -> None:
    """Say on standard error which clauses are played as Python, where some are."""
    for sentence in dict.fromkeys(filter(None, map(played_as_python, rule_sets))):
        remark(sentence)


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
    """Print what is said of an id, below it; its first word may have a style of its own."""
    line = Text(wrapped(f"{word} {text}" if word else text, console.width, depth))
    if word:
        line.stylize(style, len(INDENT * depth), len(INDENT * depth) + len(word))
    console.print(line, soft_wrap=True)


def show_terms(console: Console, heading: str, score: Score) -> None:
    """Print the terms of both players' scores, each with the clause that gives it, and the sums."""
    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=True)
    terms = score.terms[BLACK]
    words = max(len(word) for text in (heading, *map(term_word, terms)) for word in text.split())
    ids_fit = words + LETTERS_OF_TWO_NUMBERS + max(map(len, terms)) <= console.width
    table.add_column(heading, footer="sum", overflow="fold")
    for name, points in (("Black", score.black), ("White", score.white)):
        table.add_column(name, footer=points_text(points), justify="right", no_wrap=True)
    table.add_column("by", overflow="fold", no_wrap=ids_fit)
    for clause in terms:
        table.add_row(term_word(clause), *(points_text(score.terms[color][clause]) for color in (BLACK, WHITE)), clause)
    print_table(console, table)


def print_table(console: Console, table: Table) -> None:
    """Print a table in which every word is whole: one that is too narrow for that is wider than the terminal.

    >>> table = Table("a", box=None, pad_edge=False)
    >>> table.add_row("reading/ilr-own-stone=literal")
    >>> print_table(Console(width=9), table)  # doctest: +NORMALIZE_WHITESPACE
    a
    reading/ilr-own-stone=literal
    """
    options = console.options.update(width=_WIDEST)
    for column in table.columns:
        parts = [Measurement.get(console, options, part) for part in (column.header, column.footer, *column.cells)]
        column.min_width = max(part.maximum if column.no_wrap else part.minimum for part in parts)
    least = Measurement.get(console, options, table).minimum
    table.width = least if least > console.width else None
    console.print(table, crop=False)


def say(console: Console, text: str, first: str = "", further: str = "") -> None:
    """Print plain text: nothing in it is markup, and only whole words go to the next line.

    A line of it begins with `first`, and the lines that it goes on in with `further`.
    """
    lines = (
        f"{first}{line}"
        if len(first + line) <= console.width
        else fill(
            line,
            console.width,
            initial_indent=first,
            subsequent_indent=further,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )
    show_whole(console, "\n".join(lines))


def show_whole(console: Console, line: str) -> None:
    """Print a line that is to be copied, such as a command: it is never broken, and nothing in it is markup."""
    console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)


def show_board(console: Console, game: Game) -> None:
    """Print the diagram of a board, with its marks and the last move."""
    last = game.record.last
    say(console, diagram(game.position.coloring, game.position.marks, last.point if isinstance(last, Move) else 0))


def show_result(console: Console, result: Result, only_if_passed: bool = False) -> None:
    """Print how a game comes out, or would by passes alone: the terms of each score, the sums and the winner."""
    if isinstance(result, NoResult):
        say(console, "\nThe game ends without result.")
        return
    console.print()
    if result.counted:
        show_terms(console, "score if both only passed" if only_if_passed else "score", result)
    say(console, f"\n{outcome_text(result, only_if_passed)}")


def show_table(console: Console, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table, with an empty line below it; nothing where it has no rows."""
    rows = list(rows)
    if rows:
        print_table(console, table_of(headings, rows, whole=[0]))
        console.print()


def table_of(
    headings: Iterable[str], rows: Iterable[Iterable[str]], whole: Collection[int] = (), numbers: bool = False
) -> Table:
    """A table without lines, in which nothing is markup.

    In the columns that are `whole`, counted from 0, nothing goes to the next line; all but the first may hold numbers.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        side: rich.console.JustifyMethod = "right" if numbers and number else "left"
        table.add_column(Text(heading), overflow="fold", justify=side, no_wrap=number in whole)
    for row in rows:
        table.add_row(*map(Text, row))
    return table
