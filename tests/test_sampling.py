"""What runs by default is a sample, and no test of it may take long."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from . import conftest


@pytest.mark.parametrize(("cases", "run"), [(1, "0"), (4, "0123"), (5, "024"), (9, "036")])
def test_of_a_test_of_many_cases_a_few_run_by_default(cases: int, run: str) -> None:
    items: list[Any] = [SimpleNamespace(nodeid=f"test_long[{case}]") for case in range(cases)]
    further = {item.nodeid for item in conftest.further_cases(items, 4)}
    assert "".join(item.nodeid[10] for item in items if item.nodeid not in further) == run


@pytest.mark.parametrize(
    ("named", "mark"),
    [
        (["tests"], "thorough"),
        (["tests/a.py", "tests/b.py"], "thorough"),
        (["tests/a.py"], "exhaustive"),
        (["tests/a.py::test_long"], ""),
        (["tests/a.py::test_long[9]", "tests/b.py::test_long"], ""),
    ],
)
def test_nothing_is_left_out_of_tests_that_are_named(named: list[str], mark: str) -> None:
    config: Any = SimpleNamespace(args=named, getoption=lambda name: False)
    assert conftest.left_out(config) == mark


@pytest.mark.parametrize("marks", [{"exhaustive"}, set[str]()])
def test_a_file_of_which_all_takes_minutes_runs_where_it_is_named(marks: set[str]) -> None:
    hook = SimpleNamespace(pytest_deselected=lambda items: None)
    config: Any = SimpleNamespace(args=["tests/a.py"], getoption=lambda name: False, hook=hook)
    items: Any = [
        SimpleNamespace(nodeid=name, get_closest_marker=own.__contains__, add_marker=lambda mark: None)
        for name, own in (("test_long", {"exhaustive"}), ("test_other", marks))
    ]
    conftest.pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in items] == (["test_long", "test_other"] if marks else ["test_other"])


def test_every_case_of_a_test_that_is_named_runs() -> None:
    name = f"{Path(__file__)}::{test_of_a_test_of_many_cases_a_few_run_by_default.__name__}"
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", name]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    assert "4 passed in" in ran.stdout


@pytest.mark.parametrize(("seconds", "thorough", "warned"), [(2.9, False, 0), (3.1, False, 1), (99, True, 0)])
def test_a_test_that_takes_long_is_warned_of_by_default(
    seconds: float, thorough: bool, warned: int, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    item = SimpleNamespace(
        nodeid="test_long",
        config=SimpleNamespace(getoption=lambda name: thorough),
        get_closest_marker=lambda name: None,
    )
    clock = count(0, seconds)
    # Only meanwhile, as the time that this test takes is measured, too.
    with monkeypatch.context() as patched:
        patched.setattr(conftest, "processor_seconds", lambda: next(clock))
        assert [*conftest.pytest_runtest_call(item)] == [None]  # type: ignore[arg-type]
    assert [str(warning.message)[:23] for warning in recwarn] == ["test_long: It took 3.1 s"[:23]] * warned
