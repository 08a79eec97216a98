"""An engine that shares nothing with superko is checked as the page says: it passes, and with a mistake it fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from superko.checker.vectors.shapes import vector_of_shape
from superko.checker.vectors.vector import Expectations, Vector
from superko.interpreter.notation import turn_text
from tests.checker.vectors.plain_engine import PlainEngine

from ...sampling import one_in

VECTORS = Path(__file__).parents[2] / "vectors"
MISTAKES = ("ko", "superko", "suicide", "repeated pass", "no result", "dame")
NO_CAPTURES = {"B": 0, "W": 0}
CHEAP = 400
ENOUGH = 30
FEW_SHAPES = ("ko", "snapback", "sending-two-returning-one", "multi-stone-suicide", "double-ko", "triple-ko", "seki")

JsonObject = dict[str, Any]


@cache
def vectors() -> tuple[JsonObject, ...]:
    """The tiny tier, and the shapes, as anybody reads them."""
    tiny = [json.loads(line) for line in (VECTORS / "tiny.jsonl").read_text(encoding="ascii").splitlines()[1:-1]]
    return (*tiny, *map(without_clauses, map(vector_of_shape, FEW_SHAPES)))


def without_clauses(vector: Vector) -> JsonObject:
    """A vector without the clauses that it exercises, which take longer to find than what it says."""
    turns = [turn_text(vector.start.grid, turn) for turn in vector.turns]
    return {"id": vector.id, **vector.start.as_json(), "turns": turns, "expectations": Expectations(vector).as_json()}


def known(rules: JsonObject) -> bool:
    """Whether the engine has such rules."""
    has_no = rules.get("hasButton") or rules.get("selfPlayOpts") or rules.get("readings") or "document" in rules
    return not has_no and (rules["scoring"], rules["tax"]) == ("AREA", "NONE")


def started(start: JsonObject, rules: JsonObject, forgets: frozenset[str]) -> PlainEngine | None:
    set_up = start.get("setup")
    if set_up is None:
        empty = ("." * start["width"],) * start["height"]
        return PlainEngine(rules, empty, "B", NO_CAPTURES, forgets)
    if set_up["phase"] != "main" or set_up["handicap"]:
        return None
    return PlainEngine(rules, tuple(set_up["board"].split("/")), set_up["player"], set_up["captures"], forgets)


def compared(expected: JsonObject, state: JsonObject, rules: JsonObject) -> tuple[object, object]:
    """What is told and what the engine says, in the fields that it knows; the result without komi."""
    result = expected["result"]
    if result and result["kind"] == "score":
        result = {"kind": "score", "B": result["B"], "W": result["W"] - rules["komi"]}
    return {**{name: expected[name] for name in state}, "result": result}, state


def failures(forgets: frozenset[str] = frozenset()) -> Iterator[str]:
    """The ids of the vectors on which the engine fails."""
    for vector in vectors():
        for expectation in vector["expectations"]:
            for rules in filter(known, expectation["rules"]):
                engine = started(vector, rules, forgets)
                if engine is not None and not passes(engine, vector, expectation, rules):
                    yield vector["id"]


def passes(engine: PlainEngine, vector: JsonObject, expectation: JsonObject, rules: JsonObject) -> bool:
    expected, state = compared(expectation["start"], engine.state(), rules)
    if expected != state:
        return False
    for turn, step in zip(vector["turns"], expectation["steps"], strict=False):
        accepted = engine.play(turn)
        if accepted == ("illegal" in step):
            return False
        if accepted:
            expected, state = compared(step, engine.state(), rules)
            if expected != state:
                return False
    return True


class TestAnEngineWithoutSuperko:
    def test_passes_all_that_it_knows(self) -> None:
        assert list(failures()) == []

    def test_knows_enough_to_be_checked(self) -> None:
        checked = [v for v in vectors() for e in v["expectations"] for rules in e["rules"] if known(rules)]
        assert len({vector["id"] for vector in checked}) > ENOUGH

    @pytest.mark.parametrize("mistake", MISTAKES)
    def test_fails_with_a_mistake(self, mistake: str) -> None:
        assert list(failures(frozenset({mistake}))) != []


def count(engine_turns: tuple[str, ...], table: JsonObject, turns: int) -> int:
    """How many sequences go on from some turns, counted as the page says; the engine takes no turn back."""
    engine = started(table, table["rules"], frozenset())
    assert engine is not None
    for turn in engine_turns:
        engine.play(turn)
    if turns == 0:
        return 1
    if engine.over:
        return 0
    return sum(count((*engine_turns, turn), table, turns - 1) for turn in ("pass", *engine.legal()))


def countable() -> list[JsonObject]:
    tables = json.loads((VECTORS / "perft.json").read_text(encoding="ascii"))["tables"]
    return [table for table in tables if known(table["rules"]) and started(table, table["rules"], frozenset())]


@pytest.mark.parametrize("table", one_in(4, countable()), ids=lambda table: table["id"])
def test_counts_what_the_perft_tables_say(table: JsonObject) -> None:
    for turns, sequences in enumerate(table["sequences"]):
        if sequences <= CHEAP:
            assert count((), table, turns) == sequences
