"""Sweeps by compiled programs come to what the clauses say on arrays, on boards that are worth compiling for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from superko.checker.sweeps import sweep
from superko.checker.sweeps.sweep import (
    colorings,
    colorings_at,
    compiled_leads,
    is_legal,
    leads,
    leads_on_arrays,
    legal_flags,
)
from superko.interpreter.program.machine_code import is_available
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Coloring, Grid
from superko.spec.algebra.arrays import ArrayBoard, Words
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended

pytestmark = pytest.mark.skipif(not is_available(), reason="numba is not installed")

GRID = Grid(7, 2)
SCORINGS = tuple(map(parse_rules, ("scoring=AREA,tax=SEKI", "scoring=AREA,komi=6.5")))


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.getbasetemp() / "compiled"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def some_colorings() -> Coloring[Words]:
    return colorings(ArrayBoard(GRID), 200_000, 230_000)


def test_the_same_colorings_are_legal() -> None:
    c = some_colorings()
    legal = legal_flags(c)
    assert 0 < legal.sum() < len(legal)
    assert np.array_equal(legal, np.asarray(is_legal(c)))


@pytest.mark.thorough
def test_leads_are_the_same() -> None:
    legal = np.flatnonzero(legal_flags(some_colorings())).astype(np.uint64)
    c = colorings_at(ArrayBoard(GRID), legal + np.uint64(200_000))
    program = compiled_leads(GRID, SCORINGS)
    assert program is not None
    for lead, rules in zip(leads(program, c), SCORINGS, strict=True):
        assert np.array_equal(lead, leads_on_arrays(rules, c))


def test_small_boards_and_rules_that_only_python_can_follow_are_left_to_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_point(ended: Ended[int], color: object) -> int:
        """A player scores 1 if one of two points is black, and no other."""
        return int(ended.coloring.black in {1, 2})

    amended = Rules().replacing("katago-v2/area/score-none#stones", one_point)
    assert compiled_leads(GRID, (amended,)) is None
    assert compiled_leads(Grid(4, 3), SCORINGS) is None
    monkeypatch.setattr(sweep, "is_available", lambda: False)
    assert compiled_leads(GRID, SCORINGS) is None
