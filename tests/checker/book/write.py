"""Record the games on the pages of clauses, from the vectors: `python -m tests.checker.book.write`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from superko.checker.pages.clause_games import FILE, as_text, smallest_games
from superko.checker.vectors.vector import vectors_in

VECTORS = Path(__file__).parents[2] / "vectors" / "tiny.jsonl"


def found() -> dict[str, Any]:
    with VECTORS.open(encoding="ascii") as lines:
        return smallest_games(list(vectors_in(lines)))


if __name__ == "__main__":
    FILE.write_text(as_text(found()), encoding="utf-8")
