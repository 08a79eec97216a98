"""The command: it says where the page is, serves it, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from html import escape
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname, urlopen

import pytest

from superko.checker.commands.explore_command import open_in_browser
from superko.checker.pages.explorer.server import ExplorerServer

from .conversation import explorer
from .serving import PATIENCE


def test_the_secret_of_an_address_is_another_at_each_start() -> None:
    with ExplorerServer(explorer()) as server:
        first = server.door
    with ExplorerServer(explorer(), first.port) as server:
        assert server.door.port == first.port
        assert server.door.token != first.token


def test_the_browser_is_given_the_secret_by_a_file_that_others_cant_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    open_in_browser("http://127.0.0.1:8000/secret/#/aga/3x3/?board=X..&player=W", tmp_path)
    file = tmp_path / "explorer.html"
    assert opened == [file.as_uri()]
    assert 'url=http://127.0.0.1:8000/secret/#/aga/3x3/?board=X..&amp;player=W"' in file.read_text(encoding="utf-8")
    assert os.name != "posix" or stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.usefixtures("interruptible")
def test_the_page_is_where_the_command_says_until_ctrl_c() -> None:
    words = [sys.executable, "-m", "superko", "explore", "3x3", "--rules", "aga"]
    # What stands in for the browser says with what it was called.
    environment = {**os.environ, "BROWSER": "echo %s"}
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert running.stdout is not None
        where = running.stdout.readline().removeprefix("The explorer is at ").strip()
        assert urlsplit(where).fragment == "/aga/3x3/"
        printed = [running.stdout.readline() for _ in range(2)]
        opened = Path(url2pathname(urlsplit(printed[1].strip()).path))
        assert urlsplit(where).path.strip("/") not in "".join(printed)
        assert escape(where) in opened.read_text(encoding="utf-8")
        assert os.name != "posix" or stat.S_IMODE(opened.parent.stat().st_mode) == 0o700
        with urlopen(where, timeout=PATIENCE) as page:
            assert (page.status, b"A board on which the rules answer" in page.read()) == (HTTPStatus.OK, True)
        running.send_signal(signal.SIGINT)
        said, complained = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 0
    assert not opened.parent.exists()
    assert said.endswith("The explorer has stopped.\n")
    assert complained == ""
