"""What looking at pages notices: it must be able to fail."""

from __future__ import annotations

from typing import Any

import pytest

from .browsing import faults, looking

PAGE = "data:text/html,<!doctype html><html lang=en><title>A page</title><main><h1>A page</h1>{}</main></html>"


@pytest.mark.thorough
def test_a_page_without_faults_is_passed(browser: Any) -> None:
    with looking(browser, PAGE.format("")) as page:
        assert faults(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("body", "noticed"),
    [
        ("<script>console.error('oh')</script>", "oh"),
        ("<script>throw new Error('ah')</script>", "ah"),
        ("<img alt='' src='http://elsewhere.test/x.png'>", "left: http://elsewhere.test"),
    ],
)
def test_errors_and_requests_that_leave_the_machine_fail(browser: Any, body: str, noticed: str) -> None:
    with pytest.raises(AssertionError, match=noticed), looking(browser, PAGE.format(body)):
        pass


@pytest.mark.thorough
def test_what_axe_finds_is_told(browser: Any) -> None:
    with looking(browser, PAGE.format("<button></button>")) as page:
        assert [fault.split(":")[0] for fault in faults(page)] == ["button-name"]
