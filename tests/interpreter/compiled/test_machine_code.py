"""What is compiled does what the clauses do; and a header of C, compiled by the system's compiler, does so too."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np
import pytest

from superko.interpreter.program import machine_code
from superko.interpreter.program.clauses import pseudolegal_program
from superko.interpreter.program.ir import NameKind, Program, words_of
from superko.interpreter.program.machine_code import Kernel, cache_folder, is_available, on_arrays
from superko.interpreter.program.text import header, prefix_of, programs_of
from superko.spec.algebra import BLACK, Color, Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.composition import move, pseudolegal
from superko.spec.presets import PRESETS
from superko.spec.rules import Rules

from ...sampling import one_in
from .in_python import in_python, joined, some_coloring

RULES = PRESETS["chinese-like"]
COMPILER = shutil.which("cc") or shutil.which("gcc")

with_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")
with_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


def colorings(grid: Grid, number: int) -> list[Coloring[int]]:
    chance = Random(3)
    return [some_coloring(grid, chance) for _ in range(number)]


def moves_by_text(c: Coloring[int], player: Color = BLACK) -> int:
    return sum(p for p in points_of(c.empty) if bool(pseudolegal(RULES, move(RULES, c, player, p))))


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.getbasetemp() / "compiled"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.mark.thorough
@with_numba
def test_arrays_hold_a_board_in_each_place() -> None:
    drawn = colorings(Grid(9, 9), 60)
    halves = [np.array([words_of(c.black, 2)[half] for c in drawn], dtype=np.uint64) for half in range(2)]
    halves += [np.array([words_of(c.white, 2)[half] for c in drawn], dtype=np.uint64) for half in range(2)]
    moves = [np.empty(len(drawn), dtype=np.uint64) for _ in range(2)]
    on_arrays(pseudolegal_program(RULES, Grid(9, 9), BLACK))(*halves, *moves)
    assert [joined(words) for words in zip(*moves, strict=True)] == [moves_by_text(c) for c in drawn]


@with_numba
def test_what_was_compiled_is_kept_in_the_cache_folder(own_cache: Path) -> None:
    on_arrays(pseudolegal_program(RULES, Grid(9, 9), BLACK))
    [kept] = (own_cache / "superko").glob("superko_pseudolegal_moves_of_black_*.py")
    assert "# katago-v2/move/suicide-ban" in kept.read_text(encoding="utf-8")


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


@with_numba
def test_without_a_cache_folder_programs_run_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a cache folder that can't be made, when a text is read, then its functions are compiled for this run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path(__file__)))
    assert cache_folder() is None
    machine_code._compiled.cache_clear()
    assert TWICE.compiled["twice"](np.uint64(21)) == 42


@with_compiler
@pytest.mark.parametrize("grid", one_in(2, [Grid(3, 3), Grid(9, 8)]), ids=str)
def test_a_header_does_what_the_programs_do(grid: Grid, tmp_path: Path) -> None:
    library = built(header(RULES, grid).replace(prefix_of(RULES, grid), ""), tmp_path)
    chance = Random(4)
    for program in programs_of(RULES, grid):
        expected = in_python(program)
        for _ in range(12):
            c, began = some_coloring(grid, chance), some_coloring(grid, chance)
            sets = {"black": c.black, "white": c.white, "point": c.empty & -c.empty}
            sets |= {"began_black": began.black, "began_white": began.white}
            given = [sets.get(field.name, chance.randrange(9)) for field in program.inputs]
            assert called(library, program, given) == expected(*given)


@pytest.mark.parametrize("rules", [RULES, PRESETS["aga"], PRESETS["tromp-taylor-ten"]], ids=["KataGo", "AGA", "ten"])
@pytest.mark.parametrize("compiler", ["cc", "c++"])
def test_a_header_is_compiled_without_a_warning(compiler: str, rules: Rules, tmp_path: Path) -> None:
    """Given a board with the longest side, when C or C++ includes its header, then nothing is warned of."""
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    (tmp_path / "rules.h").write_text(header(rules, Grid(25, 3)), encoding="ascii")
    source = tmp_path / ("engine.c" if compiler == "cc" else "engine.cpp")
    source.write_text('#include "rules.h"\nint main(void) { return 0; }\n', encoding="ascii")
    options = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
    assert subprocess.run([compiler, *options, source], capture_output=True, check=False).stderr == b""


@with_compiler
def test_headers_of_several_rules_and_boards_are_included_by_one_program(tmp_path: Path) -> None:
    """Given headers of rules and boards, when one C file includes all of them, each twice, then it is compiled."""
    assert COMPILER is not None
    several = (
        RULES,
        PRESETS["aga"],
        PRESETS["japanese-like"],
        replace(RULES, suicide=True),
        RULES.dropping("katago-v2/move/suicide-ban"),
    )
    asked = [(rules, grid) for rules in several for grid in (Grid(2, 1), Grid(2, 2))]
    headers = [header(rules, grid) for rules, grid in asked]
    assert len({text.partition("#ifndef ")[2].partition("\n")[0] for text in headers}) == len(headers)
    for number, text in enumerate(headers):
        (tmp_path / f"{number}.h").write_text(text, encoding="ascii")
    included = "".join(f'#include "{number}.h"\n' for number in (*range(len(headers)), *range(len(headers))))
    (tmp_path / "engine.c").write_text(f"{included}int main(void) {{ return 0; }}\n", encoding="ascii")
    options = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
    assert subprocess.run([COMPILER, *options, tmp_path / "engine.c"], capture_output=True, check=False).stderr == b""


def built(text: str, folder: Path) -> ctypes.CDLL:
    """A header as a library that can be called."""
    assert COMPILER is not None
    source = text.replace("static inline void", "void")
    (folder / "rules.c").write_text(source, encoding="ascii")
    options = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *options, "-o", folder / "rules.so", folder / "rules.c"], check=True)
    return ctypes.CDLL(str(folder / "rules.so"))


OneValue: TypeAlias = ctypes.c_int64 | ctypes.c_double | ctypes.c_bool


def called(library: ctypes.CDLL, program: Program, given: Sequence[int]) -> dict[str, float]:
    """What a function of the library writes to its last parameters."""
    types: Mapping[NameKind, type[OneValue]] = {
        NameKind.NUMBER: ctypes.c_int64,
        NameKind.REAL: ctypes.c_double,
        NameKind.FLAG: ctypes.c_bool,
    }
    arguments: list[object] = []
    for field, value in zip(program.inputs, given, strict=True):
        words = len(field.atoms)
        is_set = field.kind is NameKind.WORD
        arguments.append((ctypes.c_uint64 * words)(*words_of(value, words)) if is_set else ctypes.c_int64(value))
    results: dict[str, ctypes.Array[ctypes.c_uint64] | OneValue] = {
        field.name: (ctypes.c_uint64 * len(field.atoms))() if field.kind is NameKind.WORD else types[field.kind]()
        for field in program.outputs
    }
    outputs = [value if isinstance(value, ctypes.Array) else ctypes.byref(value) for value in results.values()]
    getattr(library, program.name)(*arguments, *outputs)
    return {
        name: joined(list(value)) if isinstance(value, ctypes.Array) else value.value for name, value in results.items()
    }
