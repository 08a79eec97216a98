"""Colors and numbers, as commands and replies have them."""

from __future__ import annotations

import re

from ...spec.algebra import BLACK, WHITE, Color
from ..wording import shown

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_COUNT = re.compile(r"[0-9]{1,9}", re.ASCII)


def color(word: str) -> Color:
    """The color that a word names.

    Raises:
        ValueError: it names none.

    >>> color("W"), color("Black")
    (<Color.WHITE: 'W'>, <Color.BLACK: 'B'>)
    """
    if word.lower() not in COLORS:
        raise ValueError(f"syntax error: {shown(word)} is no color; write black or white.")
    return COLORS[word.lower()]


def color_name(named: Color) -> str:
    """A color as replies name it.

    >>> color_name(Color.BLACK)
    'black'
    """
    return named.name.lower()


def count(word: str) -> int:
    """The whole number, from 0 up, that a word tells.

    Raises:
        ValueError: it tells none, or has more than nine digits.
    """
    if not _COUNT.fullmatch(word):
        raise ValueError(f"syntax error: {shown(word)} is no whole number from 0 to 999999999.")
    return int(word)


def number_text(number: float) -> str:
    """A whole or half number, the whole ones without a decimal point.

    >>> number_text(7.5), number_text(-3.0)
    ('7.5', '-3')
    """
    return str(int(number)) if number == int(number) else str(number)
