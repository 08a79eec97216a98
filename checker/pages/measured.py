"""What was found, as recorded: values of empty boards, sekis, maps of rule sets, faults of engines; each with games.

Values are those of `superko solve`; `superko.checker.values.sekis` and `superko map --json` print the rest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from ...interpreter.notation import parse_grid
from ...interpreter.rule_names import parse_rules, rules_to_json
from ...interpreter.story import Start, Story
from ...spec.rules import Rules
from ..map.answers import MapProperty, ShownTurns
from ..map.boards import PROPERTIES
from ..map.telling import DocumentMap, map_of_json, sentence, short, when
from .book import settings_in_words
from .explorer.addresses import Address, read_address
from .frames import frames
from .shown_games import ShownGame, game_at, shown_game, slug

FOLDER = Path(__file__).parent
_FEW = 2


@dataclass(frozen=True)
class ValueRow:
    """What boards are worth under one rule set."""

    rules: str
    values: Mapping[str, str]
    games: Mapping[str, ShownGame]

    @property
    def page(self) -> str:
        """The path of the page with its games."""
        return f"values/{slug(self.rules)}.html"


@cache
def value_table() -> tuple[ValueRow, ...]:
    """The rows of the table.

    >>> next(row.values["2x2"] for row in value_table() if row.rules == "tromp-taylor")
    '1'
    """
    recorded: Mapping[str, Mapping[str, Any]] = _recorded("values.json")
    return tuple(
        ValueRow(
            rules,
            {board: cell["value"] for board, cell in cells.items()},
            {
                board: game_at(
                    f"{slug(rules)}-{board}", Address(rules, Start.on(parse_grid(board)), tuple(cell["turns"]))
                )
                for board, cell in cells.items()
            },
        )
        for rules, cells in recorded.items()
    )


@dataclass(frozen=True)
class SekiTable:
    """The sekis of all small boards under some rule sets.

    Attributes:
        rules: the texts that name the rule sets.
        rows: for each board and kind that there is, how many there are by the texts that name the rule sets; with a
            plus where there may be more, as not all positions were decided, and a question mark where none was found.
        without: the boards that have none; `left_open` says what was not decided where some were found.
        games: by kind, the smallest, in which a shared liberty is filled all the same.
    """

    rules: Sequence[str]
    rows: Mapping[tuple[str, str], Mapping[str, str]]
    without: Sequence[str]
    left_open: Sequence[str]
    games: Mapping[str, ShownGame]


@cache
def seki_table() -> SekiTable:
    """The table of sekis.

    >>> next(cells for (board, kind), cells in seki_table().rows.items() if board == "5x1")
    {'tromp-taylor': '2', 'chinese-like': '0', 'japanese-like': '2'}
    """
    recorded = _recorded("sekis.json")
    searched: dict[str, dict[str, Any]] = {}
    for search in recorded["boards"]:
        searched.setdefault(search["board"], {})[search["name"]] = search
    names = tuple(dict.fromkeys(search["name"] for search in recorded["boards"]))
    rows = {
        (board, kind): {name: _number(under.get(name), kind) for name in names}
        for board, under in searched.items()
        for kind in chain.from_iterable(search["kinds"] for search in under.values())
    }
    without = [
        board
        for board, under in searched.items()
        if not any(search["kinds"] or search["undecided"] for search in under.values())
    ]
    left_open = [
        f"{search['undecided']:,} of the {search['positions']:,} positions of {search['board']} under {search['name']}"
        for search in recorded["boards"]
        if search["undecided"] and search["kinds"]
    ]
    games = {seki["kind"]: _filled(number, seki) for number, seki in enumerate(recorded["smallest"], 1)}
    return SekiTable(names, rows, without, left_open, games)


def _number(searched: Mapping[str, Any] | None, kind: str) -> str:
    """How many sekis of a kind a search found, as text."""
    number = searched and searched["kinds"].get(kind)
    if searched is None or (not number and searched["undecided"]):
        return "?"
    return f"{number or 0:,}{'+' if searched['undecided'] else ''}"


@dataclass(frozen=True)
class MapRow:
    """What is needed under some values so that something is so."""

    under: str
    says: str
    page: str
    games: Sequence[ShownGame]


@cache
def shown_maps() -> Mapping[MapProperty, list[tuple[DocumentMap, list[MapRow]]]]:
    """The maps of documents, each with what is needed, by what they ask.

    >>> next(rows[0].says for shown, rows in shown_maps()[PROPERTIES["ends"]] if shown.name == "tromp-taylor")
    'Every game ends as long as these are in force: end; turn#counts-as-pass; turn#earlier; turn#no-repetition.'
    """
    maps: dict[MapProperty, list[tuple[DocumentMap, list[MapRow]]]] = {}
    for recorded in _recorded("map.json")["maps"]:
        asked = PROPERTIES[recorded["property"]]
        document_map = map_of_json(recorded, asked)
        maps.setdefault(asked, []).append((document_map, list(_rows_of(document_map))))
    return maps


def _rows_of(document_map: DocumentMap) -> Iterator[MapRow]:
    most = max(len(row.values) for row in document_map.rows)
    for number, row in enumerate(document_map.rows, 1):
        under = settings_in_words(when(row.values))
        # Whatever the other rows don't name is not to be read through, if it takes many words.
        under = "Otherwise" if _FEW < len(row.values) == most else under and f"Under {under}"
        games = [
            _map_game(f"{slug(document_map.name)}-{number}-{game_number}", row.rules, sorted(dropped), shown)
            for game_number, (dropped, shown) in enumerate(row.games.items(), 1)
        ]
        page = f"map/{document_map.asked.name}-{slug(document_map.name)}-{number}.html"
        yield MapRow(under, sentence(row.needed, document_map.asked, not document_map.not_read), page, games)


def _map_game(name: str, rules: str, dropped: Sequence[str], shown: ShownTurns) -> ShownGame:
    without = " and ".join(map(short, dropped))
    heading = f"{f'Without {without}' if without else 'With all clauses'} on {shown.grid}"
    start = shown.start.game(_without(rules, *dropped))
    return ShownGame.of(name, frames(start, shown.turns), heading, shown.says, shown.loop)


@cache
def _without(rules: str, *dropped: str) -> Rules:
    """The rules that a text names without some clauses, played by the text alone, as the map has read them."""
    return reduce(Rules.dropping, dropped, parse_rules(rules).literally())


def _filled(number: int, recorded: Mapping[str, Any]) -> ShownGame:
    rules = rules_to_json(parse_rules(recorded["name"]))
    story = Story(Start.at(recorded["board"]), tuple(recorded["turns"]), rules, recorded["shows"])
    return shown_game(f"seki-{number}", story)


def _recorded(file: str) -> Any:
    return json.loads((FOLDER / file).read_text(encoding="utf-8"))


Prose: TypeAlias = tuple[str, ...]
"""A paragraph in parts, every second of which is code."""


@dataclass(frozen=True)
class KnownFinding:
    """What an engine does otherwise than the rules that it was asked for; the last turn of each game shows it."""

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
