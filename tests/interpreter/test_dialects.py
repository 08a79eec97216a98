"""Made files as programs write them, each with what they mean: `tests/records/dialects.jsonl`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superko.interpreter.notation import turn_text
from superko.interpreter.records.sgf import read_games, read_sgf

FILE = Path(__file__).parents[1] / "records" / "dialects.jsonl"
MADE = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("made", MADE, ids=lambda made: made["kind"])
def test_what_a_program_writes_is_read_as_it_is_meant_with_a_note(made: dict[str, Any]) -> None:
    record = read_sgf(made["sgf"].encode())
    grid = record.start.grid
    assert (record.komi, [turn_text(grid, turn) for _, turn in record.turns]) == (made["komi"], made["turns"])
    assert record.result == made.get("result", record.result)
    assert any(made["note"] in note for note in record.notes) if "note" in made else not record.notes


@given(st.integers(0, 200))
def test_a_file_that_is_cut_off_has_the_turns_that_are_whole(length: int) -> None:
    turns = ";B[aa];W[bb];B[cc];W[dd];B[ee]" * 6
    text = f"(;SZ[5]PB[a \\] b]{turns})"
    cut = text[: len(text) - 1 - length]
    (game,) = read_games(cut.encode()) if "]" in cut[cut.find("PB") + 10 :] else (None,)
    if game is not None:
        assert len(game.record().turns) == cut.count("][") + max(0, cut.count("]") - 3)
