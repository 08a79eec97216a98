"""Made games of every kind, each with the verdict that it must have: `tests/records/verdicts.jsonl`."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from superko.interpreter.records.outcome import outcome_of
from superko.interpreter.records.sgf import read_games
from superko.interpreter.records.verdict import verdict_of

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "records" / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
]
BY_KIND: dict[str, list[dict[str, Any]]] = defaultdict(list)
for _game in GAMES:
    BY_KIND[_game["kind"]].append(_game)


@pytest.mark.parametrize("kind", BY_KIND)
def test_every_made_game_of_a_kind_has_its_verdict(kind: str) -> None:
    for game in BY_KIND[kind]:
        (tree,) = read_games(game["sgf"].encode())
        verdict = verdict_of(outcome_of(tree.record()))
        assert (verdict.kind.value, game["sgf"]) == (game["verdict"], game["sgf"])
        assert game.get("says", "") in verdict.sentence
