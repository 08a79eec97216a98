"""The command: it says where the page is, serves it, and stops when it is told to."""

from __future__ import annotations

import signal
import subprocess
import sys
from http import HTTPStatus
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from .serving import PATIENCE


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
    assert (
        complained == "aga is taken for the AGA's own text, rules 7 to 12; KataGo's rules of that name are aga-like.\n"
    )
