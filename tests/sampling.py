"""Parameters of a test of which some do not run by default, but with `--thorough`, or where the test is named.

Of those that do, and of all, conftest.py lets a few run. Those that take minutes are left out at every change.
A tuple has a value for each of several names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

THOROUGH = (pytest.mark.thorough,)
EXHAUSTIVE = (pytest.mark.thorough, pytest.mark.exhaustive)


def sample(
    values: Iterable[Any], by_default: Callable[[Any], bool], others: tuple[pytest.MarkDecorator, ...] = THOROUGH
) -> list[Any]:
    """All values as parameters of a test, of which those that don't run by default are marked as the others.

    >>> [bool(parameter.marks) for parameter in sample([1, 2, 3], lambda number: number == 2)]
    [True, False, True]
    """
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=() if by_default(value) else others)
        for value in values
    ]
