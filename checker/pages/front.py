"""What the front page tells first: ten findings, `tales.toml`, each with a board and the verdict that bears it out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..evidence.decided import Decided
from ..evidence.runner import Finding
from ..evidence.verdict import Outcome
from .book import Book
from .engine_findings import known_engines
from .frames import Frame
from .shown_games import ShownGame


@dataclass(frozen=True)
class Tale:
    """A finding in the words of somebody who plays.

    Attributes:
        title: what was found, as a headline.
        says: the same in a sentence or two, without ids.
        shown_by: the check that came to it, or the name of a game that an engine judges otherwise than its rules.
        outcome: the verdict of the check, with which the tale stands and falls; None where an engine shows it.
        at: after how many turns its game is drawn; at the end, if None.
    """

    title: str
    says: str
    shown_by: str
    outcome: Outcome | None = None
    at: int | None = None


@dataclass(frozen=True)
class ShownTale:
    """A tale with what it is about: the page with its game, and the frame that is drawn of it."""

    tale: Tale
    page: str
    game: ShownGame
    frame: Frame


class Untrue(ValueError):
    """A tale whose check has come to another verdict, or that has no game."""


_READ: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("tales.toml").read_text(encoding="utf-8"))
TALES = tuple(Tale(**{**said, "outcome": said.get("outcome") and Outcome(said["outcome"])}) for said in _READ["tales"])


def shown_tales(book: Book) -> tuple[ShownTale, ...]:
    """The tales of what is in a book, each with its game; those of engines, where all others can be told.

    Raises:
        Untrue: a check has come to another verdict, or shows no game.
    """
    of_checks = {finding.check.name: (decided, finding) for decided in book.decided for finding in decided.findings}
    tales = [tale for tale in TALES if tale.outcome is None or tale.shown_by in of_checks]
    if len(tales) < len(TALES):
        tales = [tale for tale in tales if tale.outcome]
    return tuple(
        _of_a_check(book, tale, *of_checks[tale.shown_by]) if tale.outcome else _of_an_engine(tale) for tale in tales
    )


def _of_an_engine(tale: Tale) -> ShownTale:
    for engine in known_engines():
        for game in (game for finding in engine.findings for game in finding.games if game.name == tale.shown_by):
            return ShownTale(tale, engine.page, game, game.frames[-1])
    raise Untrue(f"{tale.title!r} stands on the front page, but no engine has the game {tale.shown_by}.")


def _of_a_check(book: Book, tale: Tale, decided: Decided, finding: Finding) -> ShownTale:
    name = tale.shown_by
    if finding.verdict.outcome is not tale.outcome or name not in book.games:
        wanted = tale.outcome and tale.outcome.value
        raise Untrue(f"{tale.title!r} stands on the front page, but {name} is not {wanted} with a game.")
    frame = book.games[name].frames[-1 if tale.at is None else tale.at]
    return ShownTale(tale, book.page_of_game(decided, name), book.games[name], frame)
