"""What was compiled is kept, and run again, only where nobody else can put anything."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from superko.interpreter.program.machine_code import cache_folder

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


def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert cache_folder() is None
