"""What real engines were found to do, as findings.json has it: each engine with its findings, and games to play on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from .explorer.addresses import read_address
from .shown_games import ShownGame, game_at, slug

Prose: TypeAlias = tuple[str, ...]
"""A paragraph in parts, every second of which is code."""


@dataclass(frozen=True)
class KnownFinding:
    """Something that an engine does otherwise than the rules that it was asked for.

    Attributes:
        title: what it is, in words.
        paragraphs: what is said of it.
        games: the games that show it; the last turn of each is the one that is judged differently.
    """

    title: str
    paragraphs: tuple[Prose, ...]
    games: tuple[ShownGame, ...]


@dataclass(frozen=True)
class KnownEngine:
    """An engine that was tried.

    Attributes:
        name: what it is called.
        tried: how it was tried, once for each way to start it: the name of its adapter, the options, the version,
            the outcome, games and turns, and sentences.
        findings: what was found.
        notes: what else there is to say of it: what is declared, and what could not be asked.
    """

    name: str
    tried: tuple[Mapping[str, Any], ...]
    findings: tuple[KnownFinding, ...]
    notes: tuple[Prose, ...]

    @property
    def page(self) -> str:
        """The path of its page in the site."""
        return f"engines/{slug(self.name)}.html"


@cache
def known_engines() -> tuple[KnownEngine, ...]:
    """The engines that were tried, each with what was found.

    >>> [engine.name for engine in known_engines() if engine.findings]
    ['PettingZoo', 'Pgx', 'wgo', 'goban', 'GNU Go']
    """
    text = (files(f"{__package__.rpartition('.')[0]}.oracle") / "findings.json").read_text(encoding="utf-8")
    return tuple(
        KnownEngine(
            engine["name"],
            tuple(engine["tried"]),
            tuple(_finding(engine["name"], **finding) for finding in engine["findings"]),
            tuple(map(_prose, engine["notes"])),
        )
        for engine in json.loads(text)
    )


def _finding(engine: str, title: str, says: list[str], games: list[str]) -> KnownFinding:
    name = slug(f"{engine} {title}")
    shown = (game_at(f"{name}-{number}", read_address(address)) for number, address in enumerate(games, start=1))
    return KnownFinding(title, tuple(map(_prose, says)), tuple(shown))


def _prose(text: str) -> Prose:
    return tuple(text.split("`"))
