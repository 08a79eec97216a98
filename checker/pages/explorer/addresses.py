"""Addresses: the rules, the board, the set-up and the turns as the part of a link after its `#`.

`#/japanese-like/9x9/E5.E6.pass` is a game of three turns. After a `?` there may be further fields, such as
`#/tromp-taylor/3x1/?board=X..&player=W&beside=aga&at=1`: the position that the game starts from, a second rule set to
show beside the first, and how many of the turns are shown. What an address says, anybody can read off it and write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote

from ....interpreter.notation import parse_turn, turn_text
from ....interpreter.wording import one_of, shown
from ....spec.algebra import Grid

MOST_TURNS = 1000
SET_UP = ("board", "player", "phase", "captures", "handicap", "passed", "button")
BESIDE, AT = "beside", "at"
FIELDS = (*SET_UP, BESIDE, AT)
_BOARD = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_KEPT = "/,=.:+"


@dataclass(frozen=True)
class Address:
    """What is to be shown.

    Attributes:
        rules: the text that names the rules.
        grid: the board.
        turns: the turns, written as `C3`, `pass` or `unblock C3`.
        set_up: the fields that say from what position the game starts, each with its text; see `SET_UP`.
        beside: the text that names the rules to show beside the others, or "".
        at: how many of the turns are shown; all, if None.
    """

    rules: str
    grid: Grid
    turns: tuple[str, ...] = ()
    set_up: tuple[tuple[str, str], ...] = ()
    beside: str = ""
    at: int | None = None

    @property
    def shown(self) -> int:
        """How many of the turns are shown."""
        return len(self.turns) if self.at is None else min(self.at, len(self.turns))


def read_address(text: str) -> Address:
    """What an address says; letter case in turns is of no account.

    Raises:
        ValueError: it is no address, or something in it can't be understood.

    >>> read_address("#/japanese-like/9x9/e5.E6.pass").turns
    ('E5', 'E6', 'pass')
    """
    path, _, query = text.removeprefix("#").removeprefix("/").partition("?")
    rules, board, turns, *further = [*path.split("/"), "", "", ""]
    sides = _BOARD.fullmatch(board)
    if not rules or sides is None or any(further):
        raise ValueError(f"{shown(text)} is no address; write such as #/japanese-like/9x9/E5.E6.pass.")
    grid = Grid(*map(int, sides.groups()))
    fields = _fields(query)
    set_up = tuple((name, fields[name]) for name in SET_UP if name in fields)
    return Address(unquote(rules), grid, _turns(grid, turns), set_up, fields.get(BESIDE, ""), _at(fields))


def address_text(address: Address) -> str:
    """The address as text: the other way of `read_address`.

    >>> address_text(Address("my_rules.py:RULES", Grid(3, 1), ("A1", "unblock B1"), (("board", "..X"),), at=1))
    '#/my_rules.py:RULES/3x1/A1.unblock-B1?board=..X&at=1'
    """
    turns = ".".join(turn.replace(" ", "-") for turn in address.turns)
    fields = dict(address.set_up)
    fields |= {BESIDE: address.beside} if address.beside else {}
    fields |= {} if address.at is None else {AT: str(address.at)}
    query = "&".join(f"{name}={quote(text, safe=_KEPT)}" for name, text in fields.items())
    return f"#/{quote(address.rules, safe=_KEPT.replace('/', ''))}/{address.grid}/{turns}{'?' if query else ''}{query}"


def _fields(query: str) -> Mapping[str, str]:
    try:
        pairs = parse_qsl(
            # A plus stands for itself here, as in no other query.
            query.replace("+", "%2B"),
            keep_blank_values=True,
            strict_parsing=bool(query),
            max_num_fields=len(FIELDS),
        )
    except ValueError:
        raise ValueError(f"{shown(query)} can't be read; after ? an address has such as board=X..&player=W.") from None
    fields = dict(pairs)
    unknown = next((name for name in fields if name not in FIELDS), None)
    if unknown is not None:
        raise ValueError(f"An address has no field {shown(unknown)}; it may have {one_of(FIELDS)}.")
    if len(fields) < len(pairs):
        raise ValueError("A field stands twice in the address; give each once.")
    return fields


def _turns(grid: Grid, text: str) -> tuple[str, ...]:
    words = [word.replace("-", " ") for word in unquote(text).split(".")] if text else []
    if len(words) > MOST_TURNS:
        raise ValueError(f"These are {len(words)} turns; the explorer shows games of up to {MOST_TURNS}.")
    return tuple(turn_text(grid, parse_turn(grid, word)) for word in words)


def _at(fields: Mapping[str, str]) -> int | None:
    if AT not in fields:
        return None
    if not _NUMBER.fullmatch(fields[AT]):
        raise ValueError(f"at is the number of turns shown, not {shown(fields[AT])}.")
    return int(fields[AT])
