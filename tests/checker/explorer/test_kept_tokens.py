"""The tokens of the explorer are for its user alone."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from superko.checker.pages.explorer.server import Door, keep, kept_in, kept_tokens
from superko.interpreter.files import FOR_ME_ALONE


@pytest.mark.skipif(sys.platform == "win32", reason="Modes are those of POSIX.")
def test_the_file_that_keeps_them_is_closed_to_others_whoever_opened_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    token = "a" * 43
    keep(Door(8000, token))
    kept_in().chmod(0o644)
    keep(Door(8000, token))
    assert kept_tokens() == {8000: token}
    assert stat.S_IMODE(kept_in().stat().st_mode) == FOR_ME_ALONE
