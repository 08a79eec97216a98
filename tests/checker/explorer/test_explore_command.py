"""The command: it says where the page is, serves it, and stops when it is told to."""

from __future__ import annotations

import signal
import subprocess
import sys
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from superko.checker.pages.explorer.server import kept_server

from .conversation import explorer
from .serving import PATIENCE


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "superko" / "explorer.json"


def home(port: int = 0) -> str:
    with kept_server(explorer(), port) as server:
        return server.door.home


def test_the_address_is_the_same_the_next_time(kept: Path) -> None:
    first = home()
    assert home() == first
    assert kept.stat().st_mode & 0o777 == 0o600
    with kept_server(explorer()) as server:
        other = home()
        assert server.door.home == first != other
    port = urlsplit(first).port
    assert port is not None
    assert home(port) == first


@pytest.mark.parametrize("kept_text", ["", "[]", "{", '{"x": "y"}', '{"80": 3}', '{"8000": "short"}'])
def test_what_is_not_sound_is_not_taken_from_what_was_kept(kept: Path, kept_text: str) -> None:
    kept.parent.mkdir()
    kept.write_text(kept_text, encoding="utf-8")
    first = home()
    assert urlsplit(first).port not in (80, 8000)
    assert home() == first


def test_where_nothing_can_be_kept_the_explorer_starts_all_the_same(kept: Path) -> None:
    kept.parent.write_text("in the way", encoding="utf-8")
    assert home() != home()


@pytest.mark.usefixtures("interruptible")
def test_the_page_is_where_the_command_says_until_ctrl_c() -> None:
    words = [sys.executable, "-m", "superko", "explore", "--no-browser", "--board", "3x3", "--rules", "aga"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        where = running.stdout.readline().removeprefix("The explorer is at ").strip()
        assert urlsplit(where).fragment == "/aga/3x3/"
        with urlopen(where, timeout=PATIENCE) as page:
            assert (page.status, b"superko explorer" in page.read()) == (HTTPStatus.OK, True)
        running.send_signal(signal.SIGINT)
        said, complained = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 0
    assert said.endswith("The explorer has stopped.\n")
    assert complained == ""
