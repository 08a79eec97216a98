"""Addresses: the rules, the board, the start and the turns of a game as the part of a link after its `#`.

`#/japanese-like/9x9/E5.E6.pass` is a game of three turns. After a `?` there may be further fields, such as
`#/tromp-taylor/3x1/?board=X..&player=W&beside=aga&at=1`: the position that the game starts from, a second rule set to
show beside the first, and how many of the turns are shown. `loop=2` says that the turns after the second can be taken
over and over. `dead=E5,A1` counts the game without the strings of stones there, `protocol=chinese` says by which
protocol, and `result=W+3.5` what its record says of how it came out. What an address says, anybody can read off it.

The rules are any that can be named, and those of files that the command line named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from ....interpreter.notation import parse_grid, parse_turn, parse_vertex, turn_text, vertices
from ....interpreter.records.game_record import OutcomeKind, told_result
from ....interpreter.rule_names import changed, key_of, parse_rules
from ....interpreter.rules_files import as_named, named_rules, names_a_file, without_changes
from ....interpreter.sitting import NAMES
from ....interpreter.story import Start
from ....interpreter.wording import one_of, shown
from ....spec.algebra import Color, Grid
from ....spec.documents import DOCUMENTS
from ....spec.guard import word
from ....spec.presets import PRESETS
from ....spec.rules import Rules
from ....spec.vocabulary import Phase


@dataclass(frozen=True)
class RuleSets:
    """The rules of files by the text that named them; whoever sends an address can name no other file.

    Attributes:
        of_files: the rules that the command line named by `FILE.py:NAME`, without the parameters changed after it.
    """

    of_files: Mapping[str, Rules]

    def named(self, text: str) -> Rules:
        """The rules that a text names.

        Raises:
            ValueError: it names none, or those of a file that the command line did not name.
        """
        if not names_a_file(text):
            return parse_rules(text)
        base, changes = _in_parts(text)
        if base not in self.of_files:
            raise ValueError(
                f"An address can't run a Python file, and this one names {shown(base)}. If you trust that file, name "
                "it on the command line, too: --rules FILE.py:NAME."
            )
        return changed(self.of_files[base], changes, base)

    def written(self, text: str) -> str:
        """The text for the rules that a text names: that one, unless it is an object as JSON."""
        return text.strip() if names_a_file(text) else as_named(parse_rules(text), text.strip())

    def with_rule(self, text: str, key: str, value: str) -> str:
        """The text for the rules that a text names, with one parameter or reading changed.

        Raises:
            ValueError: there is no such parameter, or it has no such value.
        """
        rules = changed(self.named(text), [f"{key}={value}"])
        changed_text = with_change(text, key, value)
        return changed_text if names_a_file(text) else as_named(rules, changed_text.rpartition(",")[0], changed_text)

    def presets(self) -> list[str]:
        """What one can choose from by name: those of files first."""
        return [*self.of_files, *PRESETS]


def with_change(text: str, key: str, value: str) -> str:
    """The text that names rules, with a parameter changed in the place of what it said of that.

    >>> with_change("my_rules.py:RULES,komi=7,ko=SIMPLE", "komi", "6.5"), with_change("komi=7", "komi", "6.5")
    ('my_rules.py:RULES,ko=SIMPLE,komi=6.5', 'komi=6.5')
    """
    base, changes = _in_parts(text)
    kept = [change for change in changes if key_of(change.partition("=")[0].strip()) != key_of(key)]
    return ",".join(filter(None, [base, *kept, f"{key_of(key)}={value}"]))


def _in_parts(text: str) -> tuple[str, list[str]]:
    """The text that names rules, without the changes after it; and those."""
    if not names_a_file(text):
        first, *changes = text.strip().split(",")
        return ("", [first, *changes]) if "=" in first else (first, changes)
    base = without_changes(text)
    rest = text.strip().removeprefix(base).removeprefix(",")
    return base, rest.split(",") if rest else []


def rule_sets(named: Iterable[str]) -> RuleSets:
    """The rule sets that can be shown where the command line named these.

    Raises:
        ValueError: as for `named_rules`.
    """
    files = [without_changes(text) for text in named if names_a_file(text)]
    return RuleSets({text: named_rules(text) for text in files})


def rules_of_address(*named: str | None) -> RuleSets:
    """The rule sets that an address may name where the command line named these besides: those of files.

    Raises:
        ValueError: as for `named_rules`, or what is named is not a file.
    """
    texts = [text for text in named if text is not None]
    if not all(map(names_a_file, texts)):
        raise ValueError("An address names its rules itself; --rules only lets it name a file.")
    return rule_sets(texts)


def parameters_to_choose(rules: Rules) -> list[dict[str, Any]]:
    """Every parameter and reading that the document of some rules has, with its value and the values there are.

    A parameter that takes any number has no list of values.

    >>> [(parameter["key"], parameter["value"]) for parameter in parameters_to_choose(PRESETS["aga-area"])][:2]
    [('scoring', 'AREA'), ('komi', '0')]
    """
    return [
        {
            "key": choice.key,
            "word": choice.question,
            "value": word(rules.parameter(choice.name)),
            "values": [word(value) for value in ((True, False) if choice.kind is bool else choice.values)],
        }
        for choice in DOCUMENTS[rules.document].choices
    ]


MOST_TURNS = 1000
_SET_UP = ("board", "player", "phase", "captures", "handicap", "passed", "button")
FIELDS = (*_SET_UP, "beside", "at", "loop", "result", "dead", "protocol")
_PLAYERS = tuple(color.value for color in Color)
PHASES = tuple(phase.value for phase in Phase if phase is not Phase.OVER)
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_KEPT = "/,=.:+"


@dataclass(frozen=True)
class Address:
    """What is to be shown.

    Attributes:
        rules: the text that names the rules.
        start: where the game starts.
        turns: the turns, written as `C3`, `pass` or `unblock C3`.
        beside: the text that names the rules to show beside the others, or "".
        at: how many of the turns are shown; all, if None.
        loop: after how many of the turns those begin that can be taken over and over; None if none can.
        result: what the record of the game says of the result, or "".
        dead: a point of each string that both players hold dead where play has stopped; None if it is not counted yet.
        protocol: the protocol by which they say so; "" for the one that the rules lead to.
    """

    rules: str
    start: Start
    turns: tuple[str, ...] = ()
    beside: str = ""
    at: int | None = None
    loop: int | None = None
    result: str = ""
    dead: tuple[str, ...] | None = None
    protocol: str = ""

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.start.grid

    @property
    def shown(self) -> int:
        """How many of the turns are shown."""
        return len(self.turns) if self.at is None else min(self.at, len(self.turns))


def read_address(text: str) -> Address:
    """What an address says; turns are case-insensitive.

    Raises:
        ValueError: it is no address, or something in it can't be understood.

    >>> read_address("#/japanese-like/9x9/e5.E6.pass").turns
    ('E5', 'E6', 'pass')
    """
    path, _, query = text.removeprefix("#").removeprefix("/").partition("?")
    rules, board, turns, *further = [*path.split("/"), "", "", ""]
    if not rules or not board or any(further):
        raise ValueError(f"{shown(text)} is no address; write such as #/japanese-like/9x9/E5.E6.pass.")
    grid = parse_grid(board)
    fields = _fields(query)
    further_fields = {name: _FIELDS[name][0](grid, text) for name, text in fields.items() if name not in _SET_UP}
    start = start_of(Start.on(grid), {name: text for name, text in fields.items() if name in _SET_UP})
    address = Address(unquote(rules), start, _turns(grid, turns), **further_fields)
    if address.loop is not None and address.loop >= len(address.turns):
        raise ValueError(f"No turn comes after turn {address.loop}, so none can be taken over and over.")
    return address


def address_text(address: Address) -> str:
    """The address as text: the other way of `read_address`.

    >>> address_text(Address("my_rules.py:RULES", Start.at("..X"), ("A1", "unblock B1"), at=1))
    '#/my_rules.py:RULES/3x1/A1.unblock-B1?board=..X&at=1'
    """
    turns = ".".join(turn.replace(" ", "-") for turn in address.turns)
    values = ((name, address.start, _USUAL.start) if name in _SET_UP else (name, address, _USUAL) for name in _FIELDS)
    fields = {
        name: _FIELDS[name][1](getattr(given, name))
        for name, given, usual in values
        if getattr(given, name) != getattr(usual, name)
    }
    query = "&".join(f"{name}={quote(text, safe=_KEPT)}" for name, text in fields.items())
    return f"#/{quote(address.rules, safe=_KEPT.replace('/', ''))}/{address.grid}/{turns}{'?' if query else ''}{query}"


def score_told(text: str) -> str:
    """What a record says of the score; "" for nothing.

    Raises:
        ValueError: it says something else.

    >>> score_told(" W+3.5 ")
    'W+3.5'
    """
    text = text.strip()
    if text and told_result(text).kind is not OutcomeKind.SCORE:
        raise ValueError(f"A result by score is such as W+3.5 or 0, not {shown(text)}.")
    return text


def start_of(start: Start, fields: Mapping[str, str]) -> Start:
    """A start with what some fields of an address say of it.

    Raises:
        ValueError: a field can't be understood, or the board is of another size.
    """
    return replace(start, **{name: _FIELDS[name][0](start.grid, text) for name, text in fields.items()})


def _board(grid: Grid, text: str) -> str:
    placed = Start.at(text)
    if placed.grid != grid:
        raise ValueError(f"The board {shown(text)} is not {grid}.")
    return placed.board


def _captures(grid: Grid, text: str) -> tuple[int, int]:
    black, _, white = text.partition(",")
    return _number("captures", black), _number("captures", white)


def _handicap(grid: Grid, text: str) -> int:
    number = _number("handicap", text)
    if number > grid.size:
        raise ValueError(f"A board of {grid} has no {number} handicap stones.")
    return number


def _one_of(name: str, text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError(f"{name} is {one_of(choices)}, not {shown(text)}.")
    return text


def _dead(grid: Grid, text: str) -> tuple[str, ...]:
    points = {parse_vertex(grid, word) for word in text.split(",")} if text else set()
    return tuple(vertices(grid, sum(points)))


def _number(name: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{name} is such as {'3,0' if name == 'captures' else '2'}, not {shown(text)}.")
    return int(text)


_FIELDS: Mapping[str, tuple[Callable[[Grid, str], Any], Callable[[Any], str]]] = {
    "board": (_board, str),
    "player": (lambda _, text: Color(_one_of("player", text, _PLAYERS)), lambda color: color.value),
    "phase": (lambda _, text: Phase(_one_of("phase", text, PHASES)), lambda phase: phase.value),
    "captures": (_captures, lambda numbers: ",".join(map(str, numbers))),
    "handicap": (_handicap, str),
    "passed": (lambda _, text: _one_of("passed", text, ("yes", "no")) == "yes", lambda _: "yes"),
    "button": (lambda _, text: Color(_one_of("button", text, _PLAYERS)), lambda color: color.value),
    "beside": (lambda _, text: text, str),
    "loop": (lambda _, text: _number("loop", text), str),
    "at": (lambda _, text: _number("at", text), str),
    "result": (lambda _, text: score_told(text), str),
    "dead": (_dead, ",".join),
    "protocol": (lambda _, text: _one_of("protocol", text, NAMES), str),
}
"""How the text of each field is read on a board, and written; what is usual is not written."""
_USUAL = Address("", Start(1, 1))


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
