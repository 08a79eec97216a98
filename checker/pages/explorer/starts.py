"""The game before its first turn, as the fields of an address set it up; the referee reads them."""

from __future__ import annotations

import json
from typing import Any

from ....interpreter.game import Game
from ....interpreter.referee import Session, respond
from ....interpreter.wording import shown
from ....spec.algebra import Grid
from ....spec.rules import Rules

_TRUTH = {"yes": True, "no": False}


def first_game(rules: Rules, grid: Grid, set_up: tuple[tuple[str, str], ...]) -> Game:
    """The game before its first turn.

    Args:
        rules: the rules.
        grid: the board.
        set_up: the fields of an address that say what stands; nothing, if there are none.

    Raises:
        ValueError: a field can't be understood, or no game under these rules starts so.

    >>> first_game(Rules(), Grid(3, 1), (("board", "X.."), ("player", "W"))).position.player
    <Color.WHITE: 'W'>
    """
    request = {"cmd": "new", "width": grid.width, "height": grid.height}
    request |= {name: _value(name, text) for name, text in set_up}
    session, reply = respond(Session(rules=rules), json.dumps(request))
    if session.game is None:
        error: Any = (reply or {}).get("error")
        raise ValueError(error["reason"])
    return session.game


def _value(name: str, text: str) -> object:
    """The text of a field as the referee takes it."""
    if name == "captures":
        black, _, white = text.partition(",")
        return {"B": _number(name, black), "W": _number(name, white)}
    if name == "handicap":
        return _number(name, text)
    return _TRUTH.get(text, text) if name == "passed" else text


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < len("10000000")):
        raise ValueError(f"{name} in an address is such as {'3,0' if name == 'captures' else '2'}, not {shown(text)}.")
    return int(text)
