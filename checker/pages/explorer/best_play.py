"""Best play from what is shown, and life and death where it stops; found by programs of their own, to be stopped."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any

from ....interpreter.game import Game
from ....interpreter.records.game_record import record_of
from ....interpreter.records.sgf import write_sgf
from ....interpreter.result import Score
from .addresses import Address

_SUPERKO = (sys.executable, "-P", "-m", "superko")
_ANSWERED = (0, 1, 3)
"""What `superko solve` and `superko replay` exit with where they have an answer."""
_MOST_POINTS = 9
WITH_ARTICLE_7, MOST_CONFIRMED_POINTS = "japanese-1989", 24
"""Whose article 7 says what is alive, and on how large boards it is searched."""
SECONDS_TO_SEARCH, SECONDS_IN_ALL = 2, 60
_UNTOLD: Mapping[str, Any] = {"captures": (0, 0), "handicap": 0, "passed": False, "button": None}
"""What `superko solve` can't be told of a start, as it takes it to be."""
_searching = Lock()


def can_be_asked(address: Address, over: bool) -> bool:
    """Whether best play can be asked for: the game goes on, the board is small, and `superko solve` can start there.

    >>> from superko.checker.pages.explorer.addresses import read_address
    >>> can_be_asked(read_address("#/aga/3x2/"), False), can_be_asked(read_address("#/aga/9x9/"), False)
    (True, False)
    """
    start = address.start
    return not over and start == replace(start, **_UNTOLD) and address.grid.size <= _MOST_POINTS


def solved(address: Address, rules: str, turns: int) -> str:
    """What `superko solve` says of a game after some of its turns, as it prints it.

    Args:
        address: the game.
        rules: the text that names the rules to solve it under.
        turns: how many of its turns are taken.

    Raises:
        ValueError: another search goes on, it takes too long, or these rules can't be solved; the message says why.
    """
    with _one_at_a_time("Best play is"):
        return _printed(_words(address, rules, turns), "Best play is")


@contextmanager
def _one_at_a_time(sought: str) -> Iterator[None]:
    if not _searching.acquire(blocking=False):
        raise ValueError(f"{sought} being searched for already; ask again in a moment.")
    try:
        yield
    finally:
        _searching.release()


def can_be_confirmed(game: Game) -> bool:
    """Whether article 7 can be asked which stones are alive: play has stopped, and the board is small.

    >>> from superko.spec.presets import PRESETS
    >>> game = Game(PRESETS["japanese-1989"], (3, 2))
    >>> can_be_confirmed(game), can_be_confirmed(game.passed_out())
    (False, True)
    """
    is_small = game.grid.size <= MOST_CONFIRMED_POINTS
    return game.rules.document == WITH_ARTICLE_7 and is_small and isinstance(game.result, Score)


def statuses(game: Game, rules: str) -> list[dict[str, Any]]:
    """What article 7 says of each string of a stopped game, as `superko replay` tells it in JSON.

    Args:
        game: the game.
        rules: the text that names its rules.

    Raises:
        ValueError: another search goes on, it takes too long, or these rules can't be searched; the message says why.
    """
    sought = "Life and death are"
    with _one_at_a_time(sought):
        words = [*_SUPERKO, "replay", "-", "--rules", rules, "--json"]
        printed = _printed(words, sought, write_sgf(record_of(game)).decode())
    strings: list[dict[str, Any]] = json.loads(printed)["statuses"]
    return strings


def _words(address: Address, rules: str, turns: int) -> list[str]:
    start = address.start
    options = {"player": start.player.value, "phase": start.phase.value, "rules": rules}
    options |= {"turns": " ".join(address.turns[:turns]), "effort": f"{SECONDS_TO_SEARCH}s"}
    board = start.board or str(address.grid)
    return [*_SUPERKO, "solve", board, *(f"--{name}={text}" for name, text in options.items() if text)]


def _printed(words: Sequence[str], sought: str, given: str = "") -> str:
    """What a program prints that reads something from standard input, and finds what is sought.

    Raises:
        ValueError: it refuses what it was asked, or takes too long.
    """
    try:
        done = subprocess.run(
            words,
            input=given,
            capture_output=True,
            text=True,
            timeout=SECONDS_IN_ALL,
            check=False,
            env={**os.environ, "COLUMNS": "72", "PYTHONIOENCODING": "utf-8"},
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"{sought} not found within {SECONDS_IN_ALL} seconds.") from None
    except OSError:
        command = shlex.join(["superko", *words[len(_SUPERKO) :]])
        raise ValueError(f"{sought} found by the installed program: {command}") from None
    if done.returncode not in _ANSWERED:
        *_, said = done.stderr.strip().splitlines() or ["The search failed."]
        raise ValueError(said.removeprefix("Error: "))
    return done.stdout.strip()
