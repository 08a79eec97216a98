"""What was compiled is kept, and run again, only where nobody else can put anything."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import superko
from superko.interpreter.program.machine_code import Compiling, Kernel, cache_folder, is_available

PACKAGE = Path(superko.__file__).parent.resolve()
ROOMS = [file for room in ("spec", "interpreter", "checker") for file in (PACKAGE / room).resolve().rglob("*.py")]

DOUBLING = Kernel("doubling", emitted="def doubled(number):\n    return number + number")
QUADRUPLED = "def quadrupled(number):\n    return doubled(doubled(number))"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Owners and modes are those of POSIX.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "superko"


def test_a_new_folder_is_for_its_user_alone(folder: Path) -> None:
    assert cache_folder() == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_into_is_not_used(folder: Path, mode: int) -> None:
    folder.mkdir()
    folder.chmod(mode)
    assert cache_folder() is None


def test_a_folder_that_has_one_in_it_is_not_used(folder: Path) -> None:
    (folder / "__pycache__").mkdir(parents=True)
    assert cache_folder() == folder
    (folder / "__pycache__").chmod(0o775)
    assert cache_folder() is None


def test_a_folder_that_others_could_read_is_closed_to_them(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    assert cache_folder() == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(not is_available(), reason="numba is an extra")
def test_what_was_compiled_is_not_looked_for_where_the_environment_says(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numba: Any = import_module("numba")
    elsewhere = tmp_path / "open to others"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(elsewhere))
    assert DOUBLING.compiled["doubled"](21) == 42
    assert list(folder.rglob("*doubled*.nbi"))
    assert not elsewhere.exists()
    assert str(elsewhere) == numba.config.CACHE_DIR


@pytest.mark.skipif(not is_available(), reason="numba is an extra")
def test_what_was_compiled_in_part_is_not_taken_for_the_whole(folder: Path) -> None:
    quadrupling = replace(DOUBLING, name="quadrupling", emitted=f"{DOUBLING.emitted}\n\n{QUADRUPLED}")
    assert quadrupling.compiled["doubled"](21) == 42
    assert list(folder.rglob("*doubled*.nbi"))
    assert not quadrupling.is_kept
    compiling = Compiling(quadrupling, {"quadrupled": (1,)})
    assert not compiling.is_done
    compiling.wait()
    assert quadrupling.is_kept
    assert list(folder.rglob("*quadrupled*.nbi"))
    assert Compiling(quadrupling, {}).is_done


def test_nothing_else_compiles_anything() -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in ROOMS}
    assert [name for name, text in texts.items() if "njit(" in text] == ["machine_code.py"]
    assert [name for name, text in texts.items() if 'import_module("numba")' in text] == ["machine_code.py"]


def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert cache_folder() is None
