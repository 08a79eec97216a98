"""Samples: of many like parameters, a few run by default, and all with `--thorough`, or where the test is named.

Where each takes long, those that don't run by default are marked `exhaustive`, and are left out at every change.

A tuple holds a value for each of several names, as in `pytest.mark.parametrize`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

THOROUGH = (pytest.mark.thorough,)
EXHAUSTIVE = (pytest.mark.thorough, pytest.mark.exhaustive)


def sample(
    values: Iterable[Any], by_default: Callable[[Any], bool], others: tuple[pytest.MarkDecorator, ...] = THOROUGH
) -> list[Any]:
    """All values as parameters of a test, of which those that don't run by default are marked as the others.

    >>> [bool(parameter.marks) for parameter in sample([1, 2, 3], lambda number: number == 2)]
    [True, False, True]
    """
    return [_parameter(value, () if by_default(value) else others) for value in values]


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """All values as parameters of a test, of which every so many runs by default, from the first."""
    return [_parameter(value, THOROUGH if number % step else ()) for number, value in enumerate(values)]


def first_of_each(
    key: Callable[[Any], object], values: Iterable[Any], others: tuple[pytest.MarkDecorator, ...] = THOROUGH
) -> list[Any]:
    """All values as parameters of a test, of which the first of each kind runs by default."""
    firsts: dict[object, Any] = {}
    every = list(values)
    for value in every:
        firsts.setdefault(key(value), value)
    return [_parameter(value, () if firsts[key(value)] is value else others) for value in every]


def _parameter(value: Any, marks: tuple[pytest.MarkDecorator, ...]) -> Any:
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=(*value.marks, *marks), id=value.id)
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)
