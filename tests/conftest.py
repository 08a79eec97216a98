"""How thoroughly hypothesis searches, and the marker that ties a test to the clauses it is about.

`pytest --hypothesis-profile thorough` draws twenty times as many examples, different ones each time.
"""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=50, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clauses(*ids): the permanent ids that the test is about.")
