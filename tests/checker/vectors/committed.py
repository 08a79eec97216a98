"""The shortest games that show each mistake, with what the rules say of them, as they lie in `tests/vectors`.

`python -m tests.checker.vectors.committed` writes them anew, in about a minute.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from superko.checker.vectors.mutants import answers, killed, mutants
from superko.checker.vectors.suites import KnownGame, shortest_games
from superko.interpreter.notation import turn_text
from superko.interpreter.rule_names import rules_to_json

FILE = Path(__file__).parents[2] / "vectors" / "shortest_games.jsonl"

JsonObject = dict[str, Any]


@cache
def committed() -> tuple[JsonObject, ...]:
    """The games: `shows` names mutants; `clauses` all mutations that it kills; `said` what the rules say."""
    return tuple(json.loads(line) for line in FILE.read_text(encoding="ascii").splitlines())


def made() -> Iterator[JsonObject]:
    """The same, made anew."""
    known = shortest_games()
    names = sorted(map(str, mutants()), key=lambda name: list(known).index(name))
    for game, shown in groupby(names, key=lambda name: known[name]):
        yield {"shows": list(shown), **_told(game)}


def _told(game: KnownGame) -> JsonObject:
    rules, start, turns = game
    said = list(answers(start.game(rules), turns))
    clauses: dict[str, list[str]] = {}
    for mutant in killed(rules, start, turns, said):
        clauses.setdefault(mutant.clause.name, []).append(mutant.mutation.name)
    texts = [turn_text(start.grid, turn) for turn in turns]
    return {
        "rules": rules_to_json(rules),
        **start.as_json(),
        "turns": texts,
        "clauses": dict(sorted(clauses.items())),
        "said": said,
    }


def main() -> None:
    """Write the file."""
    FILE.write_text("".join(f"{json.dumps(game, separators=(',', ':'))}\n" for game in made()), encoding="ascii")


if __name__ == "__main__":
    main()
