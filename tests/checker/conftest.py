"""What tests of the checker share: solvers that are asked nothing twice, and a real browser where there is one."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from superko.checker.evidence.queries import asking

REQUIRED = "SUPERKO_REQUIRE_BROWSER"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def missing(reason: str) -> None:
    """Skip what needs a browser, with the reason; or fail, where one is required."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{reason}, though {REQUIRED} is set.")
    pytest.skip(f"{reason}; with it, pages are looked at in a real browser.")


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have somebody at a terminal read what is said beside the output."""
    monkeypatch.setattr("superko.checker.telling.terminal.is_at_a_terminal", lambda: True)


@pytest.fixture(autouse=True)
def nothing_is_asked_twice() -> Iterator[None]:
    """Have the queries of a proof noted, as when a check is run: the same one is then asked once."""
    with asking("a test"):
        yield


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let children be interrupted, even where these tests themselves were started with interruptions ignored."""
    usual: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler}
    if hasattr(signal, "SIGHUP"):  # By `nohup`, it is ignored.
        usual[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, started once for a module and stopped after it, so that its event loop is in nobody's way."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("There is no Playwright (pip install superko[browser])")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("There is no chromium (apt install chromium)")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield started
        started.close()
