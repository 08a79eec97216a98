"""Record what pages show, to be run by hand: `python -m tests.checker.book.write games values sekis map`.

The games on the pages of clauses are the shortest ones known. Maps take a day, sekis six hours.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from superko.checker.command_line import main
from superko.checker.map.boards import PROPERTIES
from superko.checker.map.family import Family
from superko.checker.pages import measured
from superko.checker.pages.shown_games import FILE
from superko.checker.solving.certificate import both_text
from superko.checker.solving.solution import solve
from superko.checker.telling.effort import Effort
from superko.checker.telling.options import boards_up_to
from superko.checker.values.sekis import sekis_as_data
from superko.interpreter.game import Game
from superko.interpreter.notation import turn_text
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Grid
from superko.spec.documents import DOCUMENTS
from superko.spec.presets import PRESETS
from superko.spec.registry import clauses
from tests.checker.vectors.committed import committed

# Which positions of 4x4 stay open hangs on what was asked before; when they were recorded, time ended the last of them.
PLAYED = ("tromp-taylor", "chinese-like", "japanese-like")
SEKIS: Sequence[tuple[Sequence[Grid], Sequence[str], str]] = (
    (boards_up_to("8"), PLAYED, "600s"),
    ([Grid(9, 1)], PLAYED[:2], "900s"),
    ([Grid(3, 3)], PLAYED, "900s"),
    ([Grid(4, 3)], PLAYED[:2], "2400s"),
    ([Grid(4, 4)], PLAYED[:1], "500000n"),
    ([Grid(4, 4)], PLAYED[1:2], "50000n"),
)
# A win without a count is no lead, so that without it these rules have values.
COUNTED = {"repeated-pass": "repeated-pass,reading/repeated-pass-win=left-out"}
VALUED = (
    *(f"{name},komi=0" if rules.komi else COUNTED.get(name, name) for name, rules in PRESETS.items()),
    *("tromp-taylor,ko=SIMPLE", "tromp-taylor,ko=SITUATIONAL"),
)
IN_SHORT = ("rules", "width", "height", "setup", "turns")


def smallest_games() -> dict[str, Any]:
    """For each clause and mutation the smallest game known that shows it, and those games."""
    by_clause: dict[str, dict[str, str]] = {}
    games: dict[str, Any] = {}
    for game in sorted(committed(), key=lambda game: (game["width"] * game["height"], len(game["turns"]))):
        name = f"superko/vector/{game['shows'][0]}"
        for clause, mutations in game["clauses"].items():
            for mutation in mutations:
                if by_clause.setdefault(clause, {}).setdefault(mutation, name) == name:
                    games[name] = {part: game[part] for part in IN_SHORT if part in game}
    return {
        "clauses": {name: dict(sorted(by_mutation.items())) for name, by_mutation in sorted(by_clause.items())},
        "games": games,
    }


def as_text(recorded: Mapping[str, Any]) -> str:
    """What is recorded, a line for each clause and each game."""
    parts = []
    for name, entries in recorded.items():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items())
        parts.append(f'"{name}": {{\n{lines}\n}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def best_play(rules: str, grid: Grid) -> dict[str, Any]:
    """What an empty board is worth, and a game in which both players do their best."""
    solution = solve(Game(parse_rules(rules), grid))
    assert solution.both is not None
    return {"value": both_text(solution.both), "turns": [turn_text(grid, best.turn) for best in solution.line]}


def values() -> dict[str, dict[str, Any]]:
    """What empty boards of up to four points are worth, with the games."""
    return {rules: {str(grid): best_play(rules, grid) for grid in boards_up_to("4")} for rules in VALUED}


def all_sekis() -> str:
    """All sekis, and of each kind the smallest, a line for each."""
    searched = [sekis_as_data(rules, boards, Effort.parse(effort)) for boards, rules, effort in SEKIS]
    smallest = {entry["kind"]: entry for part in reversed(searched) for entry in part["smallest"]}
    boards = [board for part in searched for board in part["boards"]]
    return as_lists({"boards": boards, "smallest": [*smallest.values()][::-1]})


def recorded_by(*commands: str) -> str:
    """What commands tell as JSON, a line for each entry of their lists; they are without the name of the program."""
    lists: dict[str, list[Any]] = {}
    for command in commands:
        ran = CliRunner().invoke(main, [*command.split(), "--json"], catch_exceptions=False)
        assert ran.exit_code in (0, 3), ran.output
        for name, entries in json.loads(ran.stdout).items():
            if isinstance(entries, list):
                lists.setdefault(name, []).extend(entries)
    return as_lists(lists)


def as_lists(recorded: Mapping[str, Any]) -> str:
    """Lists by their names, a line for each entry."""
    parts = (f'"{name}": [\n' + ",\n".join(map(json.dumps, entries)) + "\n]" for name, entries in recorded.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


# In seconds a document; that is enough for most, and those of the AGA, of 1989 and of 2002 take hours.
EFFORT = 900


def maps() -> Iterator[str]:
    """The commands for all maps: where a document has too many rule sets, for those of its presets, and for longer."""
    by_size = sorted(DOCUMENTS, key=lambda document: len([*clauses(document)]))
    for name, asked in PROPERTIES.items():
        large = {document: Family(document, asked.reads).is_too_large for document in by_size}
        for is_large, effort in ((False, EFFORT), (True, 60)):
            documents = [document for document in large if large[document] is is_large]
            if documents:
                yield f"map {' '.join(documents)} --property {name} --effort {effort}s"


# Under these rules a class takes up to a second and more, as cycles end without result, or there are three phases.
LONG, LONG_EFFORT = ("chinese-like", "stone-scoring", "japanese-like"), 7000
ASKED_FOR_LONG = ("no-suicide", "safe-pass", "usual-values", "result")


def written_maps() -> str:
    """All maps; of two of the same rules and property, the one that was read for longer is kept."""
    longer = (f"map {rules} --property {name} --effort {LONG_EFFORT}s" for rules, name in product(LONG, ASKED_FOR_LONG))
    kept: dict[tuple[str, str], Any] = {}
    for read_map in json.loads(recorded_by(*maps(), *longer))["maps"]:
        name = f"katago-v2 {read_map['name']}" if read_map["name"] in LONG else read_map["name"]
        kept[name, read_map["property"]] = {**read_map, "name": name}
    return as_lists({"maps": [*kept.values()]})


WRITERS: Mapping[str, tuple[Path, Callable[[], str]]] = {
    "games": (FILE, lambda: as_text(smallest_games())),
    "values": (measured.FOLDER / "values.json", lambda: as_text(values())),
    "sekis": (measured.FOLDER / "sekis.json", all_sekis),
    "map": (measured.FOLDER / "map.json", written_maps),
}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        file, written = WRITERS[name]
        file.write_text(written(), encoding="utf-8")
