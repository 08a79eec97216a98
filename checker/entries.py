"""Entries in place of tables: an id on a line of its own, and what is told of it below, at any width of the terminal.

No id is ever broken or cut, so that each can be copied, and found by searching for it.
"""

from __future__ import annotations

import re
from textwrap import fill

from rich.console import Console
from rich.text import Text

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
