"""What is compiled does what the clauses do, and is kept for the next run."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import superko
from superko.checker.sweeps.sweep import is_legal, legality_program
from superko.interpreter.clauses_of_authors import outside_language
from superko.interpreter.program import machine_code
from superko.interpreter.program.game import GameCode
from superko.interpreter.program.ir import words_of
from superko.interpreter.program.machine_code import Kernel, cache_folder, is_available, on_arrays
from superko.interpreter.rules_files import rules_of
from superko.spec.algebra import Color, Grid
from superko.spec.rules import Rules
from tests.mistakes.catalogue import mistakes_for

from .in_python import some_coloring

with_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.getbasetemp() / "compiled"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.mark.thorough
@with_numba
def test_arrays_hold_a_board_in_each_place() -> None:
    chance = Random(3)
    drawn = [some_coloring(Grid(9, 9), chance) for _ in range(60)]
    sets = [c.of(color) for color in Color for c in drawn]
    halves = [np.array([words_of(points, 2)[half] for points in sets], dtype=np.uint64) for half in range(2)]
    black, white = ([half[:60] for half in halves], [half[60:] for half in halves])
    legal = np.empty(len(drawn), dtype=np.bool_)
    on_arrays(legality_program(Grid(9, 9)))(*black, *white, legal)
    assert legal.tolist() == [bool(is_legal(c)) for c in drawn]
    assert legal.any()
    assert not legal.all()


@with_numba
def test_what_was_compiled_is_kept_in_the_cache_folder(own_cache: Path) -> None:
    on_arrays(legality_program(Grid(9, 9)))
    [kept] = (own_cache / "superko").glob("superko_is_legal_*.py")
    assert "def is_legal(" in kept.read_text(encoding="utf-8")


TWICE = Kernel("twice", emitted="def twice(points):\n    return points + points\n")


@with_numba
def test_what_was_compiled_in_another_run_is_not_compiled_again() -> None:
    """Given an empty cache folder, when the same text is read twice as by two runs, then the second finds it there."""
    runs: list[Any] = []
    for _ in range(2):
        machine_code._compiled.cache_clear()
        runs.append(TWICE.compiled["twice"])
    assert [twice(np.uint64(21)) for twice in runs] == [42, 42]
    assert [sum(twice.stats.cache_hits.values()) for twice in runs] == [0, 1]
    assert [sum(twice.stats.cache_misses.values()) for twice in runs] == [1, 0]


def test_what_is_kept_goes_by_the_text_of_clauses_and_not_by_our_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given mistakes in clauses, then none has the code of the right clauses, which another version has, too."""
    rules = rules_of("tromp-taylor")
    right, made = digest_of(rules), [mistake.made_in(rules) for mistake in mistakes_for("suite").values()]
    wrong = [digest_of(mistaken) for mistaken in made if not outside_language(mistaken)]
    assert len(wrong) > 3
    assert right not in wrong
    monkeypatch.setattr(superko, "__version__", "9.9.9")
    assert digest_of(rules) == right


def digest_of(rules: Rules) -> str:
    return GameCode(rules, Grid(2, 1)).kernel.digest


@with_numba
def test_without_a_cache_folder_programs_run_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a cache folder that can't be made, when a text is read, then its functions are compiled for this run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(__file__)))
    assert cache_folder() is None
    machine_code._compiled.cache_clear()
    assert TWICE.compiled["twice"](np.uint64(21)) == 42
