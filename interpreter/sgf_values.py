"""The grammar of SGF: the nodes of a file's main line, and what the values of their properties mean."""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from sgfmill.sgf_grammar import (
    Coarse_game_tree,
    main_sequence_iter,
    parse_compose,
    parse_sgf_collection,
    parse_sgf_game,
    simpletext_value,
)

from ..spec.algebra import Grid
from ..spec.vocabulary import PASS, Move, Turn
from .wording import shown

Node: TypeAlias = Mapping[str, Sequence[bytes]]

LETTERS = "abcdefghijklmnopqrstuvwxy"
PASS_ON_SMALL_BOARDS = "tt"
LONGEST_SMALL_SIDE = 19
SYNTAX = b"(;)[:]\\\\"
CHARSET = re.compile(rb"\bCA\s*\[([^\]]*)\]")


def main_line(data: bytes) -> list[Node]:
    """The nodes of the main line of the first game; the values in them are UTF-8.

    Raises:
        ValueError: the bytes hold no whole game.
    """
    try:
        return list(main_sequence_iter(parse_sgf_game(_text(data).encode("utf-8", "replace"))))
    except ValueError as error:
        raise ValueError(f"This is no whole SGF game record ({error}); choose another file.") from None


def game_trees(data: bytes) -> list[Coarse_game_tree]:
    """The games of a file, each with all its variations; the values in them are UTF-8.

    Raises:
        ValueError: the bytes hold no whole games.
    """
    try:
        trees: list[Coarse_game_tree] = parse_sgf_collection(_text(data).encode("utf-8", "replace"))
    except ValueError as error:
        raise ValueError(f"These are no whole SGF game records ({error}); choose another file.") from None
    return trees


def _text(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    named = CHARSET.search(data)
    if named:
        charset = named[1].decode("latin-1").strip()
        with suppress(LookupError, ValueError):
            if SYNTAX.decode(charset) == SYNTAX.decode("ascii"):
                return data.decode(charset, "replace")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8")
    return data.decode("latin-1")


def single(node: Node, name: str) -> str:
    """The one value of a property, without space around it; "" if the node has no such property.

    Raises:
        ValueError: it has several values that differ.
    """
    values = {simpletext_value(value).decode("utf-8").strip() for value in node.get(name, ())}
    if len(values) > 1:
        raise ValueError(f"The property {name} has several values; leave one of them.")
    return values.pop() if values else ""


def simple_text(node: Node, name: str) -> str:
    """The text of a property, with a space in place of every character that can't be printed."""
    return "".join(letter if letter.isprintable() else " " for letter in single(node, name)).strip()


def number(node: Node, name: str) -> float | None:
    """The number of a property, or None if it has no value.

    Raises:
        ValueError: its value is no finite number.
    """
    text = single(node, name)
    try:
        value = float(text) if text else None
    except ValueError:
        value = math.nan
    if value is not None and not math.isfinite(value):
        raise ValueError(f"The value of {name} is a number, not {shown(text)}; correct it.")
    return value


def whole_number(node: Node, name: str, usual: int) -> int:
    """The whole number of a property, or the usual one if it has no value.

    Raises:
        ValueError: its value is no whole number.
    """
    value = number(node, name)
    if value is None:
        return usual
    if value != int(value):
        raise ValueError(f"The value of {name} is a whole number, not {shown(single(node, name))}; correct it.")
    return int(value)


def points(grid: Grid, node: Node, name: str) -> int:
    """The set of points that a property lists, as points or as rectangles given by two corners.

    Raises:
        ValueError: a value is no point of the board.
    """
    found = 0
    for value in node.get(name, ()):
        corner, opposite = parse_compose(value)
        first, last = (grid.place(_point(grid, name, text)) for text in (corner, opposite or corner))
        columns, rows = (range(min(pair), max(pair) + 1) for pair in zip(first, last, strict=True))
        found |= sum(grid.point(column, row) for column in columns for row in rows)
    return found


def turn(grid: Grid, node: Node, name: str) -> Turn:
    """The turn that a property tells of: a move, or a pass, for which boards up to 19x19 may have `tt`.

    Raises:
        ValueError: the value is no point of the board, or there are several.
    """
    text = single(node, name)
    is_small = max(grid.width, grid.height) <= LONGEST_SMALL_SIDE
    if not text or (text == PASS_ON_SMALL_BOARDS and is_small):
        return PASS
    return Move(_point(grid, name, text.encode()))


def _point(grid: Grid, name: str, value: bytes) -> int:
    text = value.decode("utf-8").strip()
    place = [LETTERS.find(letter) for letter in text]
    if len(place) != len(("column", "row")) or not (0 <= place[0] < grid.width and 0 <= place[1] < grid.height):
        raise ValueError(f"The value {shown(text)} of {name} is no point of the {grid} board; correct it, or SZ.")
    return grid.point(*place)


def point_letters(grid: Grid, point: int) -> bytes:
    """A point as SGF writes it: the letters of its column and row, from the top left.

    >>> point_letters(Grid(5, 4), Grid(5, 4).point(4, 0))
    b'ea'
    """
    column, row = grid.place(point)
    return (LETTERS[column] + LETTERS[row]).encode()
