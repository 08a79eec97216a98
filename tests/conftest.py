"""How thoroughly tests search, the markers that they carry, and how long they may take.

`pytest` runs what a contributor needs, in three or four minutes on two processors: of each test, two of its cases.
`pytest FILE.py::test` runs all that it names, and `pytest FILE.py` all but what takes minutes, or else everything.
`pytest --thorough` runs everything, the tests marked `thorough` as well; `--hypothesis-profile thorough` draws forty
times as many examples, different ones each time.
"""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import Iterable, Iterator
from itertools import groupby

import pytest
from hypothesis import HealthCheck, settings

from superko.checker.evidence.workers import SELDOM, processors

MOST_SECONDS = 3.0
"""The processor time that a test may take which is not marked `thorough`, in seconds."""

MOST_CASES = 2
"""In how many of its cases a test runs by default, at most."""

MOST_THOROUGH_CASES = 3
"""In how many of its cases a test runs at every change, at most; the others are marked `exhaustive`: once a week.

One that is marked `every_case` runs in all of them.
"""

settings.register_profile(
    "quick", max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="Run every test, and let hypothesis search far longer.")


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(*SELDOM)
    config.addinivalue_line("markers", "clauses(*ids): the permanent ids that the test is about.")
    config.addinivalue_line("markers", "thorough: run with --thorough alone, or does more with it.")
    config.addinivalue_line("markers", "exhaustive: takes minutes with --thorough; run once a week.")
    config.addinivalue_line("markers", "every_case: run in all of its cases at every change.")
    config.addinivalue_line("markers", "browser: run in a real browser, if one is installed.")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker for each processor, and none where a file was named: to start them would take longer."""
    return 0 if any(".py" in argument for argument in config.args) else processors()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is thorough and cases of which there are many; mark what needs a browser, or then does more."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "browser" in fixtures:
            item.add_marker(pytest.mark.browser)
        if "browser" in fixtures or (config.getoption("--thorough") and "thorough" in fixtures):
            item.add_marker(pytest.mark.thorough)
    for item in further_cases(
        (item for item in items if not item.get_closest_marker("every_case")), MOST_THOROUGH_CASES
    ):
        item.add_marker(pytest.mark.exhaustive)
    for item in further_cases([item for item in items if not item.get_closest_marker("thorough")], MOST_CASES):
        item.add_marker(pytest.mark.thorough)
    if (mark := left_out(config)) and (kept := [item for item in items if not item.get_closest_marker(mark)]):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
        items[:] = kept


def left_out(config: pytest.Config) -> str:
    """The mark of what does not run: nothing of tests that are named, and of a file what takes minutes."""
    if config.getoption("--thorough") or all("::" in argument for argument in config.args):
        return ""
    return "exhaustive" if len(config.args) == 1 and config.args[0].endswith(".py") else "thorough"


def further_cases(items: Iterable[pytest.Item], most: int) -> Iterator[pytest.Item]:
    """The cases of tests beyond some that are spread evenly, from the first."""
    for _, of_one_test in groupby(items, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(of_one_test)
        step = -(-len(cases) // most)
        yield from (case for number, case in enumerate(cases) if number % step)


def pytest_collection_finish() -> None:
    """Look for circles of objects as seldom as `superko check` does, and never among the thousands of tests."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """By default, warn of a test that takes too long; what it needs of fixtures is not counted."""
    begun = processor_seconds()
    yield
    spent = processor_seconds() - begun
    if spent > MOST_SECONDS and not item.config.getoption("--thorough") and not item.get_closest_marker("thorough"):
        advice = f"It took {spent:.1f} s of processor time: make it faster, or mark it thorough."
        warnings.warn(pytest.PytestWarning(f"{item.nodeid}: {advice}"), stacklevel=1)


def processor_seconds() -> float:
    """The processor time that this process and those that it started and that have ended took, in seconds."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether every test runs, for those that then look at more rule sets or larger boards."""
    return bool(request.config.getoption("--thorough"))
