"""Samples: of many like parameters, a few run by default, and all with `--thorough`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def sample(values: Iterable[Any], by_default: Callable[[Any], bool]) -> list[Any]:
    """All values as parameters of a test, of which those that don't run by default are marked `thorough`.

    >>> [bool(parameter.marks) for parameter in sample([1, 2, 3], lambda number: number == 2)]
    [True, False, True]
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if by_default(value) else pytest.mark.thorough
        )
        for value in values
    ]


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """All values as parameters of a test, of which every so many runs by default, from the first."""
    chosen = [(number % step == 0, value) for number, value in enumerate(values)]
    numbered = iter(chosen)
    return sample([value for _, value in chosen], lambda _: next(numbered)[0])


def first_of_each(key: Callable[[Any], object], values: Iterable[Any]) -> list[Any]:
    """All values as parameters of a test, of which the first of each kind runs by default."""
    met: set[object] = set()

    def is_new(value: Any) -> bool:
        new = key(value) not in met
        met.add(key(value))
        return new

    return sample(values, is_new)
