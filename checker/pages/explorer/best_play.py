"""Best play from what is shown, where `superko solve` finds it soon; it is a program of its own, to be stopped."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

from ....interpreter.story import Story
from .addresses import Address

SUPERKO = (sys.executable, "-m", "superko")
DECIDED, NOT_DECIDED = 0, 3
"""What `superko solve` exits with where it has an answer."""
MOST_POINTS = 9
SECONDS_TO_SEARCH, SECONDS_IN_ALL = 2, 60
UNTOLD: Mapping[str, Any] = {"captures": (0, 0), "handicap": 0, "passed": False, "button": None}
"""What `superko solve` can't be told of a start, as it takes it to be."""
_searching = Lock()


def can_be_asked(address: Address, over: bool) -> bool:
    """Whether best play can be asked for: the game goes on, the board is small, and `superko solve` can start there.

    >>> from superko.checker.pages.explorer.addresses import read_address
    >>> can_be_asked(read_address("#/aga/3x2/"), False), can_be_asked(read_address("#/aga/9x9/"), False)
    (True, False)
    """
    start = address.start
    return not over and start == replace(start, **UNTOLD) and address.grid.size <= MOST_POINTS


def solved(address: Address, rules: str, turns: int) -> tuple[str, bool]:
    """What `superko solve` says of a game after some of its turns, as it prints it, and whether it found the value.

    Args:
        address: the game.
        rules: the text that names the rules to solve it under.
        turns: how many of its turns are taken.

    Raises:
        ValueError: another search goes on, it takes too long, or these rules can't be solved; the message says why.
    """
    if not _searching.acquire(blocking=False):
        raise ValueError("Best play is being searched for already; ask again in a moment.")
    try:
        return _printed(_words(address, rules, turns))
    finally:
        _searching.release()


def loop_under(rules: str) -> Address | None:
    """A shortest game that rules of a file let go on forever, as `superko show` finds it; None if it finds none."""
    try:
        told, _ = _printed([*SUPERKO, "show", rules, "--json"])
    except ValueError:
        return None
    (game,) = json.loads(told)["games"]
    start = Story.from_json({**game, "rules": {}}).start
    return Address(rules, start, tuple(game["turns"]), at=game["loop"], loop=game["loop"])


def _words(address: Address, rules: str, turns: int) -> list[str]:
    start = address.start
    options = {"start": start.board, "player": start.player.value, "phase": start.phase.value}
    options |= {"rules": rules, "turns": " ".join(address.turns[:turns]), "effort": f"{SECONDS_TO_SEARCH}s"}
    return [*SUPERKO, "solve", str(address.grid), *(f"--{name}={text}" for name, text in options.items() if text)]


def _printed(words: Sequence[str]) -> tuple[str, bool]:
    """What a program prints, and whether it could decide what it was asked.

    Raises:
        ValueError: it refuses what it was asked, or takes too long.
    """
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS_IN_ALL,
            check=False,
            env={**os.environ, "COLUMNS": "72", "PYTHONIOENCODING": "utf-8"},
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"Best play was not found within {SECONDS_IN_ALL} seconds.") from None
    except OSError:
        command = shlex.join(["superko", *words[len(SUPERKO) :]])
        raise ValueError(f"Best play is found by the installed program: {command}") from None
    if done.returncode not in (DECIDED, NOT_DECIDED):
        *_, said = done.stderr.strip().splitlines() or ["The search failed."]
        raise ValueError(said.removeprefix("Error: "))
    return done.stdout.strip(), done.returncode == DECIDED
