"""How thoroughly tests search, and the markers that they carry.

`pytest` runs what a contributor needs, in minutes. `pytest --thorough` runs everything, the tests marked `thorough` as
well; `--hypothesis-profile thorough` draws twenty times as many examples, different ones each time.
"""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="Run every test, and let hypothesis search far longer.")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clauses(*ids): the permanent ids that the test is about.")
    config.addinivalue_line("markers", "thorough: run with --thorough alone, as it takes more than three seconds.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--thorough"):
        return
    for item in items:
        if item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.skip(reason="It runs with --thorough."))


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether every test runs, for those that then look at more rule sets or larger boards."""
    return bool(request.config.getoption("--thorough"))
