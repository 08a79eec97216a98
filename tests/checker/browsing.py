"""Looking at a page in a real browser: any error in it, and any request that leaves this machine, fails the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AT_HOME = ("http://127.0.0.1:", "file://", "data:")


@contextmanager
def looking(browser: Any, address: str, **kind: Any) -> Iterator[Any]:
    """A page of its own, open at an address.

    Args:
        browser: the browser.
        address: what to open.
        kind: what the page is looked at with, such as `color_scheme="dark"` or `viewport={"width": 390, …}`.
    """
    context = browser.new_context(**kind)
    context.set_default_timeout(10_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("requestfailed", lambda request: wrong.append(f"failed: {request.url}"))
    page.on(
        "request", lambda request: None if request.url.startswith(AT_HOME) else wrong.append(f"left: {request.url}")
    )
    try:
        page.goto(address)
        yield page
    finally:
        context.close()
    assert not wrong, "; ".join(wrong)


def faults(page: Any) -> list[str]:
    """What axe finds wrong with a page, each fault with what it is about."""
    from axe_playwright_python.sync_playwright import Axe

    # Otherwise axe asks for the stylesheets once more, which no page in a folder may.
    violations = Axe().run(page, options={"preload": False}).response["violations"]
    return [f"{fault['id']}: {node['html'][:120]}" for fault in violations for node in fault["nodes"]]
