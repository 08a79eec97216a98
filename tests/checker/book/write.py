"""Record the games on the pages of clauses, from the vectors: `python -m tests.checker.book.write`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from superko.checker.pages.shown_games import FILE
from superko.checker.vectors.vector import vectors_in

VECTORS = Path(__file__).parents[2] / "vectors" / "tiny.jsonl"
IN_SHORT = ("width", "height", "setup", "turns")


def smallest_games() -> dict[str, Any]:
    """For each clause and mutation the smallest vector that shows it, and those vectors, in short."""
    with VECTORS.open(encoding="ascii") as lines:
        vectors = sorted(vectors_in(lines), key=lambda one: (one["width"] * one["height"], len(one["turns"])))
    by_clause: dict[str, dict[str, str]] = {}
    games: dict[str, Any] = {}
    for vector in vectors:
        for clause, mutations in vector["clauses"].items():
            for mutation in mutations:
                chosen = by_clause.setdefault(clause, {}).setdefault(mutation, vector["id"])
                if chosen == vector["id"]:
                    games[chosen] = _in_short(vector)
    return {"clauses": {name: dict(sorted(of.items())) for name, of in sorted(by_clause.items())}, "games": games}


def _in_short(vector: Mapping[str, Any]) -> dict[str, Any]:
    rules = vector["expectations"][0]["rules"][0]
    return {"rules": rules, **{name: vector[name] for name in IN_SHORT if name in vector}}


def as_text(recorded: Mapping[str, Any]) -> str:
    """What is recorded, a line for each clause and each game."""
    parts = []
    for name, entries in recorded.items():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items())
        parts.append(f'"{name}": {{\n{lines}\n}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(as_text(smallest_games()), encoding="utf-8")
