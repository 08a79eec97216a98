"""What real engines were found to do, as FINDINGS.md tells it: each engine with its findings, and games to play on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from ...interpreter.rule_names import rules_to_json
from ...interpreter.story import Story
from .explorer.addresses import RuleSets, read_address
from .shown_games import ShownGame, shown_game, slug

FINDINGS = "FINDINGS.md"
DISAGREEMENTS, FURTHER = "Disagreements", ("What is declared, and set aside", "What could not be asked")
_ADDRESS = re.compile(r"^    superko explore --address '([^']*)'$", re.MULTILINE)

Row: TypeAlias = Mapping[str, str]
Prose: TypeAlias = tuple[str, ...]
"""A paragraph in parts, every second of which is code."""


@dataclass(frozen=True)
class KnownFinding:
    """Something that an engine does otherwise than the rules that it was asked for.

    Attributes:
        title: what it is, in words.
        paragraphs: what is told of it.
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
        tried: how it was tried, once for each way to start it: the rows of the tables, by their headings.
        findings: what was found.
        notes: what else there is to say of it: what is declared, and what could not be asked.
    """

    name: str
    tried: tuple[Row, ...]
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
    text = (files(f"{__package__.rpartition('.')[0]}.oracle") / FINDINGS).read_text(encoding="utf-8")
    sections = dict(_parts(text, "## "))
    head = text.partition("\n## ")[0]
    covered = {row["name"]: row for row in _rows(head) if "games" in row}
    tried: dict[str, list[Row]] = {}
    for row in _rows(head):
        if "came out" in row:
            named = re.split(r",? \d", row["engine and version"])[0]
            name = [*tried][-1] if named.startswith("the same") else named
            tried.setdefault(name, []).append({**row, **covered.get(row["name"], {}), "name": row["name"].strip("`")})
    disagreements = [*_parts(sections[DISAGREEMENTS], "### ")]
    notes = [note for heading in FURTHER for note in re.split(r"^- ", sections[heading], flags=re.MULTILINE)[1:]]
    return tuple(
        KnownEngine(
            name,
            tuple(rows),
            tuple(_finding(title, says) for title, says in disagreements if title.startswith(name)),
            tuple(_prose(note) for note in notes if name in note),
        )
        for name, rows in tried.items()
    )


def _finding(title: str, text: str) -> KnownFinding:
    addresses, paragraphs = _ADDRESS.findall(text), _ADDRESS.sub("", text).split("\n\n")
    games = (_game(f"{slug(title)}-{number}", address) for number, address in enumerate(addresses, start=1))
    return KnownFinding(
        title.partition(": ")[2],
        tuple(_prose(paragraph) for paragraph in paragraphs if paragraph.strip()),
        tuple(games),
    )


def _game(name: str, text: str) -> ShownGame:
    address = read_address(text)
    return shown_game(name, Story(address.start, address.turns, rules_to_json(RuleSets({}).named(address.rules))))


def _parts(text: str, mark: str) -> Iterator[tuple[str, str]]:
    """The sections below headings, each with its heading."""
    for part in re.split(f"^{mark}", text, flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        yield heading, rest


def _rows(text: str) -> Iterator[Row]:
    """The rows of the tables in a text, by their headings."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        headings, _, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines())
        yield from (dict(zip(headings, row, strict=True)) for row in rows)


def _prose(text: str) -> Prose:
    return tuple(" ".join(text.split()).split("`"))
